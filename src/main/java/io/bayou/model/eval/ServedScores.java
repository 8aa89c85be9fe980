package io.bayou.model.eval;

/**
 * Scores of answers as they were served, of events whose labels came later: sums over events, so
 * that sources add up. Measures are NaN without events.
 *
 * @param instances weight of the scored events
 * @param correct weight of those answered correctly
 * @param logLoss sum of -ln p(true label), as in {@link Scores}
 * @param brier sum over events of the squared distance between posterior and truth
 */
public record ServedScores(double instances, double correct, double logLoss, double brier) {
  public static final ServedScores NONE = new ServedScores(0.0, 0.0, 0.0, 0.0);

  public double accuracy() {
    return correct / instances;
  }

  public double meanLogLoss() {
    return logLoss / instances;
  }

  /** Between 0 and 2 for any number of classes. */
  public double meanBrier() {
    return brier / instances;
  }

  /** The sum of both sources. */
  public ServedScores merge(ServedScores other) {
    return new ServedScores(
        instances + other.instances,
        correct + other.correct,
        logLoss + other.logLoss,
        brier + other.brier);
  }
}
