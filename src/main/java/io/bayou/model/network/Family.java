package io.bayou.model.network;

/**
 * A column of a network and its parents.
 *
 * @param ofClass whether the class is a parent, too
 * @param table the joint counts of child and parents, {@link #ALONE} or {@link #UNCOUNTED}
 * @param marginal the marginal of these counts that counts the parents
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Family(int child, int[] parents, boolean ofClass, int table, int marginal) {
  /** There are no parents: the column has its own counts. */
  static final int ALONE = -1;

  /** A parent has no column yet. */
  static final int UNCOUNTED = -2;

  private static final int[] NONE = {};

  static Family alone(int child, boolean ofClass) {
    return new Family(child, NONE, ofClass, ALONE, 0);
  }

  static Family uncounted(int child, boolean ofClass) {
    return new Family(child, NONE, ofClass, UNCOUNTED, 0);
  }

  double count(ClassCells cells, int[] codes, int[] values) {
    if (table == ALONE) {
      return cells.single(child).count(codes[child]);
    }
    return table == UNCOUNTED ? 0.0 : cells.tables().count(table, values);
  }

  /** The count of the parents' values. */
  double parentCount(ClassCells cells, int[] values) {
    if (table == ALONE) {
      return cells.single(child).total();
    }
    return table == UNCOUNTED ? 0.0 : cells.tables().marginal(table, marginal, values);
  }
}
