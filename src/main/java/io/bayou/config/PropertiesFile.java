package io.bayou.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;

/** Reads a file in the format of {@link Properties} and records the line of each setting. */
final class PropertiesFile {
  private PropertiesFile() {}

  /**
   * Reads all settings in order.
   *
   * @throws ConfigException if the file cannot be read or is not in the format
   */
  static List<Given> read(Path file) {
    List<String> lines = lines(file);
    List<Given> settings = new ArrayList<>();
    StringBuilder logical = new StringBuilder();
    int start = 1;
    for (int i = 0; i < lines.size(); i++) {
      logical.append(lines.get(i)).append('\n');
      boolean comment = logical.toString().stripLeading().matches("(?s)[#!].*");
      if (comment || !isContinued(lines.get(i)) || i == lines.size() - 1) {
        settings.addAll(parse(logical.toString(), file + ":" + start));
        logical.setLength(0);
        start = i + 2;
      }
    }
    return settings;
  }

  private static List<String> lines(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw unreadable(file, "it is a directory");
      }
      return Files.readAllLines(file, UTF_8);
    } catch (NoSuchFileException e) {
      throw unreadable(file, "there is no such file");
    } catch (AccessDeniedException e) {
      throw unreadable(file, "permission denied");
    } catch (CharacterCodingException e) {
      throw unreadable(file, "it is not UTF-8 text");
    } catch (IOException e) {
      throw unreadable(file, e.toString());
    }
  }

  private static ConfigException unreadable(Path file, String reason) {
    return new ConfigException("cannot read settings from " + file + ": " + reason);
  }

  /** A line continues after an odd number of backslashes. */
  private static boolean isContinued(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\\') {
      end--;
    }
    return (line.length() - end) % 2 == 1;
  }

  /* Properties has no line numbers, so it gets one logical line at a time. */
  private static List<Given> parse(String logicalLine, String origin) {
    Properties parsed = new Properties();
    try {
      parsed.load(new StringReader(logicalLine));
    } catch (IllegalArgumentException e) {
      throw new ConfigException("a \\u in " + origin + " is not followed by four hex digits");
    } catch (IOException e) {
      throw new AssertionError("a string cannot fail to be read", e);
    }
    return parsed.stringPropertyNames().stream()
        .map(name -> new Given(name, parsed.getProperty(name).strip(), origin))
        .toList();
  }
}
