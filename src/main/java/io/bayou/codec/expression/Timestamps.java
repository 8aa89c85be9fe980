package io.bayou.codec.expression;

import io.bayou.codec.expression.RecordValues.Kind;

/**
 * Reads timestamps. A number is the time since 1970, in the unit that its magnitude suggests. A
 * text is ISO 8601, such as {@code 2026-03-01T12:30:00.5+02:00}: a date, perhaps a time after a T
 * or a space, perhaps an offset; without one it is UTC. A text that is a number is read as one.
 */
public final class Timestamps {
  /** There is no timestamp. */
  public static final long MISSING = Long.MIN_VALUE;

  static final int NO_OFFSET = Integer.MIN_VALUE;

  private static final double SECONDS_BELOW = 1e11;
  private static final double MILLIS_BELOW = 1e14;
  private static final double MICROS_BELOW = 1e17;
  private static final double NANOS_BELOW = 0x1p63;

  private static final int DATE_END = 10;
  private static final int MINUTE_END = 16;
  private static final int SECOND_END = 19;
  private static final int LARGEST_OFFSET = 18 * 3_600;

  private Timestamps() {}

  /** Milliseconds since 1970, or {@link #MISSING}. */
  public static long millis(RecordValues values, int slot) {
    Kind kind = values.kind(slot);
    long micros =
        kind == Kind.NUMBER
            ? micros(values.number(slot))
            : kind == Kind.TEXT ? micros(values.text(slot)) : MISSING;
    return micros == MISSING ? MISSING : Math.floorDiv(micros, 1_000L);
  }

  static long micros(Term term) {
    return switch (term.kind()) {
      case NUMBER -> micros(term.asNumber());
      case TEXT -> micros(term.asText());
      case ABSENT, NULL, BOOLEAN, TOKENS, OTHER -> MISSING;
    };
  }

  /** Microseconds since 1970: they hold every year that a text can have. */
  static long micros(double number) {
    double magnitude = Math.abs(number);
    if (magnitude < SECONDS_BELOW) {
      return scaled(number, 1_000_000L);
    }
    if (magnitude < MILLIS_BELOW) {
      return scaled(number, 1_000L);
    }
    if (magnitude < MICROS_BELOW) {
      return (long) Math.floor(number);
    }
    return magnitude < NANOS_BELOW ? Math.floorDiv((long) number, 1_000L) : MISSING; // or NaN
  }

  /* The product of large numbers would not be exact. */
  private static long scaled(double number, long factor) {
    double whole = Math.floor(number);
    return ((long) whole) * factor + (long) Math.rint((number - whole) * factor);
  }

  static long micros(String text) {
    if (text.length() < DATE_END || text.charAt(4) != '-' || text.charAt(7) != '-') {
      return micros(Decimals.parse(text));
    }
    int year = digits(text, 0, 4);
    int month = digits(text, 5, 2);
    int day = digits(text, 8, 2);
    if (year < 0 || !Calendar.isDate(year, month, day)) {
      return MISSING;
    }
    long midnight = Calendar.days(year, month, day) * 86_400L;
    return text.length() == DATE_END ? midnight * 1_000_000L : withTime(text, midnight);
  }

  private static long withTime(String text, long midnight) {
    int minutes = minutes(text);
    boolean hasSecond = has(text, MINUTE_END, ':');
    int second = hasSecond ? digits(text, MINUTE_END + 1, 2) : 0;
    if (minutes < 0 || second < 0 || second > 60) { // 60: a leap second
      return MISSING;
    }
    int end = hasSecond ? SECOND_END : MINUTE_END;
    long micros = 0;
    if (hasSecond && has(text, end, '.')) {
      int from = end + 1;
      end = Decimals.digitsEnd(text, from);
      if (end == from) {
        return MISSING;
      }
      micros = fraction(text, from, end);
    }
    int offset = end == text.length() ? 0 : offset(text, end);
    return offset == NO_OFFSET
        ? MISSING
        : (midnight + minutes * 60L + second - offset) * 1_000_000L + micros;
  }

  /* Minutes since midnight; -1 if there is no time. */
  private static int minutes(String text) {
    boolean separated =
        has(text, DATE_END, 'T') || has(text, DATE_END, ' ') || has(text, DATE_END, 't');
    int hour = digits(text, DATE_END + 1, 2);
    int minute = digits(text, DATE_END + 4, 2);
    boolean valid = separated && has(text, DATE_END + 3, ':') && hour >= 0 && minute >= 0;
    return valid && hour < 24 && minute < 60 ? 60 * hour + minute : -1;
  }

  /* Further digits are cut off. */
  private static long fraction(String text, int from, int end) {
    long micros = 0;
    for (int i = 0; i < 6; i++) {
      micros = 10 * micros + (from + i < end ? text.charAt(from + i) - '0' : 0);
    }
    return micros;
  }

  /** Seconds that a text such as Z, +02, +0200 or +02:00 is ahead of UTC, or NO_OFFSET. */
  static int offset(String text, int from) {
    int length = text.length() - from;
    if (length == 1 && (has(text, from, 'Z') || has(text, from, 'z'))) {
      return 0;
    }
    boolean negative = has(text, from, '-');
    int hours = digits(text, from + 1, 2);
    if (hours < 0 || !(negative || has(text, from, '+'))) {
      return NO_OFFSET;
    }
    boolean colon = has(text, from + 3, ':');
    int minutes = length == 3 ? 0 : digits(text, from + (colon ? 4 : 3), 2);
    boolean valid = (length == 3 || length == (colon ? 6 : 5)) && minutes >= 0 && minutes < 60;
    int seconds = 3_600 * hours + 60 * minutes;
    return valid && seconds <= LARGEST_OFFSET ? (negative ? -seconds : seconds) : NO_OFFSET;
  }

  private static boolean has(String text, int position, char c) {
    return position < text.length() && text.charAt(position) == c;
  }

  /* The number that some digits are; -1 if there are not as many. */
  private static int digits(String text, int from, int count) {
    if (from + count > text.length()) {
      return -1;
    }
    int number = 0;
    for (int i = from; i < from + count; i++) {
      if (!Decimals.isDigit(text.charAt(i))) {
        return -1;
      }
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }
}
