package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import java.util.List;

/** What the columns of a network depend on: given, or found in the counts. */
interface NetworkStructure {
  /** Whether missing columns can be summed out exactly, whichever they are. */
  default boolean isExact() {
    return true;
  }

  /** How many cells a table may have on the way to that. */
  default int maxCells() {
    return NetworkShape.MAX_CELLS;
  }

  /** Whether a feature has a place in the network. */
  boolean uses(String name);

  /** How many values a feature may have. */
  int maxValues(String name);

  /** How many joint counts a class has when there are so many columns. */
  long tables(int columns);

  /**
   * Takes note of the columns that there are.
   *
   * @return what is counted together; without the tables of a new column, the former ones in the
   *     same order
   */
  JointTable[] open(ColumnNames names);

  /** Looks into the counts before predictions. */
  void refresh(List<DiscreteColumn> columns, List<ClassCells> classes, double[] factors);

  /** By column, what it depends on. */
  Family[] families();

  /** The columns, each after those that it depends on. */
  int[] order();

  /** The columns in the order in which missing ones are summed out. */
  int[] elimination();

  /** The joint counts of the columns that the class depends on, or -1. */
  int classTable();
}
