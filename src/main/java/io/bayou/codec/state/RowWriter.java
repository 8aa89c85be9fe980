package io.bayou.codec.state;

import io.bayou.codec.ByteBuilder;
import io.bayou.codec.Utf8;
import io.bayou.model.RowSink.RowContent;
import io.bayou.model.StateWriter;

/**
 * Encodes rows of a learner's state; reuses its buffer.
 *
 * <p>A row is one byte of format version and then its fields: a number as the eight bytes of its
 * IEEE 754 bits, most significant first; an integer zig-zag in a variable number of bytes (seven
 * bits each, least significant first); a text as its length in bytes, likewise variable, and its
 * UTF-8. Equal states give equal bytes. Not thread-safe.
 */
public final class RowWriter implements StateWriter {
  /** The version that this build writes. */
  static final int FORMAT = 1;

  private final ByteBuilder out = new ByteBuilder();

  /** The bytes of one row. */
  public byte[] encode(RowContent content) {
    out.clear();
    out.add(FORMAT);
    content.writeTo(this);
    return out.toBytes();
  }

  /**
   * @throws IllegalStateException for NaN and the infinities: such a state is damaged and could not
   *     be read again
   */
  @Override
  public void number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalStateException("the state of a learner must be finite, holds " + value);
    }
    out.eight(Double.doubleToRawLongBits(value));
  }

  @Override
  public void integer(long value) {
    out.zigZag(value);
  }

  @Override
  public void text(String value) {
    int length = Utf8.length(value);
    out.unsigned(length);
    out.utf8(value, length);
  }

  /** Writes rows within a row. */
  public void bytes(byte[] value) {
    out.unsigned(value.length);
    out.bytes(value, 0);
  }
}
