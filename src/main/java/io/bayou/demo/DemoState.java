package io.bayou.demo;

import java.time.Duration;
import java.util.Optional;

/**
 * The state of the demo at one moment.
 *
 * @param duration when it ends by itself, if it does
 * @param learned how many examples the model has learned in all
 */
public record DemoState(
    Setting setting,
    Duration elapsed,
    Optional<Duration> duration,
    double eventsPerSecond,
    long learned,
    Standings score) {

  /** The part that stays the same. */
  public record Setting(
      String stream,
      String bootstrapServers,
      String labeledTopic,
      String unlabeledTopic,
      String deadLettersTopic) {}
}
