package io.bayou.model;

/**
 * A learner that is the sum of several sources and can follow them without being made again: rows
 * that hold nothing but counts are exchanged one by one, the rest is replaced as a whole.
 */
public interface SummingLearner extends Learner {
  /** Whether a row of this name can be exchanged. */
  boolean isExchangeable(String row);

  /** Hands over every row that cannot be exchanged, in a fixed order. */
  void restRows(RowSink sink);

  /**
   * Replaces everything that is not in exchangeable rows.
   *
   * @param rest of the same spec; it has no exchangeable rows
   * @return false if that is impossible: the sum is of no use any longer
   */
  boolean replaceRest(Learner rest);

  /**
   * Takes the counts of an exchangeable row away and adds those that its source has now.
   *
   * @param before the row that was added to the sum, or null if there was none
   * @param after the row that takes its place, or null if there is none
   * @return false if the result would not be exact: the sum is of no use any longer
   */
  boolean exchange(StateReader before, StateReader after);
}
