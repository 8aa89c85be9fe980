package io.bayou.app.models;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.PastTime;
import io.bayou.replay.StartPoint;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The start of a replay; an {@code @ArgGroup}. */
final class StartOptions {
  private static final Pattern LINE = Pattern.compile("(\\S+-[0-9]{1,9})\\s+([0-9]{1,18})");

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Start at events of this time: 2026-01-31, 2026-01-31T12:00:00Z, or this long ago: 90m,"
              + " 12h, 7d.")
  private String since;

  @Option(
      names = "--from-offsets",
      paramLabel = "FILE",
      description = "Start at these offsets: lines such as 'bayou.labeled-0 1200'.")
  private Path offsets;

  static StartPoint read(StartOptions options, CommandLine command) {
    if (options == null) {
      return new StartPoint.Beginning();
    }
    return options.since != null
        ? new StartPoint.Since(PastTime.millis(options.since, command))
        : new StartPoint.Offsets(read(options.offsets, command));
  }

  private static SortedMap<String, Long> read(Path file, CommandLine command) {
    SortedMap<String, Long> offsets = new TreeMap<>();
    int number = 0;
    for (String line : InputFiles.text(file, command).lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Matcher parts = LINE.matcher(line.strip());
      if (!parts.matches()) {
        throw new CommandFailed(
            file + ", line " + number + ": not 'topic-partition offset': " + line);
      }
      offsets.put(parts.group(1), Long.parseLong(parts.group(2)));
    }
    return offsets;
  }
}
