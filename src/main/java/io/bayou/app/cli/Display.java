package io.bayou.app.cli;

import java.util.Locale;

/** Formats numbers and names for a terminal. */
public final class Display {
  private Display() {}

  /** Such as "1.25 M/s". */
  public static String rate(double perSecond) {
    if (perSecond >= 1e6) {
      return digits(perSecond / 1e6) + " M/s";
    }
    return perSecond >= 1e3 ? digits(perSecond / 1e3) + " k/s" : digits(perSecond) + " /s";
  }

  /** Such as "250 ms", "12.5 s" or "3 min 20 s". */
  public static String seconds(double seconds) {
    if (seconds < 1.0) {
      return digits(seconds * 1e3) + " ms";
    }
    if (seconds < 100.0) {
      return digits(seconds) + " s";
    }
    long whole = Math.round(seconds);
    return whole / 60 + " min " + whole % 60 + " s";
  }

  /** A name from the data without control characters. */
  public static String name(String text) {
    return text.codePoints()
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static String digits(double value) {
    String format = value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }
}
