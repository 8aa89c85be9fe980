package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.CellRoom;
import java.util.List;

/** The arcs between the columns of a network: given by the spec, or found in the counts. */
abstract class NetworkStructure {
  /** How many tables of combinations all classes may have together. */
  protected static final int MAX_TABLES = 1 << 17;

  private static final int[] NONE = {};

  /** What is counted together. */
  protected JointTable[] tables = {};

  /** By column, what it depends on. */
  protected Family[] families = {};

  /** The columns, each after those that it depends on. */
  protected int[] order = {};

  /** The columns in the order in which missing ones are summed out. */
  protected int[] elimination = {};

  /** The table of the columns that the class depends on, or -1. */
  protected int classTable = -1;

  /** Whether missing columns can be summed out exactly, whichever they are. */
  boolean isExact() {
    return true;
  }

  /** The largest table that an exact sum may need. */
  int maxCells() {
    return NetworkShape.MAX_CELLS;
  }

  /**
   * By how many examples a column that depends on another is drawn towards its distribution in the
   * class; 0 if it is smoothed as one that depends on the class alone.
   */
  double strengthOfClass() {
    return 0.0;
  }

  abstract boolean usesFeature(String name);

  abstract int maxValues(String name);

  /** Whether all classes have room for the tables of this many columns. */
  abstract boolean hasTables(int columns, int classes);

  /**
   * Adapts to the open columns. Tables without the new column keep their order.
   *
   * @param names of all open columns
   */
  abstract void open(ColumnNames names);

  /**
   * Adapts to the number of classes.
   *
   * @return whether the tables have changed
   */
  boolean limit(int classes) {
    return false;
  }

  /** Empty counts of the present tables, for one class. */
  abstract ClassTables newTables(List<DiscreteColumn> columns, CellRoom room);

  /** Adapts to the counts before predictions. */
  void refresh(List<DiscreteColumn> columns, List<ClassCells> classes, double[] factors) {}

  final JointTable[] tables() {
    return tables;
  }

  final Family[] families() {
    return families;
  }

  final int[] order() {
    return order;
  }

  final int[] elimination() {
    return elimination;
  }

  final int classTable() {
    return classTable;
  }

  final int[] parentsOfClass() {
    return classTable < 0 ? NONE : tables[classTable].columns();
  }
}
