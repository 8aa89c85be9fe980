package io.bayou.demo;

import io.bayou.config.AppConfig;
import java.time.Duration;
import java.util.Optional;

/**
 * The state of the demo at one moment.
 *
 * @param stream the name of the stream
 * @param duration when it ends by itself, if it does
 * @param learned how many examples the model has learned in all
 */
public record DemoState(
    String stream,
    AppConfig config,
    Duration elapsed,
    Optional<Duration> duration,
    double eventsPerSecond,
    long learned,
    Standings score) {}
