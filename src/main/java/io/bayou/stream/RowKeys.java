package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import java.nio.charset.StandardCharsets;

/**
 * The key of a published row: <code>model@version/source/row/part</code>. Neither models nor topics
 * have a slash in their names; rows may.
 */
record RowKeys(String model, int version, String source, String row, int part) {
  /** The model with its version, as rows and snapshots are grouped. */
  static String modelVersion(String model, int version) {
    return model + "@" + version;
  }

  String modelVersion() {
    return modelVersion(model, version);
  }

  byte[] toBytes() {
    String key = modelVersion() + "/" + source + "/" + row + "/" + part;
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @throws BadRecordException if the bytes are not such a key
   */
  static RowKeys of(byte[] bytes) {
    String key = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    int first = key.indexOf('/');
    int second = key.indexOf('/', first + 1);
    int last = key.lastIndexOf('/');
    int at = key.lastIndexOf('@', first);
    try {
      if (first < 0 || second < 0 || last <= second || at < 0) {
        throw new NumberFormatException();
      }
      return new RowKeys(
          key.substring(0, at),
          Integer.parseInt(key, at + 1, first, 10),
          key.substring(first + 1, second),
          key.substring(second + 1, last),
          Integer.parseInt(key, last + 1, key.length(), 10));
    } catch (NumberFormatException e) {
      throw new BadRecordException(
          Reason.MALFORMED, "'" + key + "' is not a snapshot key model@version/source/row/part", e);
    }
  }
}
