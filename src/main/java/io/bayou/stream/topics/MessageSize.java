package io.bayou.stream.topics;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The max size of records that an instance writes. */
public final class MessageSize {
  /**
   * Max size of a record: below the 1 MB that producers and brokers accept by default, with room
   * for the overhead of a batch.
   */
  public static final int MAX = 900 << 10;

  /** The same with the overhead of a batch of one record. */
  public static final int MAX_WITH_BATCH = MAX + (4 << 10);

  /* Upper bound of the lengths, timestamp and offset of a record. */
  private static final int RECORD = 64;
  private static final int HEADER = 10;

  private MessageSize() {}

  /** An upper bound of the size of a record in bytes. */
  public static int of(byte[] key, byte[] value, Headers headers) {
    return RECORD + length(key) + length(value) + of(headers);
  }

  public static int of(Headers headers) {
    int size = 0;
    for (Header header : headers) {
      // A char takes at most three bytes of UTF-8.
      size += HEADER + 3 * header.key().length() + length(header.value());
    }
    return size;
  }

  public static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
