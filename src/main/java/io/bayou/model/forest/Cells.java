package io.bayou.model.forest;

/** Keys of cells with their counts by class. */
final class Cells {
  private final int classes;
  private final long[] keys;
  private final double[] counts;
  private int size;

  Cells(int capacity, int classes) {
    this.classes = classes;
    keys = new long[capacity];
    counts = new double[capacity * classes];
  }

  /** Adds a cell with the counts of a leaf. */
  void add(long key, Nodes nodes, int leaf) {
    keys[size] = key;
    nodes.copyCounts(leaf, counts, size * classes);
    size++;
  }

  /** Adds a cell without counts; returns its number. */
  int add(long key) {
    keys[size] = key;
    return size++;
  }

  void setCount(int i, int c, double count) {
    counts[i * classes + c] = count;
  }

  int size() {
    return size;
  }

  int classes() {
    return classes;
  }

  long key(int i) {
    return keys[i];
  }

  double count(int i, int c) {
    return counts[i * classes + c];
  }

  /** Whether a class that is mapped occurred in a cell. */
  boolean hasAny(int i, ClassMap map) {
    for (int c = 0; c < classes; c++) {
      if (count(i, c) > 0.0 && map.of(c) >= 0) {
        return true;
      }
    }
    return false;
  }
}
