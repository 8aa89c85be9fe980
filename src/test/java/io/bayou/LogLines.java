package io.bayou;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.logging.log4j.core.config.Configurator;

/** The lines that a class logs from level INFO on, until this is closed. */
public final class LogLines implements AutoCloseable {
  private static final String LEVEL = "bayou.log.level"; // see log4j2.properties

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private final Pattern line;

  /** Begins to take down what a class logs. */
  public LogLines(Class<?> type) {
    line = Pattern.compile("\\S+ (\\S+) +" + Pattern.quote(type.getSimpleName()) + " - (.*)");
    System.setProperty(LEVEL, "info");
    Configurator.reconfigure();
    System.setErr(new PrintStream(taken, true, UTF_8));
  }

  /** As {@code LEVEL message}, the oldest first. */
  public List<String> lines() {
    return taken
        .toString(UTF_8)
        .lines()
        .map(line::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group(1) + " " + found.group(2))
        .toList();
  }

  @Override
  public void close() {
    System.setErr(before);
    System.clearProperty(LEVEL);
    Configurator.reconfigure();
  }
}
