package io.bayou.stream.topics;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** How large a record may be that an instance writes. */
public final class MessageSize {
  /**
   * What every record is kept within: below the 1 MB that producers and brokers take by default,
   * with room for what a batch adds to a record.
   */
  public static final int MAX = 900 << 10;

  /** The same with what a batch of one record adds to it. */
  public static final int MAX_WITH_BATCH = MAX + (4 << 10);

  /* Lengths, timestamp and offset of a record, at most. */
  private static final int RECORD = 64;
  private static final int HEADER = 10;

  private MessageSize() {}

  /** An upper bound of the bytes that a record takes up. */
  public static int of(byte[] key, byte[] value, Headers headers) {
    return RECORD + length(key) + length(value) + of(headers);
  }

  public static int of(Headers headers) {
    int size = 0;
    for (Header header : headers) {
      // A character takes up three bytes of UTF-8 at most.
      size += HEADER + 3 * header.key().length() + length(header.value());
    }
    return size;
  }

  public static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
