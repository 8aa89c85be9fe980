package io.bayou.demo;

import java.time.Duration;
import java.util.Optional;

/**
 * A record that is sent.
 *
 * @param delay how long after its event
 * @param label that the record brings to an event which was sent before
 */
record DemoRecord(String topic, String key, String value, Duration delay, Optional<String> label) {
  /** A record that is sent at once. */
  static DemoRecord now(String topic, String key, String value) {
    return new DemoRecord(topic, key, value, Duration.ZERO, Optional.empty());
  }
}
