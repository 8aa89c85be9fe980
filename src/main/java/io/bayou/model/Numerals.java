package io.bayou.model;

/** Numbers that are spelled as strings, as decimals of databases often are. */
final class Numerals {
  /** No decimal of a database is longer; a long text is none, and costs nothing. */
  private static final int MAX_LENGTH = 64;

  private Numerals() {}

  /** The number that a string spells; NaN if it spells none. */
  static double parse(String text) {
    return isNumeral(text) ? Double.parseDouble(text) : Double.NaN;
  }

  /* Double.parseDouble takes more: hexadecimal digits, 1d, NaN, spaces. And it throws. */
  private static boolean isNumeral(String text) {
    int length = text.length();
    if (length > MAX_LENGTH) {
      return false;
    }
    int start = length > 0 && isSign(text.charAt(0)) ? 1 : 0;
    int whole = digits(text, start);
    boolean point = whole < length && text.charAt(whole) == '.';
    int end = point ? digits(text, whole + 1) : whole;
    int count = end - start - (point ? 1 : 0);
    return count > 0 && (end == length || isExponent(text, end));
  }

  private static boolean isExponent(String text, int at) {
    if (text.charAt(at) != 'e' && text.charAt(at) != 'E') {
      return false;
    }
    int start = at + 1 < text.length() && isSign(text.charAt(at + 1)) ? at + 2 : at + 1;
    int end = digits(text, start);
    return end > start && end == text.length();
  }

  private static boolean isSign(char c) {
    return c == '-' || c == '+';
  }

  /* The position after the digits that begin at a position. */
  private static int digits(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i;
  }
}
