package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.TopicPartition;

/**
 * The key of a published row: <code>model@version/source/row/part</code>. Neither models nor topics
 * have a slash in their names; rows may.
 */
public record RowKeys(String model, int version, String source, String row, int part) {
  private static final String BASE = "base:";

  /** The source under which a replay publishes what it learned from another one. */
  public static String base(String source) {
    return BASE + source;
  }

  /** Whether a source is a replay or an import, which sends no heartbeats. */
  public static boolean isBase(String source) {
    return source.startsWith(BASE);
  }

  /** The partition that a source has learned from, be it a replay or not. */
  public static TopicPartition partition(String source) {
    String name = isBase(source) ? source.substring(BASE.length()) : source;
    int dash = name.lastIndexOf('-');
    return new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
  }

  /** The model with its version, as rows and snapshots are grouped. */
  public static String modelVersion(String model, int version) {
    return model + "@" + version;
  }

  public String modelVersion() {
    return modelVersion(model, version);
  }

  public byte[] toBytes() {
    String key = modelVersion() + "/" + source + "/" + row + "/" + part;
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @throws BadRecordException if the bytes are not such a key
   */
  public static RowKeys of(byte[] bytes) {
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
