package io.bayou.codec.join;

import java.util.Arrays;

/** What is kept of a record that held a label, for a dead letter. */
public final class LabelRecord {
  /* Labels are small. More than this of one is of no use to a reader of dead letters. */
  private static final int MAX_KEPT = 32 << 10;

  private final long offset;
  private final byte[] key;
  private final byte[] value;
  private final int size;

  LabelRecord(long offset, byte[] key, byte[] value, int size) {
    this.offset = offset;
    this.key = key;
    this.value = value;
    this.size = size;
  }

  /** Cuts what is too long to be kept. */
  public static LabelRecord of(long offset, byte[] key, byte[] value) {
    return new LabelRecord(offset, cut(key), cut(value), length(key) + length(value));
  }

  private static byte[] cut(byte[] bytes) {
    return length(bytes) <= MAX_KEPT ? bytes : Arrays.copyOf(bytes, MAX_KEPT);
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  public long offset() {
    return offset;
  }

  /** Its key, or null; do not change it. */
  public byte[] key() {
    return key;
  }

  /** Its value, or null; do not change it. */
  public byte[] value() {
    return value;
  }

  /** Bytes of key and value before they were cut. */
  public int size() {
    return size;
  }

  public boolean isCut() {
    return length(key) + length(value) < size;
  }
}
