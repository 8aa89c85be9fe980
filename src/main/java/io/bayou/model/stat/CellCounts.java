package io.bayou.model.stat;

import java.util.Arrays;

/**
 * Weights by combination of several numbers, none of them negative. A table of one or two numbers
 * is an array or a matrix while much of it is used; any other is a hash table without boxing.
 */
final class CellCounts {
  private static final int MIN_SLOTS = 8;

  /** So small a table of one or two numbers is always dense. */
  private static final int DENSE_SLOTS = 64;

  /** A larger one is, if at least one slot in so many is used: up to three times the memory. */
  private static final int DENSE_SHARE = 8;

  private static final long EMPTY = -1;

  /** Spreads similar combinations: 2^64 divided by the golden ratio. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int width;
  private double[] weights = new double[MIN_SLOTS];
  private int size;
  private int shift; // in a dense table, the first number has 2^shift slots for the second

  /* By slot the combination, or a hash of it where it has more than two numbers; null if dense. */
  private long[] tags;
  private int[] keys = {}; // the numbers of longer combinations
  private int slotsUsed;

  CellCounts(int width) {
    this.width = width;
    if (width != 1 && width != 2) {
      allocateHashed(MIN_SLOTS);
    }
  }

  /** How many combinations have a weight. */
  int size() {
    return size;
  }

  /** How many slots there are; some are empty. */
  int slots() {
    return weights.length;
  }

  /** Weight in a slot, 0 if it is empty. */
  double weight(int slot) {
    return weights[slot];
  }

  /** The k-th number of the combination in a slot. */
  int key(int slot, int k) {
    if (width > 2) {
      return keys[slot * width + k];
    }
    if (tags != null) {
      return (int) (k + 1 < width ? tags[slot] >>> Integer.SIZE : tags[slot]);
    }
    return k == 0 ? slot >>> shift : slot & ((1 << shift) - 1);
  }

  /** Slot of the combination of the values in these columns, or a negative number. */
  int find(int[] values, int[] columns) {
    return tags == null ? findDense(values, columns) : findHashed(values, columns);
  }

  private int findDense(int[] values, int[] columns) {
    int first = values[columns[0]];
    int second = width == 1 ? 0 : values[columns[1]];
    boolean inside = first < weights.length >>> shift && second >>> shift == 0;
    return inside ? (first << shift) | second : -1;
  }

  private int findHashed(int[] values, int[] columns) {
    long tag = tag(values, columns);
    int mask = weights.length - 1;
    int slot = (int) ((tag * GOLDEN) >>> 32) & mask;
    while (tags[slot] != EMPTY) {
      if (tags[slot] == tag && (width <= 2 || isAt(slot, values, columns))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return -slot - 1;
  }

  private long tag(int[] values, int[] columns) {
    if (width == 2) {
      return ((long) values[columns[0]] << 32) | values[columns[1]];
    }
    long tag = 0;
    for (int k = 0; k < width; k++) {
      tag = (width == 1 ? 0 : (tag ^ (tag >>> 29)) * GOLDEN) + values[columns[k]];
    }
    return tag & Long.MAX_VALUE;
  }

  private boolean isAt(int slot, int[] values, int[] columns) {
    for (int k = 0; k < width; k++) {
      if (keys[slot * width + k] != values[columns[k]]) {
        return false;
      }
    }
    return true;
  }

  double get(int[] values, int[] columns) {
    int slot = find(values, columns);
    return slot < 0 ? 0.0 : weights[slot];
  }

  /** Slot of the combination; a new one if it had none. */
  int open(int[] values, int[] columns) {
    int slot = find(values, columns);
    if (slot >= 0) {
      return slot;
    }
    if (tags == null || (slotsUsed + 1) * 4 > weights.length * 3) {
      rebuild(values, columns);
    }
    return tags == null ? findDense(values, columns) : add(values, columns);
  }

  private int add(int[] values, int[] columns) {
    int slot = -findHashed(values, columns) - 1;
    tags[slot] = tag(values, columns);
    slotsUsed++;
    for (int k = 0; width > 2 && k < width; k++) {
      keys[slot * width + k] = values[columns[k]];
    }
    return slot;
  }

  /** Changes the weight in a slot. */
  void set(int slot, double weight) {
    size += (weight > 0.0 ? 1 : 0) - (weights[slot] > 0.0 ? 1 : 0);
    weights[slot] = weight;
  }

  /* Makes room for one more combination, and drops slots without a weight. */
  private void rebuild(int[] more, int[] columns) {
    CellCounts former = new CellCounts(this);
    if (width > 2 || !allocateDense(more, columns)) {
      allocateHashed((int) Math.max(MIN_SLOTS, powerOfTwo(2L * (size + 1))));
    }
    int[] values = new int[width];
    int[] positions = new int[width];
    Arrays.setAll(positions, k -> k);
    for (int slot = 0; slot < former.slots(); slot++) {
      if (former.weights[slot] > 0.0) {
        for (int k = 0; k < width; k++) {
          values[k] = former.key(slot, k);
        }
        int own = tags == null ? findDense(values, positions) : add(values, positions);
        weights[own] = former.weights[slot];
      }
    }
  }

  /* With the same slots. */
  private CellCounts(CellCounts other) {
    width = other.width;
    weights = other.weights;
    shift = other.shift;
    tags = other.tags;
    keys = other.keys;
  }

  /* False if it would be too large for what is in it. */
  private boolean allocateDense(int[] more, int[] columns) {
    int first = more[columns[0]];
    int second = width == 1 ? 0 : more[columns[1]];
    for (int slot = 0; slot < weights.length; slot++) {
      if (weights[slot] > 0.0) {
        first = Math.max(first, key(slot, 0));
        second = width == 1 ? 0 : Math.max(second, key(slot, 1));
      }
    }
    long slots = powerOfTwo(first + 1L) * powerOfTwo(second + 1L);
    if (slots > Math.max(DENSE_SLOTS, (long) DENSE_SHARE * (size + 1))) {
      return false;
    }
    shift = Long.numberOfTrailingZeros(powerOfTwo(second + 1L));
    weights = new double[(int) slots];
    tags = null;
    return true;
  }

  private void allocateHashed(int slots) {
    weights = new double[slots];
    tags = new long[slots];
    Arrays.fill(tags, EMPTY);
    keys = width > 2 ? new int[slots * width] : keys;
    slotsUsed = 0;
  }

  /* The lowest that is not below the number. */
  private static long powerOfTwo(long number) {
    return Long.highestOneBit(2 * number - 1);
  }
}
