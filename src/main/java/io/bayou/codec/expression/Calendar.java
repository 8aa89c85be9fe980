package io.bayou.codec.expression;

/** Dates of the proleptic Gregorian calendar and days since 1970-01-01. */
final class Calendar {
  /* Howard Hinnant, "chrono-compatible low-level date algorithms" (2013). Years begin in March, so
   * that the day that leap years add is their last. Era: 400 years. */
  private static final long DAYS_OF_ERA = 146_097;
  private static final long EPOCH = 719_468; // 1970-01-01, counted from 0000-03-01

  private Calendar() {}

  static boolean isDate(int year, int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  }

  private static int daysOf(int year, int month) {
    if (month == 2) {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  static long days(int year, int month, int day) {
    long fromMarch = month > 2 ? year : year - 1L;
    long era = Math.floorDiv(fromMarch, 400L);
    long yearOfEra = fromMarch - era * 400;
    long dayOfYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * DAYS_OF_ERA + dayOfEra - EPOCH;
  }

  static long year(long days) {
    long era = Math.floorDiv(days + EPOCH, DAYS_OF_ERA);
    return era * 400 + yearOfEra(days) + (month(days) <= 2 ? 1 : 0);
  }

  static long month(long days) {
    long fromMarch = monthFromMarch(dayOfYear(days));
    return fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  }

  static long day(long days) {
    long dayOfYear = dayOfYear(days);
    return dayOfYear - (153 * monthFromMarch(dayOfYear) + 2) / 5 + 1;
  }

  private static long monthFromMarch(long dayOfYear) {
    return (5 * dayOfYear + 2) / 153;
  }

  private static long dayOfYear(long days) {
    long year = yearOfEra(days);
    return dayOfEra(days) - (365 * year + year / 4 - year / 100);
  }

  private static long yearOfEra(long days) {
    long day = dayOfEra(days);
    return (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
  }

  private static long dayOfEra(long days) {
    return Math.floorMod(days + EPOCH, DAYS_OF_ERA);
  }
}
