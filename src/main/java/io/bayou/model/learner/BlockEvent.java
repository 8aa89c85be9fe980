package io.bayou.model.learner;

import io.bayou.model.ClassScores;
import io.bayou.model.Features;
import io.bayou.model.Posterior;

/**
 * One event as a block reads it: its values and scratch space. The block has the statistics. Each
 * predictor has its own, so that reading an event changes nothing that others see.
 *
 * <p>An event is gathered first ({@link #begin}, then {@link #put} for each value); the other
 * methods work on what was gathered.
 */
public interface BlockEvent {
  /** Forgets the gathered event. */
  void begin();

  /**
   * Gathers the i-th value of an event.
   *
   * @param learning whether to add a value that is new
   * @return false for a value that does not fit the column
   */
  boolean put(int column, Features x, int i, boolean learning);

  /**
   * Gathers several values of an event at once, as far as that is faster than one by one. Each has
   * a column of its own.
   *
   * @param columns by position of the value
   * @param from the first position
   * @param to after the last position
   * @return the position of the first value that was not gathered
   */
  default int putFrom(int[] columns, Features x, int from, int to) {
    return from;
  }

  /** Whether an event that was gathered for a prediction can be learned as it is. */
  boolean isReadyToLearn();

  /** How many columns have a value in the gathered event, or are not expected to have one. */
  int present();

  /** Adds what is new in an event that was gathered for a prediction and is now learned. */
  default void openNew() {}

  /** Adds the gathered event to a class. */
  void learn(int c, double weight);

  /** Removes the gathered event from a class. */
  void retract(int c, double weight);

  /** Multiplies the score of each class by the likelihood of the gathered event. */
  void score(ClassScores scores, Posterior answer);

  /**
   * Finds what another block of the same kind has for the gathered event, for {@link #scoreJoined}.
   */
  default void join(Block other) {
    throw new UnsupportedOperationException("the block is not joinable");
  }

  /** As {@link #score}, as if the block had also learned what the other has; needs no refresh. */
  default void scoreJoined(Addend addend, ClassScores scores, Posterior answer) {
    throw new UnsupportedOperationException("the block is not joinable");
  }

  /**
   * Splits what {@link #score} adds to the log odds of two classes into what each column adds to
   * them; 0 where it has no value.
   */
  void contrast(int c, int other, double[] perColumn);

  /**
   * Fills in the distribution of one column given the others of the gathered event.
   *
   * @param c the class, or -1 if it is not known
   * @return false if the block does not know the column, or nothing of other columns from one
   */
  default boolean query(String column, int c, Posterior answer) {
    return false;
  }
}
