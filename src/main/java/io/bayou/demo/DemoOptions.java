package io.bayou.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The options of the demo.
 *
 * @param dataDirectory where its data is kept; empty: a temporary directory
 * @param duration how long to stream; empty: until it is stopped
 * @param rate events per second
 * @param partitions of the event topics, when they are created
 * @param httpPort for HTTP; if it is taken, the next free one; 0: any
 */
record DemoOptions(
    Optional<Path> dataDirectory,
    Optional<Duration> duration,
    int rate,
    long seed,
    int partitions,
    int httpPort,
    StreamChoice stream) {
  private static final int MAX_RATE = 1_000_000;
  private static final int MAX_PARTITIONS = 100;
  private static final int MAX_PORT = 65_535;

  DemoOptions {
    require("--rate", rate, 1, MAX_RATE);
    require("--partitions", partitions, 1, MAX_PARTITIONS);
    require("--port", httpPort, 0, MAX_PORT);
  }

  private static void require(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be between " + min + " and " + max + ", was " + value);
    }
  }
}
