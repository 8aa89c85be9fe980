package io.bayou.model.network;

import java.util.Arrays;

/**
 * The weights of distinct rows of values: a hash table without boxing. Trailing missing values are
 * cut, so that a row read before a column was opened equals a later row without a value in it.
 */
final class RowWeights {
  /** The memory overhead of a row, in values. */
  private static final int ROW_OVERHEAD = 10;

  private final int maxValues;
  private int[][] rows = new int[1024][];
  private double[] weights = new double[1024];
  private int size;
  private long values;

  /**
   * @param maxValues a bound on the values of all rows together, some 6 bytes each
   */
  RowWeights(int maxValues) {
    this.maxValues = maxValues;
  }

  /**
   * Adds to the weight of a row.
   *
   * @return false if there is no room for a new row
   */
  boolean add(int[] row, double weight) {
    int length = length(row);
    int slot = find(row, length);
    if (rows[slot] == null) {
      if (values + ROW_OVERHEAD + length > maxValues) {
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

  /** The slots of the rows with a positive weight. */
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

  double weight(int slot) {
    return weights[slot];
  }

  int value(int slot, int column) {
    int[] row = rows[slot];
    return column < row.length ? row[column] : DiscreteTable.MISSING;
  }

  private static int length(int[] row) {
    int length = row.length;
    while (length > 0 && row[length - 1] == DiscreteTable.MISSING) {
      length--;
    }
    return length;
  }

  /* The slot of a row, or the empty slot where it belongs. */
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
    values += ROW_OVERHEAD + length;
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
