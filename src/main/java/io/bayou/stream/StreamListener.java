package io.bayou.stream;

import io.bayou.model.Answer;
import io.bayou.model.Example;

/** Observes a stream. Called by its threads: must be quick, and must not block or throw. */
public interface StreamListener {
  /** Nobody listens. */
  StreamListener NONE = new StreamListener() {};

  /** Whether it wants the next answer. Called for every answer, so it must be cheap. */
  default boolean wantsAnswer(long now) {
    return false;
  }

  /**
   * An answer that was given, with its explanation where there is one. Both are buffers of the
   * stream and must not be kept.
   */
  default void answered(Example example, Answer answer) {}

  /** How long a version took to score and learn an event; told of about one event in 64. */
  default void learnedIn(long nanos) {}

  /** How long a version took to answer an event; told of about one event in 64. */
  default void predictedIn(long nanos) {}

  /**
   * How long after its event an answer was given, in milliseconds; told of about one event in 64.
   */
  default void answeredAfter(long millis) {}

  /**
   * A record that was refused.
   *
   * @param value of the record, which must not be changed; null if it has none, or none at hand
   */
  default void refused(
      String topic, int partition, long offset, String reason, String message, byte[] value) {}
}
