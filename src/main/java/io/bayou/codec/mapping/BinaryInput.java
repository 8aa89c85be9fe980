package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8Cache;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A position in the bytes of a record, and what the encodings of Avro and Protobuf share. */
final class BinaryInput {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /* As in Protobuf's own readers. It keeps damaged or hostile bytes from overflowing the stack. */
  private static final int MAX_DEPTH = 100;

  private final String what;
  private final Utf8Cache strings;
  private byte[] bytes = {};
  private int position;
  private int end;
  private int depth;

  /**
   * @param what the record in messages, such as "the Avro record"
   * @param strings which readers of one thread share
   */
  BinaryInput(String what, Utf8Cache strings) {
    this.what = what;
    this.strings = strings;
  }

  void begin(byte[] record, int from) {
    bytes = record;
    position = from;
    end = record.length;
    depth = 0;
    if (from > end) {
      throw malformed("ends within its header");
    }
  }

  int position() {
    return position;
  }

  /** Goes back, to read something again. */
  void rewind(int earlier) {
    position = earlier;
  }

  int end() {
    return end;
  }

  /** Ends the input earlier, or where it ended before. */
  void endAt(int other) {
    end = other;
  }

  int remaining() {
    return end - position;
  }

  /** Begins a structure that lies within another one. */
  void enter() {
    if (++depth > MAX_DEPTH) {
      throw new BadRecordException(
          TOO_LARGE, what + " has structures within structures, deeper than " + MAX_DEPTH);
    }
  }

  void leave() {
    depth--;
  }

  /** Skips some bytes and returns the position of the first. */
  int skip(long length) {
    if (length < 0 || length > end - position) {
      throw malformed("ends within a value");
    }
    int from = position;
    position += (int) length;
    return from;
  }

  byte next() {
    if (position >= end) {
      throw malformed("ends too early");
    }
    return bytes[position++];
  }

  /** Four bytes, least significant first. */
  int four() {
    return (int) INT.get(bytes, skip(Integer.BYTES));
  }

  /** Eight bytes, least significant first. */
  long eight() {
    return (long) LONG.get(bytes, skip(Long.BYTES));
  }

  /** Seven bits in a byte, least significant first. */
  long varint() {
    byte only = next(); // mostly: lengths, counts and tags are small
    return only >= 0 ? only : longVarint(only & 0x7FL);
  }

  private long longVarint(long first) {
    long value = first;
    for (int shift = 7; shift < 64; shift += 7) {
      byte next = next();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw malformed("holds an integer of more than ten bytes");
  }

  /** As {@link #varint}, with the sign in the lowest bit. */
  long zigZag() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  String text(int from, int to) {
    return strings.get(bytes, from, to);
  }

  byte[] copy(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  /** A number in two's complement, most significant byte first; at most eight bytes. */
  long bigEndian(int from, int to) {
    long value = from < to && bytes[from] < 0 ? -1 : 0;
    for (int i = from; i < to; i++) {
      value = value << 8 | (bytes[i] & 0xFF);
    }
    return value;
  }

  BadRecordException malformed(String fault) {
    return new BadRecordException(MALFORMED, what + " " + fault + ", at byte " + position);
  }
}
