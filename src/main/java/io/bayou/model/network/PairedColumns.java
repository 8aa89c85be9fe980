package io.bayou.model.network;

/**
 * Which columns are counted in pairs: the first in name order, as many as there is room for in
 * every class. A column that is among the first of all columns is so among any of them, so partials
 * have counted what their sum needs.
 */
final class PairedColumns {
  /** An example takes time and memory for each pair. */
  static final int MAX = 64;

  /** With more, the number of a pair of values would not fit where rows are sorted. */
  static final int MAX_VALUES = 1 << 15;

  private int columns;
  private int classes = 1;
  private int size;
  private JointTable[] tables = {};

  /** How many columns are counted in pairs. */
  int size() {
    return size;
  }

  /** All pairs, by the number that {@link PairSharing#pair} gives them. */
  JointTable[] tables() {
    return tables;
  }

  /** Adapts to the number of columns; tells whether the pairs have changed. */
  boolean open(int ofColumns) {
    columns = ofColumns;
    return choose();
  }

  /** Adapts to the number of classes; tells whether the pairs have changed. */
  boolean limit(int ofClasses) {
    classes = Math.max(1, ofClasses);
    return choose();
  }

  private boolean choose() {
    int most = NetworkStructure.MAX_TABLES / classes;
    int first = Math.min(columns, MAX);
    while (first * (first - 1) / 2 > most) {
      first--;
    }
    if (first == size) {
      return false;
    }
    size = first;
    tables = new JointTable[size * (size - 1) / 2];
    for (int i = 0, t = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        tables[t++] = new JointTable(JointTable.Use.PAIR, i, j);
      }
    }
    return true;
  }
}
