package io.bayou.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Compares and hashes short ranges of bytes, eight at a time: for names and categories, the methods
 * of {@link java.util.Arrays} spend more time on getting ready than on the bytes.
 */
public final class ByteRange {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

  private ByteRange() {}

  /** Whether a range holds just these bytes. */
  public static boolean equals(byte[] whole, byte[] bytes, int from, int to) {
    int length = whole.length;
    if (to - from != length) {
      return false;
    }
    if (length < Long.BYTES) {
      return low(whole, 0, length) == low(bytes, from, length);
    }
    int last = length - Long.BYTES; // overlaps the eight before it
    for (int i = 0; i < last; i += Long.BYTES) {
      if ((long) LONG.get(whole, i) != (long) LONG.get(bytes, from + i)) {
        return false;
      }
    }
    return (long) LONG.get(whole, last) == (long) LONG.get(bytes, from + last);
  }

  /** A hash of a range, the upper bits of which are the best. */
  public static long hash(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length < Long.BYTES) {
      return (low(bytes, from, length) + length) * FACTOR;
    }
    long hash = length;
    int last = to - Long.BYTES;
    for (int i = from; i < last; i += Long.BYTES) {
      hash = mix(hash ^ (long) LONG.get(bytes, i));
    }
    return mix(hash ^ (long) LONG.get(bytes, last));
  }

  private static long mix(long bits) {
    long product = bits * FACTOR;
    return product ^ (product >>> 32);
  }

  /* Fewer than eight bytes in one number: different ones of one length give different numbers. */
  private static long low(byte[] bytes, int from, int length) {
    if (length >= Integer.BYTES) {
      long first = (int) INT.get(bytes, from) & 0xFFFF_FFFFL;
      return first | ((long) (int) INT.get(bytes, from + length - Integer.BYTES) << 32);
    }
    long value = 0;
    for (int i = from; i < from + length; i++) {
      value = value << 8 | (bytes[i] & 0xFF);
    }
    return value;
  }
}
