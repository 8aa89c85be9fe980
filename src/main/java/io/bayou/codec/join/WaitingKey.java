package io.bayou.codec.join;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * What a question and its labels have in common: {@code model/id}. The name of a model contains no
 * slash.
 */
public record WaitingKey(String model, String id) {
  private static final char SEPARATOR = '/';

  /**
   * @throws BadRecordException if the bytes are no key
   */
  public static WaitingKey decode(byte[] bytes) {
    String text = bytes == null ? "" : Utf8.decodeStrict(bytes, 0, bytes.length);
    int separator = text.indexOf(SEPARATOR);
    if (separator < 0) {
      throw new BadRecordException(MALFORMED, "the key of the record is not model/id");
    }
    return new WaitingKey(text.substring(0, separator), text.substring(separator + 1));
  }

  public byte[] encode() {
    return (model + SEPARATOR + id).getBytes(StandardCharsets.UTF_8);
  }
}
