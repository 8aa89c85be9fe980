package io.bayou.codec.mapping;

import java.util.Arrays;

/**
 * The names of the fields of one structure, as bytes, in the order in which they came the last
 * time. Who writes records writes the fields in the same order again and again: then a name is
 * found by one comparison, and no string is made of it.
 */
final class JsonNames {
  /* More fields than that are found by their names, as strings. */
  private static final int MAX_FIELDS = 256;
  private static final int MAX_LENGTH = 128;

  private byte[][] names = new byte[8][];
  private FieldTree[] fields = new FieldTree[8];

  /** Whether the name at a position is the same as the last time. */
  boolean isAt(int position, byte[] bytes, int from, int to) {
    return position < names.length
        && names[position] != null
        && Arrays.equals(names[position], 0, names[position].length, bytes, from, to);
  }

  /** The length of the name at a position; -1 if there is none. */
  int length(int position) {
    return position < names.length && names[position] != null ? names[position].length : -1;
  }

  /** What is wanted of the field at a position; null if nothing is. */
  FieldTree field(int position) {
    return fields[position];
  }

  /** Keeps a name and what is wanted of its field. */
  void put(int position, byte[] bytes, int from, int to, FieldTree field) {
    if (position >= MAX_FIELDS || to - from > MAX_LENGTH) {
      return;
    }
    if (position >= names.length) {
      int size = Math.max(position + 1, 2 * names.length);
      names = Arrays.copyOf(names, size);
      fields = Arrays.copyOf(fields, size);
    }
    names[position] = Arrays.copyOfRange(bytes, from, to);
    fields[position] = field;
  }
}
