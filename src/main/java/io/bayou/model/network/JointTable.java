package io.bayou.model.network;

import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.JointCounts;
import java.util.Arrays;
import java.util.Comparator;

/** Which columns are counted together, and what for. */
@SuppressWarnings("ArrayRecordComponent") // compared by ORDER
record JointTable(Use use, int... columns) {
  /** What joint counts are for. */
  enum Use {
    /** Two columns either of which may depend on the other. */
    PAIR,
    /** A column, then those that it depends on. */
    FAMILY,
    /** The columns that the class depends on. */
    CLASS
  }

  /** How tables are sorted: by use, then by columns. */
  static final Comparator<JointTable> ORDER =
      Comparator.comparing(JointTable::use).thenComparing(JointTable::columns, Arrays::compare);

  JointCounts newCounts(CellRoom room) {
    return switch (use) {
      case PAIR -> JointCounts.ofPair(room);
      case FAMILY -> new JointCounts(columns.length, new int[][] {allButFirst()}, room);
      case CLASS -> new JointCounts(columns.length, new int[0][], room);
    };
  }

  private int[] allButFirst() {
    int[] positions = new int[columns.length - 1];
    Arrays.setAll(positions, k -> k + 1);
    return positions;
  }

  int positionOf(int column) {
    for (int k = 0; k < columns.length; k++) {
      if (columns[k] == column) {
        return k;
      }
    }
    return -1;
  }

  /** Fills in what these columns have of the values of all; false if a value is not there. */
  boolean select(int[] ofAll, int[] values) {
    for (int k = 0; k < columns.length; k++) {
      values[k] = ofAll[columns[k]];
      if (values[k] < 0) {
        return false;
      }
    }
    return true;
  }
}
