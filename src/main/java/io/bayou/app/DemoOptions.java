package io.bayou.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the user wants of the demo.
 *
 * @param dataDirectory where its data stays; empty: it is thrown away in the end
 * @param duration how long to stream; empty: until it is stopped
 * @param rate events per second
 * @param partitions of the event topics, when they are created
 */
record DemoOptions(
    Optional<Path> dataDirectory,
    Optional<Duration> duration,
    int rate,
    long seed,
    int partitions) {
  private static final int HIGHEST_RATE = 1_000_000;
  private static final int MOST_PARTITIONS = 100;

  DemoOptions {
    require("--rate", rate, HIGHEST_RATE);
    require("--partitions", partitions, MOST_PARTITIONS);
  }

  private static void require(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          name + " must be between 1 and " + most + ", was " + value);
    }
  }
}
