package io.bayou.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing byte buffer, for reuse. */
public final class ByteBuilder {
  private static final int MAX_VARINT_BYTES = 10;
  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] buffer = new byte[256];
  private int size;

  public void clear() {
    size = 0;
  }

  public void add(int value) {
    require(1);
    buffer[size++] = (byte) value;
  }

  /** Eight bytes, most significant first. */
  public void eight(long value) {
    require(Long.BYTES);
    BIG_ENDIAN.set(buffer, size, value);
    size += Long.BYTES;
  }

  /** Seven bits per byte, least significant first. */
  public void unsigned(long value) {
    require(MAX_VARINT_BYTES);
    long bits = value;
    while ((bits & ~0x7FL) != 0L) {
      buffer[size++] = (byte) (bits | 0x80L);
      bits >>>= 7;
    }
    buffer[size++] = (byte) bits;
  }

  /** As {@link #unsigned}, but numbers near 0 are short, whether positive or negative. */
  public void zigZag(long value) {
    unsigned((value << 1) ^ (value >> 63));
  }

  public int size() {
    return size;
  }

  /** Removes what was added after the builder had this size. */
  public void truncate(int earlierSize) {
    size = earlierSize;
  }

  /** Adds a text if it is ASCII; otherwise returns false. */
  public boolean ascii(String text) {
    int length = text.length();
    require(length);
    byte[] target = buffer;
    int from = size;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return false;
      }
      target[from + i] = (byte) c;
    }
    size += length;
    return true;
  }

  /** Adds a text as UTF-8; the caller knows its length in bytes. */
  public void utf8(String text, int length) {
    require(length);
    Utf8.encode(text, buffer, size);
    size += length;
  }

  /** Adds all bytes from a position on. */
  public void bytes(byte[] bytes, int from) {
    int length = bytes.length - from;
    require(length);
    System.arraycopy(bytes, from, buffer, size, length);
    size += length;
  }

  /** Copies all bytes to a position of another array. */
  public void copyTo(byte[] target, int position) {
    System.arraycopy(buffer, 0, target, position, size);
  }

  public byte[] toBytes() {
    return Arrays.copyOf(buffer, size);
  }

  private void require(int more) {
    int needed = Math.addExact(size, more);
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.min(Integer.MAX_VALUE - 8L, needed * 2L));
    }
  }
}
