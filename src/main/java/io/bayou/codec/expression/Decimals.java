package io.bayou.codec.expression;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as text, and texts that are numbers: the same on every platform. */
final class Decimals {
  /* With 15 digits every decimal number comes back as it was written, with 17 every double does. */
  private static final int FEWEST_DIGITS = 15;
  private static final int MOST_DIGITS = 17;
  private static final double EXACT = 1e15;

  private Decimals() {}

  /** The number that a text is, such as -1.5e3; NaN if it is none, or too large for a double. */
  static double parse(String text) {
    if (!isDecimal(text)) {
      return Double.NaN;
    }
    double number = Double.parseDouble(text);
    return Double.isInfinite(number) ? Double.NaN : number;
  }

  /* Double.parseDouble takes more: hexadecimal digits, 1d, NaN, spaces. And it throws. */
  private static boolean isDecimal(String text) {
    int start = !text.isEmpty() && isSign(text.charAt(0)) ? 1 : 0;
    int whole = digitsEnd(text, start);
    int end = whole;
    int digits = whole - start;
    if (end < text.length() && text.charAt(end) == '.') {
      end = digitsEnd(text, whole + 1);
      digits += end - whole - 1;
    }
    if (digits == 0) {
      return false;
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int exponent = end + 1;
      exponent += exponent < text.length() && isSign(text.charAt(exponent)) ? 1 : 0;
      end = digitsEnd(text, exponent);
      return end > exponent && end == text.length();
    }
    return end == text.length();
  }

  private static boolean isSign(char c) {
    return c == '-' || c == '+';
  }

  /** Where the digits from a position on end. */
  static int digitsEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * A finite number as text: 3 rather than 3.0, and otherwise as JDK 19 and later write it. Earlier
   * ones have other digits for some numbers, and what is learned must not depend on the JDK.
   */
  static String text(double number) {
    if (number == Math.rint(number) && Math.abs(number) < EXACT) {
      return Long.toString((long) number);
    }
    BigDecimal shortest = shortest(number);
    String digits = shortest.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - shortest.scale();
    String sign = number < 0.0 ? "-" : "";
    if (exponent >= -3 && exponent < 7) {
      return sign + shortest.abs().toPlainString();
    }
    String fraction = digits.length() == 1 ? "0" : digits.substring(1);
    return sign + digits.charAt(0) + "." + fraction + "E" + exponent;
  }

  private static BigDecimal shortest(double number) {
    BigDecimal exact = new BigDecimal(number);
    for (int digits = FEWEST_DIGITS; digits < MOST_DIGITS; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == number) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(MOST_DIGITS, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }
}
