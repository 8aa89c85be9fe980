package io.bayou.app.cli;

import static java.util.Objects.requireNonNull;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * One line on a terminal: how much of the work is done, the rate, and the time left. Silent if
 * there is no terminal: in a pipe, a log or a test.
 */
public final class Progress implements AutoCloseable {
  private static final long NANOS_BETWEEN_UPDATES = 100_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean watched;
  private final LongSupplier nanoClock;
  private final String what;
  private final long total;
  private final long start;
  private long nextUpdate;
  private boolean shown;

  /**
   * Shows progress if the program runs on a terminal.
   *
   * @param out the terminal: stderr, so that stdout stays clean
   * @param what the work, such as "evaluating"
   * @param total the amount of work; 0 if unknown
   */
  public static Progress on(PrintWriter out, String what, long total) {
    return new Progress(out, isTerminal(), System::nanoTime, what, total);
  }

  Progress(PrintWriter out, boolean watched, LongSupplier nanoClock, String what, long total) {
    this.out = requireNonNull(out, "out");
    this.watched = watched;
    this.nanoClock = nanoClock;
    this.what = requireNonNull(what, "what");
    this.total = total;
    start = watched ? nanoClock.getAsLong() : 0;
    nextUpdate = start + NANOS_BETWEEN_UPDATES;
  }

  /** Updates the line; cheap enough for every thousandth step of an inner loop. */
  public void update(long done) {
    if (!watched) {
      return;
    }
    long now = nanoClock.getAsLong();
    if (now - nextUpdate >= 0) {
      nextUpdate = now + NANOS_BETWEEN_UPDATES;
      shown = true;
      out.print(CLEAR_LINE + line(done, (now - start) / NANOS_PER_SECOND));
      out.flush();
    }
  }

  private String line(long done, double seconds) {
    double rate = done / seconds;
    String line = String.format(Locale.ROOT, "%s %,d", what, done);
    if (total > 0) {
      line += String.format(Locale.ROOT, " of %,d (%d %%)", total, 100 * done / total);
    }
    line += ", " + Display.rate(rate);
    return total > 0 && done > 0
        ? line + ", " + Display.seconds((total - done) / rate) + " left"
        : line;
  }

  /** Removes the line. */
  @Override
  public void close() {
    if (shown) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  /**
   * Whether there is a terminal. From JDK 22 on there may be a console without a terminal; only
   * then does it have isTerminal().
   */
  @SuppressWarnings("SystemConsoleNull") // it is null on older ones
  public static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException olderThan22) {
      return true;
    }
  }
}
