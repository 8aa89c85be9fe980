package io.bayou.model.learner;

import io.bayou.model.Description;
import io.bayou.model.Fit;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.stat.Decay;

/**
 * Features that a learner treats alike, called columns: their statistics in every class and their
 * likelihood. Given the class, blocks are independent of one another. Columns are in name order,
 * classes in label order, so that sums are taken in the same order however the features and classes
 * came.
 *
 * <p>A block keeps statistics; each event is read into a {@link BlockEvent}.
 */
public interface Block {
  /** Whether there is memory for so many more classes and columns. */
  boolean hasRoom(int moreClasses, int moreColumns);

  /** Whether there is memory for one more class that was learned before. */
  default boolean hasRoomToRestore() {
    return hasRoom(1, 0);
  }

  /** Opens a column for a new name; the later ones move up. */
  void openColumn(String name, FeatureSpec feature);

  ColumnNames names();

  default int columns() {
    return names().size();
  }

  /** Column of a name, or -1. */
  default int find(String name) {
    return names().find(name);
  }

  default String name(int column) {
    return names().get(column);
  }

  /** Opens a class without observations at this index; the later ones move up. */
  void openClass(int c);

  void removeClass(int c);

  /** Room for an event, valid until a column is opened. */
  BlockEvent newEvent();

  /** Multiplies the weight of everything that a class has learned. */
  void scale(int c, double factor);

  /**
   * Adds what a class of another block has learned.
   *
   * @param columns which column of this block each of the other's is, or -1 to leave it out
   * @throws IllegalArgumentException if it is of another type
   */
  void merge(int c, Block other, int otherClass, int[] columns);

  /**
   * Prepares for scoring after the statistics changed.
   *
   * @param factors what each class's statistics still count
   */
  void refresh(double[] factors);

  /** Whether {@link #refinePrior} does anything. */
  default boolean refinesPrior() {
    return true;
  }

  /**
   * Replaces the log priors where the block knows better: the class depends on features, or its
   * probabilities are given.
   */
  default void refinePrior(ClassTable classes, double[] factors, double[] logPrior) {}

  /** Prepares for an example where what it adds depends on what was learned before. */
  default void prepareToLearn(ClassTable classes, Decay decay) {}

  /**
   * Whether {@link #refresh} must be called before every example: what it prepares depends on when
   * it was called.
   */
  default boolean refreshesInStep() {
    return false;
  }

  /** Says which columns depend on which others. */
  default void describeArcs(Description out) {}

  /** Whether a class has observed a column, so that its row must hold it. */
  boolean holds(int c, int column);

  /** Writes what a class has learned of these columns: all that it holds, in order. */
  void write(int c, int[] columns, StateWriter out);

  /** Replaces what an empty class has learned of these columns by what was written. */
  void read(int c, int[] columns, StateReader in);

  /** Forgets what {@link #write} writes of a class. */
  default void clear(int c) {
    removeClass(c);
    openClass(c);
  }

  /** Whether scores are logarithms of probabilities or densities. */
  default boolean isLikelihood() {
    return true;
  }

  /**
   * How well the estimates, once refreshed, describe what the classes have learned of the columns.
   *
   * @param weights of the classes
   * @param factors what each class's statistics still count
   */
  Fit fit(double[] weights, double[] factors);

  /** Whether the class depends on columns of this block, so that its prior is part of the fit. */
  default boolean hasPrior() {
    return false;
  }

  /** Says what was learned of every column in one class. */
  void describe(int c, Description out);
}
