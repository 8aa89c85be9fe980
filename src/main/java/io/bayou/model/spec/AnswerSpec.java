package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What is made of a posterior before it is published.
 *
 * @param calibrate how probabilities are corrected; absent: as {@link ModelSpec#calibration} says
 * @param decide how to decide by costs; absent: not at all
 */
public record AnswerSpec(Optional<Calibration> calibrate, Optional<DecideSpec> decide) {
  /** The posterior, and nothing else. */
  public static final AnswerSpec DEFAULT = new AnswerSpec(Optional.empty(), Optional.empty());

  public AnswerSpec {
    requireNonNull(calibrate, "calibrate");
    requireNonNull(decide, "decide");
  }

  public AnswerSpec withCalibration(Calibration value) {
    return new AnswerSpec(Optional.of(value), decide);
  }

  public AnswerSpec withDecide(DecideSpec value) {
    return new AnswerSpec(calibrate, Optional.of(value));
  }

  /** Whether it says nothing of what only a whole model can do. */
  public boolean suitsMembers() {
    return decide.isEmpty();
  }
}
