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
    StreamChoice stream) {}
