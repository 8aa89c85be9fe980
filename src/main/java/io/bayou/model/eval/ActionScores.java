package io.bayou.model.eval;

/**
 * What came of decisions. Sums, so that sources add up.
 *
 * @param cost that was paid
 * @param rejected weight of the events without a decision
 */
public record ActionScores(double cost, double rejected) {
  /** Nothing was decided. */
  public static final ActionScores NONE = new ActionScores(0.0, 0.0);

  ActionScores merge(ActionScores other) {
    return new ActionScores(cost + other.cost, rejected + other.rejected);
  }
}
