package io.bayou.codec.csv;

import java.util.Locale;

/** Numbers and truth values as people and programs write them into CSV files. */
final class CsvNumbers {
  private CsvNumbers() {}

  static boolean isNumber(String cell) {
    String text = cell.strip();
    return isDecimal(text) || isSpecial(text);
  }

  /**
   * The number in a cell; blanks around it do not matter.
   *
   * @throws NumberFormatException if it is none
   */
  static double number(String cell) {
    String text = cell.strip();
    if (isDecimal(text)) {
      return Double.parseDouble(text);
    }
    if (!isSpecial(text)) {
      throw new NumberFormatException("not a number");
    }
    String word = text.toLowerCase(Locale.ROOT);
    if (word.endsWith("nan")) {
      return Double.NaN;
    }
    return word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }

  /** 1, 0, or -1 for a cell that is neither true nor false. */
  static int truth(String cell) {
    return switch (cell.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "1", "1.0" -> 1;
      case "false", "no", "0", "0.0" -> 0;
      default -> -1;
    };
  }

  /* Double.parseDouble also takes "1f", "0x1p3" and "NaN": codes and words, not measurements. */
  private static boolean isDecimal(String text) {
    int i = 0;
    int digits = 0;
    int n = text.length();
    if (i < n && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
      i++;
    }
    for (; i < n && (isDigit(text.charAt(i)) || text.charAt(i) == '.'); i++) {
      digits += isDigit(text.charAt(i)) ? 1 : 0;
    }
    return digits > 0
        && text.indexOf('.') == text.lastIndexOf('.')
        && (i == n || isExponent(text, i));
  }

  private static boolean isExponent(String text, int from) {
    if (text.charAt(from) != 'e' && text.charAt(from) != 'E') {
      return false;
    }
    int i = from + 1;
    int n = text.length();
    if (i < n && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
      i++;
    }
    boolean any = i < n;
    for (; i < n; i++) {
      any &= isDigit(text.charAt(i));
    }
    return any;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isSpecial(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    return switch (word.startsWith("-") || word.startsWith("+") ? word.substring(1) : word) {
      case "nan", "inf", "infinity" -> true;
      default -> false;
    };
  }
}
