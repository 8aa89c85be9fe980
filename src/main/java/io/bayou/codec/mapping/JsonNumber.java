package io.bayou.codec.mapping;

import java.nio.charset.StandardCharsets;

/**
 * A number in JSON, read as the nearest double. If its digits and its power of ten are exact as
 * doubles, one multiplication or division rounds once, as it has to (Clinger 1990).
 */
final class JsonNumber {
  private static final int MAX_DIGITS = 15; // 10^15 < 2^53
  private static final int MAX_LENGTH = 100;

  /* The powers of ten that are doubles. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private byte[] bytes;
  private int start;
  private int position;
  private int end;
  private boolean integer;
  private boolean negative;
  private long digits;
  private int count; // of the digits, without leading zeros
  private int power; // of ten

  /** Where the number ends that begins here; -1 if there is none, or it is extremely long. */
  int read(byte[] source, int from, int limit) {
    bytes = source;
    start = from;
    position = from;
    end = limit;
    integer = true;
    digits = 0;
    count = 0;
    power = 0;
    negative = at('-');
    if (negative) {
      position++;
    }
    boolean valid = whole() && fraction() && exponent() && position - from <= MAX_LENGTH;
    return valid ? position : -1;
  }

  private boolean at(char c) {
    return position < end && bytes[position] == c;
  }

  /* No digit may follow a zero. */
  private boolean whole() {
    if (at('0')) {
      position++;
      return position == end || !isDigit(bytes[position]);
    }
    return digits();
  }

  private boolean fraction() {
    if (!at('.')) {
      return true;
    }
    integer = false;
    position++;
    int from = position;
    boolean valid = digits();
    power = from - position;
    return valid;
  }

  private boolean exponent() {
    if (!at('e') && !at('E')) {
      return true;
    }
    integer = false;
    position++;
    boolean minus = at('-');
    if (minus || at('+')) {
      position++;
    }
    int from = position;
    int exponent = 0;
    while (position < end && isDigit(bytes[position])) {
      exponent = Math.min(10_000, 10 * exponent + bytes[position] - '0');
      position++;
    }
    power += minus ? -exponent : exponent;
    return position > from;
  }

  /* At least one. */
  private boolean digits() {
    int from = position;
    while (position < end && isDigit(bytes[position])) {
      int digit = bytes[position++] - '0';
      if (count > 0 || digit > 0) {
        count++;
      }
      if (count <= MAX_DIGITS) {
        digits = 10 * digits + digit;
      }
    }
    return position > from;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  /** The number that was read. */
  double value() {
    if (count > MAX_DIGITS || Math.abs(power) >= POWERS.length) {
      return Double.parseDouble(text());
    }
    double whole = digits;
    double value = power < 0 ? whole / POWERS[-power] : whole * POWERS[power];
    return negative && !(integer && digits == 0) ? -value : value; // there is no integer -0
  }

  /** As it was written. */
  String text() {
    return new String(bytes, start, position - start, StandardCharsets.ISO_8859_1);
  }
}
