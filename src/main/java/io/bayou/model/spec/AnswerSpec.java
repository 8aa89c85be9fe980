package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What is made of a posterior before it is published.
 *
 * @param decide how to decide by costs; absent: not at all
 */
public record AnswerSpec(Optional<DecideSpec> decide) {
  /** The posterior, and nothing else. */
  public static final AnswerSpec DEFAULT = new AnswerSpec(Optional.empty());

  public AnswerSpec {
    requireNonNull(decide, "decide");
  }

  public AnswerSpec withDecide(DecideSpec value) {
    return new AnswerSpec(Optional.of(value));
  }
}
