package io.bayou.model;

/** Where a row of sufficient statistics is written to; the codec knows the bytes. */
public interface StateWriter {
  /** Bit for bit. */
  void number(double value);

  void integer(long value);

  void text(String value);
}
