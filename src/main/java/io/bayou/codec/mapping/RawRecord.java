package io.bayou.codec.mapping;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;

/** A record as it lies in a topic. */
public final class RawRecord {
  private final byte[] key;
  private final byte[] value;
  private final Function<String, byte[]> headers;
  private final long time;

  /**
   * @param key may be null
   * @param headers the last value of a header, by name; null if there is none
   * @param time the timestamp of the record, in milliseconds
   */
  public RawRecord(byte[] key, byte[] value, Function<String, byte[]> headers, long time) {
    this.key = key;
    this.value = requireNonNull(value, "value");
    this.headers = requireNonNull(headers, "headers");
    this.time = time;
  }

  /** A value without key and headers. */
  public static RawRecord of(byte[] value, long time) {
    return new RawRecord(null, value, name -> null, time);
  }

  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }

  byte[] header(String name) {
    return headers.apply(name);
  }

  long time() {
    return time;
  }
}
