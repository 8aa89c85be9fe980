package io.bayou.codec;

import java.util.Arrays;

/**
 * Caches strings by their UTF-8 bytes, because names, labels and categories repeat. It has a fixed
 * number of slots; a new string replaces the one in its slot.
 */
public final class Utf8Cache {
  private static final int SLOT_BITS = 12;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int SHIFT = Long.SIZE - SLOT_BITS;
  private static final int MAX_BYTES = 64;

  private final byte[][] keys = new byte[SLOTS][];
  private final String[] values = new String[SLOTS];

  /**
   * @throws BadRecordException if the bytes are not UTF-8
   */
  public String get(byte[] bytes, int from, int to) {
    if (to - from > MAX_BYTES) {
      return Utf8.decodeStrict(bytes, from, to);
    }
    int slot = (int) (ByteRange.hash(bytes, from, to) >>> SHIFT);
    byte[] key = keys[slot];
    if (key != null && ByteRange.equals(key, bytes, from, to)) {
      return values[slot];
    }
    String value = Utf8.decodeStrict(bytes, from, to);
    keys[slot] = Arrays.copyOfRange(bytes, from, to);
    values[slot] = value;
    return value;
  }
}
