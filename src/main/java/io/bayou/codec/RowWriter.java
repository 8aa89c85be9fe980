package io.bayou.codec;

import io.bayou.model.RowSink.RowContent;
import io.bayou.model.StateWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Turns rows of a learner's state into bytes, one row after the other into the same buffer.
 *
 * <p>A row is one byte of format version and then its fields: a number as the eight bytes of its
 * IEEE 754 bits, most significant first; an integer zig-zag in a variable number of bytes (seven
 * bits each, least significant first); a text as its length in bytes, likewise variable, and its
 * UTF-8. Equal states give equal bytes. Not thread-safe.
 */
public final class RowWriter implements StateWriter {
  /** The version that this build writes. */
  static final int FORMAT = 1;

  private static final int LONGEST_INTEGER = 10;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] buffer = new byte[256];
  private int size;

  /** The bytes of one row. */
  public byte[] encode(RowContent content) {
    buffer[0] = FORMAT;
    size = 1;
    content.writeTo(this);
    return Arrays.copyOf(buffer, size);
  }

  /**
   * @throws IllegalStateException for NaN and the infinities: such a state is damaged, and what is
   *     stored must be readable
   */
  @Override
  public void number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalStateException("the state of a learner must be finite, holds " + value);
    }
    require(Double.BYTES);
    LONG.set(buffer, size, Double.doubleToRawLongBits(value));
    size += Double.BYTES;
  }

  @Override
  public void integer(long value) {
    require(LONGEST_INTEGER);
    unsigned((value << 1) ^ (value >> 63));
  }

  @Override
  public void text(String value) {
    int length = Utf8.length(value);
    require(Math.addExact(LONGEST_INTEGER, length));
    unsigned(length);
    Utf8.encode(value, buffer, size);
    size += length;
  }

  private void unsigned(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0L) {
      buffer[size++] = (byte) (rest | 0x80L);
      rest >>>= 7;
    }
    buffer[size++] = (byte) rest;
  }

  private void require(int more) {
    int needed = Math.addExact(size, more);
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.min(Integer.MAX_VALUE - 8L, needed * 2L));
    }
  }
}
