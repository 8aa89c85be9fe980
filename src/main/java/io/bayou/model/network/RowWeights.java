package io.bayou.model.network;

import java.util.Arrays;

/**
 * Weights of rows of values, each different row once: a hash table without boxes. Rows are cut
 * after their last value, so that one read before a column came up equals a later one that lacks
 * it.
 */
final class RowWeights {
  /** What a row takes besides its values, in values. */
  private static final int ROW = 10;

  private final int maxValues;
  private int[][] rows = new int[1024][];
  private double[] weights = new double[1024];
  private int size;
  private long values;

  /**
   * @param maxValues how many values the rows may hold together; some 6 bytes each
   */
  RowWeights(int maxValues) {
    this.maxValues = maxValues;
  }

  /**
   * Adds to the weight of a row.
   *
   * @return false if there is no room for another one
   */
  boolean add(int[] row, double weight) {
    int length = length(row);
    int slot = find(row, length);
    if (rows[slot] == null) {
      if (values + ROW + length > maxValues) {
        return false;
      }
      slot = insert(row, length);
    }
    weights[slot] += weight;
    return true;
  }

  /** Subtracts from the weight of a row, if it has as much. */
  void retract(int[] row, double weight) {
    int slot = find(row, length(row));
    weights[slot] -= weights[slot] >= weight ? weight : 0.0;
  }

  /** The numbers of the rows that have a weight. */
  int[] held() {
    int[] held = new int[size];
    int count = 0;
    for (int slot = 0; slot < rows.length; slot++) {
      if (weights[slot] > 0.0) {
        held[count++] = slot;
      }
    }
    return Arrays.copyOf(held, count);
  }

  double weight(int number) {
    return weights[number];
  }

  /** What a row has in a column. */
  int value(int number, int column) {
    int[] row = rows[number];
    return column < row.length ? row[column] : DiscreteTable.MISSING;
  }

  private static int length(int[] row) {
    int length = row.length;
    while (length > 0 && row[length - 1] == DiscreteTable.MISSING) {
      length--;
    }
    return length;
  }

  /* The slot of a row, or the empty one where it belongs. */
  private int find(int[] row, int length) {
    int mask = rows.length - 1;
    int slot = hash(row, length) & mask;
    while (rows[slot] != null && !Arrays.equals(rows[slot], 0, rows[slot].length, row, 0, length)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static int hash(int[] row, int length) {
    int hash = length;
    for (int k = 0; k < length; k++) {
      hash = (hash + row[k]) * 0x9E3779B1;
      hash ^= hash >>> 15;
    }
    return hash;
  }

  private int insert(int[] row, int length) {
    if (size * 2 >= rows.length) {
      grow();
    }
    int slot = find(row, length);
    rows[slot] = Arrays.copyOf(row, length);
    values += ROW + length;
    size++;
    return slot;
  }

  private void grow() {
    int[][] formerRows = rows;
    double[] formerWeights = weights;
    rows = new int[formerRows.length * 2][];
    weights = new double[rows.length];
    for (int i = 0; i < formerRows.length; i++) {
      if (formerRows[i] != null) {
        int slot = find(formerRows[i], formerRows[i].length);
        rows[slot] = formerRows[i];
        weights[slot] = formerWeights[i];
      }
    }
  }
}
