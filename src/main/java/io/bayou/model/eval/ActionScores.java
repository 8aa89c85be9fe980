package io.bayou.model.eval;

/**
 * What came of decisions and prediction sets. Sums, so that sources add up.
 *
 * @param cost that was paid
 * @param rejected weight of the events without a decision
 * @param covered weight of the events whose class was in the set
 * @param setSize weight of the events, times the classes in the set
 */
public record ActionScores(double cost, double rejected, double covered, double setSize) {
  /** Nothing was decided, and there were no sets. */
  public static final ActionScores NONE = new ActionScores(0.0, 0.0, 0.0, 0.0);

  ActionScores merge(ActionScores other) {
    return new ActionScores(
        cost + other.cost,
        rejected + other.rejected,
        covered + other.covered,
        setSize + other.setSize);
  }
}
