package io.bayou.model;

/** Writes a row of sufficient statistics; the codec defines the bytes. */
public interface StateWriter {
  /** Bit for bit. */
  void number(double value);

  void integer(long value);

  void text(String value);
}
