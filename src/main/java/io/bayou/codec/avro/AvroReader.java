package io.bayou.codec.avro;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_FORMAT;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads the first fields of a record in Avro's single-object encoding, one by one. What follows can
 * be passed on unread.
 */
public final class AvroReader {
  private final String what;
  private final byte[] bytes;
  private int position = AvroMessage.HEADER;

  /**
   * @param what the record in messages, such as "the question"
   */
  public AvroReader(String what, byte[] bytes) {
    this.what = what;
    this.bytes = bytes;
    fingerprint(what, bytes);
  }

  /**
   * The fingerprint of the schema that a record was written in.
   *
   * @throws BadRecordException if it is not in the single-object encoding
   */
  public static long fingerprint(String what, byte[] bytes) {
    if (bytes == null || bytes.length < AvroMessage.HEADER) {
      throw new BadRecordException(MALFORMED, what + " ends within its Avro header");
    }
    if (bytes[0] != AvroMessage.MARKER || bytes[1] != AvroMessage.V1) {
      throw new BadRecordException(
          UNKNOWN_FORMAT, what + " is not in Avro's single-object encoding (C3 01)");
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
  }

  /** Where the next field begins. */
  public int position() {
    return position;
  }

  public long integer() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (position >= bytes.length) {
        throw malformed("ends too early");
      }
      byte next = bytes[position++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw malformed("holds an integer of more than ten bytes");
  }

  public String string() {
    int from = skip();
    return Utf8.decodeStrict(bytes, from, position);
  }

  /** A value of the union of null and string. */
  public String optional() {
    return isPresent() ? string() : null;
  }

  /** A value of the union of null and bytes. */
  public byte[] optionalBytes() {
    return isPresent() ? bytes() : null;
  }

  public byte[] bytes() {
    int from = skip();
    return Arrays.copyOfRange(bytes, from, position);
  }

  /** Checks that nothing follows. */
  public void end() {
    if (position != bytes.length) {
      throw malformed("continues after its last field");
    }
  }

  private boolean isPresent() {
    long branch = integer();
    if (branch < 0 || branch > 1) {
      throw malformed("holds a value of no known type");
    }
    return branch == 1;
  }

  /* Returns the start of a string or of bytes, and moves behind them. */
  private int skip() {
    long length = integer();
    if (length < 0 || length > bytes.length - position) {
      throw malformed("ends within a string");
    }
    int from = position;
    position += (int) length;
    return from;
  }

  private BadRecordException malformed(String how) {
    return new BadRecordException(MALFORMED, what + " " + how + ", at byte " + position);
  }
}
