package io.bayou.model.stat;

/** Weights by combination of several numbers: a hash table without boxing. */
final class CellCounts {
  private static final int MIN_SLOTS = 8;

  private final int width;
  private int[] keys;
  private double[] weights;
  private boolean[] used;
  private int slotsUsed;
  private int size;

  CellCounts(int width) {
    this.width = width;
    allocate(MIN_SLOTS);
  }

  private void allocate(int slots) {
    keys = new int[slots * width];
    weights = new double[slots];
    used = new boolean[slots];
    slotsUsed = 0;
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
    return keys[slot * width + k];
  }

  /** Slot of the combination of the values in these columns, or a negative number. */
  int find(int[] values, int[] columns) {
    int mask = weights.length - 1;
    int slot = hash(values, columns) & mask;
    while (used[slot]) {
      if (isAt(slot, values, columns)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return -slot - 1;
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
    if ((slotsUsed + 1) * 4 > used.length * 3) {
      rehash();
      slot = find(values, columns);
    }
    slot = -slot - 1;
    used[slot] = true;
    slotsUsed++;
    for (int k = 0; k < width; k++) {
      keys[slot * width + k] = values[columns[k]];
    }
    return slot;
  }

  /** Changes the weight in a slot. */
  void set(int slot, double weight) {
    size += (weight > 0.0 ? 1 : 0) - (weights[slot] > 0.0 ? 1 : 0);
    weights[slot] = weight;
  }

  /* Drops slots without a weight. */
  private void rehash() {
    int[] oldKeys = keys;
    double[] oldWeights = weights;
    int slots = MIN_SLOTS;
    while (slots < 2 * (size + 1)) {
      slots *= 2;
    }
    allocate(slots);
    size = 0;
    int[] positions = new int[width];
    for (int slot = 0; slot < oldWeights.length; slot++) {
      if (oldWeights[slot] > 0.0) {
        for (int k = 0; k < width; k++) {
          positions[k] = slot * width + k;
        }
        set(open(oldKeys, positions), oldWeights[slot]);
      }
    }
  }

  private boolean isAt(int slot, int[] values, int[] columns) {
    for (int k = 0; k < width; k++) {
      if (keys[slot * width + k] != values[columns[k]]) {
        return false;
      }
    }
    return true;
  }

  private int hash(int[] values, int[] columns) {
    int hash = 0;
    for (int k = 0; k < width; k++) {
      hash = (hash + values[columns[k]]) * 0x9E3779B1;
      hash ^= hash >>> 15;
    }
    return hash;
  }
}
