package io.bayou.codec;

import java.util.Arrays;

/**
 * Strings by their UTF-8 bytes: names, labels and categories come again and again, and are made
 * into a string once. A fixed number of places; a newcomer takes the place of the one that was
 * there.
 */
public final class Utf8Cache {
  private static final int PLACES = 1 << 12;
  private static final int LONGEST = 64;

  private final byte[][] keys = new byte[PLACES][];
  private final String[] values = new String[PLACES];

  /**
   * @throws BadRecordException if the bytes are not UTF-8
   */
  public String get(byte[] bytes, int from, int to) {
    if (to - from > LONGEST) {
      return Utf8.decodeStrict(bytes, from, to);
    }
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    int place = (hash ^ (hash >>> 13)) & (PLACES - 1);
    byte[] key = keys[place];
    if (key != null && Arrays.equals(key, 0, key.length, bytes, from, to)) {
      return values[place];
    }
    String value = Utf8.decodeStrict(bytes, from, to);
    keys[place] = Arrays.copyOfRange(bytes, from, to);
    values[place] = value;
    return value;
  }
}
