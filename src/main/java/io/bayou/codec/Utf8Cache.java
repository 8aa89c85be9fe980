package io.bayou.codec;

import java.util.Arrays;

/**
 * Caches strings by their UTF-8 bytes, because names, labels and categories repeat. It has a fixed
 * number of slots; a new string replaces the one in its slot.
 */
public final class Utf8Cache {
  private static final int SLOTS = 1 << 12;
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
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    int slot = (hash ^ (hash >>> 13)) & (SLOTS - 1);
    byte[] key = keys[slot];
    if (key != null && Arrays.equals(key, 0, key.length, bytes, from, to)) {
      return values[slot];
    }
    String value = Utf8.decodeStrict(bytes, from, to);
    keys[slot] = Arrays.copyOfRange(bytes, from, to);
    values[slot] = value;
    return value;
  }
}
