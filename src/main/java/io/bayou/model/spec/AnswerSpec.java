package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is made of a posterior before it is published.
 *
 * @param calibrate how probabilities are corrected; absent: as {@link ModelSpec#calibration} says
 * @param decide how to decide by costs; absent: not at all
 * @param coverage the share of events whose class is to be in the prediction set; absent: there are
 *     no sets
 * @param novelty the share of events that may be flagged as novel while nothing is; absent: none is
 * @param review which events people are asked about; absent: none
 */
public record AnswerSpec(
    Optional<Calibration> calibrate,
    Optional<DecideSpec> decide,
    OptionalDouble coverage,
    OptionalDouble novelty,
    Optional<ReviewSpec> review) {
  /** The posterior, and nothing else. */
  public static final AnswerSpec DEFAULT =
      new AnswerSpec(
          Optional.empty(),
          Optional.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Optional.empty());

  public AnswerSpec {
    requireNonNull(calibrate, "calibrate");
    requireNonNull(decide, "decide");
    requireShare("coverage", coverage);
    requireShare("novelty", novelty);
    requireNonNull(review, "review");
  }

  private static void requireShare(String name, OptionalDouble share) {
    share.ifPresent(
        value -> {
          if (!(value > 0.0 && value < 1.0)) {
            throw new IllegalArgumentException(name + " must be above 0 and below 1, was " + value);
          }
        });
  }

  public AnswerSpec withCalibration(Calibration value) {
    return new AnswerSpec(Optional.of(value), decide, coverage, novelty, review);
  }

  public AnswerSpec withDecide(DecideSpec value) {
    return new AnswerSpec(calibrate, Optional.of(value), coverage, novelty, review);
  }

  public AnswerSpec withCoverage(double value) {
    return new AnswerSpec(calibrate, decide, OptionalDouble.of(value), novelty, review);
  }

  public AnswerSpec withNovelty(double value) {
    return new AnswerSpec(calibrate, decide, coverage, OptionalDouble.of(value), review);
  }

  public AnswerSpec withReview(ReviewSpec value) {
    return new AnswerSpec(calibrate, decide, coverage, novelty, Optional.of(value));
  }

  /** Whether answers are compared with earlier ones. */
  public boolean needsReference() {
    return coverage.isPresent() || novelty.isPresent();
  }

  /** Whether it says nothing of what only a whole model can do. */
  public boolean suitsMembers() {
    return decide.isEmpty() && !needsReference() && review.isEmpty();
  }
}
