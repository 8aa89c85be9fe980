package io.bayou.app.cli;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** A time in the past as a user writes it. */
public final class PastTime {
  private PastTime() {}

  /**
   * Reads 2026-01-31, 2026-01-31T12:00:00Z, or how long ago: 90m, 12h, 7d.
   *
   * @return milliseconds since 1970
   * @throws ParameterException if it is none of these, or in the future
   */
  public static long millis(String text, CommandLine command) {
    long time = parse(text, command);
    if (time > System.currentTimeMillis()) {
      throw new ParameterException(command, "'" + text + "' is in the future: there is no event");
    }
    return time;
  }

  private static long parse(String text, CommandLine command) {
    try {
      if (text.matches("[0-9]+[a-z]+")) {
        return System.currentTimeMillis() - new DurationConverter().convert(text).toMillis();
      }
      return text.contains("T")
          ? Instant.parse(text).toEpochMilli()
          : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    } catch (DateTimeParseException | TypeConversionException e) {
      throw new ParameterException(
          command,
          "'" + text + "' is not a time such as 2026-01-31, 2026-01-31T12:00:00Z or 7d (ago)",
          e);
    }
  }
}
