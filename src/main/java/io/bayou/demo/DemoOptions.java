package io.bayou.demo;

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
 * @param httpPort where to serve HTTP, or on the next port that is free; 0: anywhere
 */
record DemoOptions(
    Optional<Path> dataDirectory,
    Optional<Duration> duration,
    int rate,
    long seed,
    int partitions,
    int httpPort,
    StreamChoice stream) {
  private static final int HIGHEST_RATE = 1_000_000;
  private static final int MAX_PARTITIONS = 100;
  private static final int HIGHEST_PORT = 65_535;

  DemoOptions {
    require("--rate", rate, HIGHEST_RATE);
    require("--partitions", partitions, MAX_PARTITIONS);
    if (httpPort < 0 || httpPort > HIGHEST_PORT) {
      throw new IllegalArgumentException(
          "--port must be between 0 and " + HIGHEST_PORT + ", was " + httpPort);
    }
  }

  private static void require(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          name + " must be between 1 and " + most + ", was " + value);
    }
  }
}
