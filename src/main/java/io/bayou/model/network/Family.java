package io.bayou.model.network;

import io.bayou.model.stat.JointCounts;

/**
 * A column of a network and what it depends on.
 *
 * @param parents the columns that it depends on
 * @param ofClass whether it depends on the class as well
 * @param table which joint counts tell how; {@link #ALONE} or {@link #UNCOUNTED} if none do
 * @param marginal which marginal of them counts the parents
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Family(int child, int[] parents, boolean ofClass, int table, int marginal) {
  /** There are no parents: the counts of the column itself tell. */
  static final int ALONE = -1;

  /** A parent has never been seen. */
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
    JointCounts counts = table == UNCOUNTED ? null : cells.joint(table);
    return counts == null ? 0.0 : counts.count(values);
  }

  double given(ClassCells cells, int[] values) {
    if (table == ALONE) {
      return cells.single(child).total();
    }
    JointCounts counts = table == UNCOUNTED ? null : cells.joint(table);
    return counts == null ? 0.0 : counts.marginal(marginal, values);
  }
}
