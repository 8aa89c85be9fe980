package io.bayou.model.eval;

import java.util.List;

/**
 * How good answers were before they were calibrated. Sums, so that sources add up.
 *
 * @param logLoss sum of -ln p(true label), as in {@link Scores#logLoss}
 * @param calibration events by top probability, as in {@link Scores#calibration}; empty if the
 *     model does not calibrate
 */
public record RawScores(double logLoss, List<Scores.Bin> calibration) {
  /** Nothing is calibrated. */
  public static final RawScores NONE = new RawScores(0.0, List.of());

  public RawScores {
    calibration = List.copyOf(calibration);
  }

  RawScores merge(RawScores other) {
    return new RawScores(logLoss + other.logLoss, Scores.Bin.merge(calibration, other.calibration));
  }
}
