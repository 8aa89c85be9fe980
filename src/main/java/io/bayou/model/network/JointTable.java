package io.bayou.model.network;

import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.JointCounts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Columns that are counted together. */
@SuppressWarnings("ArrayRecordComponent") // compared by ORDER
record JointTable(Use use, int... columns) {
  enum Use {
    /** Two columns either of which may depend on the other. */
    PAIR,
    /** A column, then those that it depends on. */
    FAMILY,
    /** The columns that the class depends on. */
    CLASS
  }

  static final Comparator<JointTable> ORDER =
      Comparator.comparing(JointTable::use).thenComparing(JointTable::columns, Arrays::compare);

  /** Counts of these columns, with the marginals that their use needs. */
  JointCounts newCounts(CellRoom room) {
    int[][] marginals =
        switch (use) {
          case PAIR -> new int[][] {{0}, {1}};
          case FAMILY -> new int[][] {IntStream.range(1, columns.length).toArray()};
          case CLASS -> new int[0][];
        };
    return new JointCounts(columns.length, marginals, room);
  }

  int positionOf(int column) {
    for (int k = 0; k < columns.length; k++) {
      if (columns[k] == column) {
        return k;
      }
    }
    return -1;
  }

  /** Fills in the codes of these columns; false if one has no known value. */
  boolean select(int[] codes, int[] values) {
    for (int k = 0; k < columns.length; k++) {
      values[k] = codes[columns[k]];
      if (values[k] < 0) {
        return false;
      }
    }
    return true;
  }
}
