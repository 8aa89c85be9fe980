package io.bayou.app.models;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.replay.StartPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The start of a replay; an {@code @ArgGroup}. */
final class StartOptions {
  private static final Pattern AGO = Pattern.compile("([0-9]{1,6})(s|m|h|d)");
  private static final Pattern LINE = Pattern.compile("(\\S+)-([0-9]{1,9})\\s+([0-9]{1,18})");

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Begin with events of this time: 2026-01-31, 2026-01-31T12:00:00Z, or so long ago: 90m,"
              + " 12h, 7d.")
  private String since;

  @Option(
      names = "--from-offsets",
      paramLabel = "FILE",
      description = "Begin with these offsets: lines such as 'bayou.labeled-0 1200'.")
  private Path offsets;

  static StartPoint read(StartOptions options, CommandLine command) {
    if (options == null) {
      return new StartPoint.Beginning();
    }
    return options.since != null
        ? new StartPoint.Since(millis(options.since, command))
        : new StartPoint.Offsets(read(options.offsets, command));
  }

  private static long millis(String text, CommandLine command) {
    Matcher ago = AGO.matcher(text);
    if (ago.matches()) {
      long seconds =
          Long.parseLong(ago.group(1))
              * switch (ago.group(2)) {
                case "s" -> 1;
                case "m" -> 60;
                case "h" -> 3_600;
                default -> 86_400;
              };
      return System.currentTimeMillis() - 1_000 * seconds;
    }
    try {
      return text.contains("T")
          ? Instant.parse(text).toEpochMilli()
          : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new ParameterException(
          command,
          "'" + text + "' is not a time; give 2026-01-31, 2026-01-31T12:00:00Z, or so long ago: 7d",
          e);
    }
  }

  private static SortedMap<String, Long> read(Path file, CommandLine command) {
    InputFiles.require(file, command);
    SortedMap<String, Long> offsets = new TreeMap<>();
    int number = 0;
    try {
      for (String line : Files.readAllLines(file)) {
        number++;
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        Matcher parts = LINE.matcher(line.strip());
        if (!parts.matches()) {
          throw new CommandFailed(
              file + ", line " + number + ": not 'topic-partition offset': " + line);
        }
        offsets.put(parts.group(1) + "-" + parts.group(2), Long.parseLong(parts.group(3)));
      }
    } catch (IOException e) {
      throw InputFiles.unreadable(file, e);
    }
    return offsets;
  }
}
