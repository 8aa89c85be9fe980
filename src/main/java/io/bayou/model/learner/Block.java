package io.bayou.model.learner;

import io.bayou.model.Description;
import io.bayou.model.Fit;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.stat.Decay;
import java.util.List;

/**
 * Features that a learner treats alike, called columns: their statistics in every class and their
 * likelihood. Given the class, blocks are independent of one another. Columns are in name order,
 * classes in label order, so that sums do not depend on the order in which features and classes
 * appeared.
 *
 * <p>A block keeps statistics; each event is read into a {@link BlockEvent}.
 */
public interface Block {
  /** Whether there is memory for this many more classes and columns. */
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

  /** A buffer for one event, valid until a column is opened. */
  BlockEvent newEvent();

  /** Multiplies the weight of everything that a class has learned. */
  void scale(int c, double factor);

  /**
   * Adds what a class of another block has learned.
   *
   * @param columns by column of the other block, the column of this one, or -1 to skip it
   * @throws IllegalArgumentException if it is of another type
   */
  void merge(int c, Block other, int otherClass, int[] columns);

  /**
   * Prepares for scoring after the statistics changed.
   *
   * @param factors by class, the decay of its statistics
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

  /** Prepares for an example if its contribution depends on the current estimates. */
  default void prepareToLearn(ClassTable classes, Decay decay) {}

  /**
   * Whether {@link #refresh} must be called before every example, because its result depends on
   * when it is called.
   */
  default boolean refreshesInStep() {
    return false;
  }

  /** Describes which columns depend on which others. */
  default void describeArcs(Description out) {}

  /** Whether its events can be scored by two states, see {@link BlockEvent#join}. */
  default boolean isJoinable() {
    return false;
  }

  /** Whether a class has observed a column, so that its row must hold it. */
  boolean holds(int c, int column);

  /** Writes these columns of a class: all that it holds, in order. */
  void write(int c, int[] columns, StateWriter out);

  /** Reads these columns of an empty class. */
  void read(int c, int[] columns, StateReader in);

  /** Resets everything of a class that {@link #write} writes. */
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
   * @param factors by class, the decay of its statistics
   */
  Fit fit(double[] weights, double[] factors);

  /** Whether the class depends on columns of this block, so that its prior is part of the fit. */
  default boolean hasPrior() {
    return false;
  }

  /**
   * What {@link BlockEvent#score} is computed from, once it is refreshed: one form or several,
   * whose scores add up.
   *
   * @throws UnsupportedOperationException if scorers in other languages cannot compute it
   */
  List<ScoringForm> scoringForms();

  /** Describes the columns in one class. */
  void describe(int c, Description out);
}
