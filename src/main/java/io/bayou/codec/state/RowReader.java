package io.bayou.codec.state;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;
import static io.bayou.codec.BadRecordException.Reason.UNSUPPORTED_VERSION;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import io.bayou.model.StateReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads the bytes of one row of a learner's state, as {@link RowWriter} wrote them.
 *
 * <p>Trusts nothing: for any bytes, a method returns a valid value or throws a {@link
 * BadRecordException}, and allocates no more memory than there are bytes.
 */
public final class RowReader implements StateReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private int position = 1;

  /**
   * @throws BadRecordException if the row is empty or of a format that this build does not read
   */
  public RowReader(byte[] bytes) {
    if (bytes.length == 0) {
      throw new BadRecordException(MALFORMED, "a state row is empty");
    }
    if (bytes[0] != RowWriter.FORMAT) {
      throw new BadRecordException(
          UNSUPPORTED_VERSION,
          ("a state row has format %d, this build reads %d; deploy the new reader before the new"
                  + " writer")
              .formatted(bytes[0] & 0xFF, RowWriter.FORMAT));
    }
    this.bytes = bytes;
  }

  @Override
  public double number() {
    if (remaining() < Double.BYTES) {
      throw malformed("ends within a number");
    }
    double value = Double.longBitsToDouble((long) LONG.get(bytes, position));
    if (!Double.isFinite(value)) {
      throw malformed("holds the number " + value);
    }
    position += Double.BYTES;
    return value;
  }

  @Override
  public double amount() {
    double value = number();
    if (value < 0.0) {
      throw malformed("holds the negative amount " + value);
    }
    return value;
  }

  @Override
  public long integer() {
    long value = unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  @Override
  public int count(int limit) {
    long value = integer();
    if (value < 0) {
      throw malformed("holds the negative count " + value);
    }
    if (value > limit) {
      throw new BadRecordException(
          TOO_LARGE, "a state row counts " + value + " items, the limit is " + limit);
    }
    if (value > remaining()) {
      throw malformed("counts " + value + " items and ends after " + remaining() + " more bytes");
    }
    return (int) value;
  }

  @Override
  public String text() {
    int from = skip("text");
    return Utf8.decode(bytes, from, position);
  }

  /** What {@link RowWriter#bytes} has written. */
  public byte[] bytes() {
    int from = skip("row");
    return Arrays.copyOfRange(bytes, from, position);
  }

  /* Skips a field that begins with its length; returns where its content begins. */
  private int skip(String what) {
    long length = unsigned();
    if (length < 0 || length > remaining()) {
      throw malformed("ends within a " + what);
    }
    int from = position;
    position += (int) length;
    return from;
  }

  /** Whether there is another field. */
  public boolean hasMore() {
    return remaining() > 0;
  }

  /**
   * Checks that the last field was read.
   *
   * @throws BadRecordException if there are more bytes
   */
  public void end() {
    if (remaining() > 0) {
      throw malformed("continues for " + remaining() + " bytes after its last field");
    }
  }

  /* Every value has exactly one encoding: equal states are equal bytes. Others are rejected. */
  private long unsigned() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (remaining() == 0) {
        throw malformed("ends within an integer");
      }
      byte next = bytes[position++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        if ((next == 0 && shift > 0) || (shift == 63 && next > 1)) {
          throw malformed("holds a garbled integer");
        }
        return value;
      }
    }
    throw malformed("holds an integer of more than ten bytes");
  }

  private int remaining() {
    return bytes.length - position;
  }

  private BadRecordException malformed(String what) {
    return new BadRecordException(MALFORMED, "a state row " + what + " at byte " + position);
  }
}
