package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of a published evaluation: <code>model@version/source</code>, and behind another slash
 * the number of the part, where one message does not hold it all.
 */
record EvaluationKey(String model, int version, String source, int part) {
  private static final Pattern FORM =
      Pattern.compile("([^/]+)@([1-9][0-9]{0,8})/([^/]+)(?:/([1-9][0-9]{0,8}))?");

  String modelVersion() {
    return RowKeys.modelVersion(model, version);
  }

  byte[] toBytes() {
    String key = modelVersion() + "/" + source + (part == 0 ? "" : "/" + part);
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @throws BadRecordException if the bytes are not such a key
   */
  static EvaluationKey of(byte[] bytes) {
    String key = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    Matcher form = FORM.matcher(key);
    if (!form.matches()) {
      throw new BadRecordException(
          Reason.MALFORMED, "'" + key + "' is not an evaluation key model@version/source");
    }
    return new EvaluationKey(
        form.group(1),
        Integer.parseInt(form.group(2)),
        form.group(3),
        form.group(4) == null ? 0 : Integer.parseInt(form.group(4)));
  }
}
