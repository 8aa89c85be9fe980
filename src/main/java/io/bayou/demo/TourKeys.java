package io.bayou.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What the visitor of the tour presses. */
interface TourKeys {
  /** Nobody presses anything, and nobody has to. */
  TourKeys NONE = stop -> !stop.isDone();

  /**
   * Waits for Enter.
   *
   * @param stop done when the command is stopped
   * @return whether the tour goes on
   */
  boolean goOn(Future<?> stop) throws InterruptedException;

  /**
   * Reads lines: q ends the tour, every other line goes on. Where input ends, nobody is waiting.
   */
  static TourKeys read(InputStream input) {
    return new Lines(input);
  }

  /** A thread reads, because reading cannot be interrupted. */
  final class Lines implements TourKeys {
    private static final long POLL_MILLIS = 100;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final BufferedReader reader;
    private volatile boolean ended;

    private Lines(InputStream input) {
      reader = new BufferedReader(new InputStreamReader(input, Charset.defaultCharset()));
      Thread thread = new Thread(this::read, "tour-keys");
      thread.setDaemon(true);
      thread.start();
    }

    private void read() {
      try {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          lines.add(line);
        }
      } catch (IOException e) {
        lines.add("q"); // the terminal is gone
      }
      ended = true;
    }

    @Override
    public boolean goOn(Future<?> stop) throws InterruptedException {
      while (!stop.isDone()) {
        boolean last = ended; // before the queue is looked at
        String line = lines.poll(last ? 0 : POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (line != null) {
          return !line.strip().toLowerCase(Locale.ROOT).startsWith("q");
        }
        if (last) {
          return true;
        }
      }
      return false;
    }
  }
}
