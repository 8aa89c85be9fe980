package io.bayou.app.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The terminal that standard output goes to. Java 17 does not know whether there is one, nor its
 * size; the usual Unix tools do.
 */
public final class Terminal {
  /** Cells of a line, and lines. */
  public record Size(int columns, int rows) {}

  static final Size DEFAULT = new Size(80, 24);

  /* A resized window should look right again soon. */
  private static final Duration SIZE_MAX_AGE = Duration.ofSeconds(2);

  private final Map<String, String> environment;
  private Size size;
  private long askedAt;

  Terminal(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * The terminal, unless the output goes elsewhere or to one that cannot move its cursor.
   *
   * @param environment the variables of this process; without TERM there is no terminal
   */
  public static Optional<Terminal> find(Map<String, String> environment) {
    String type = environment.getOrDefault("TERM", "dumb");
    boolean found = !type.equals("dumb") && shell("test -t 1", Redirect.INHERIT).isPresent();
    return found ? Optional.of(new Terminal(environment)) : Optional.empty();
  }

  /** Whether the user wants colours (see no-color.org). */
  public boolean colors() {
    return environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** The size from COLUMNS and LINES, or else of the window, or else the default. */
  public synchronized Size size() {
    long now = System.nanoTime();
    if (size == null || now - askedAt > SIZE_MAX_AGE.toNanos()) {
      size = measure();
      askedAt = now;
    }
    return size;
  }

  private Size measure() {
    int columns = number(environment.get("COLUMNS"));
    int rows = number(environment.get("LINES"));
    Size window = columns > 0 && rows > 0 ? DEFAULT : window();
    return new Size(columns > 0 ? columns : window.columns, rows > 0 ? rows : window.rows);
  }

  private static Size window() {
    return parse(shell("stty size </dev/tty", Redirect.PIPE).orElse(""));
  }

  /** Reads {@code rows columns}, as stty writes them; the default size if it is anything else. */
  static Size parse(String rowsAndColumns) {
    String[] numbers = rowsAndColumns.strip().split(" ");
    int rows = number(numbers[0]);
    int columns = numbers.length == 2 ? number(numbers[1]) : 0;
    return rows > 0 && columns > 0 ? new Size(columns, rows) : DEFAULT;
  }

  private static int number(String text) {
    return text != null && text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
  }

  /** The output of a command if it succeeds; empty also on a system without a shell. */
  private static Optional<String> shell(String command, Redirect output) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", command)
              .redirectOutput(output)
              .redirectError(Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(5, SECONDS)) {
        process.destroyForcibly();
        return Optional.empty();
      }
      String said = new String(process.getInputStream().readAllBytes(), US_ASCII);
      return process.exitValue() == 0 ? Optional.of(said) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
