package io.bayou.model.forest;

/**
 * The nodes of a tree that an event passes, from the root on, each with its weight: how probable it
 * is that the best pruning of the tree ends there. A buffer for one thread.
 */
final class TreePath {
  /** The node of an event where no other has been: all classes are as probable. */
  static final int EMPTY = -1;

  private final int[] nodes = new int[CountTree.MAX_DEPTH + 2];
  private final int[] levels = new int[CountTree.MAX_DEPTH + 2];
  private final double[] weights = new double[CountTree.MAX_DEPTH + 2];
  private int size;

  void clear() {
    size = 0;
  }

  /**
   * Adds a node.
   *
   * @param level of the bit by which the node before it was left
   */
  void add(int node, double weight, int level) {
    nodes[size] = node;
    weights[size] = weight;
    levels[size] = level;
    size++;
  }

  int size() {
    return size;
  }

  int node(int i) {
    return nodes[i];
  }

  double weight(int i) {
    return weights[i];
  }

  int level(int i) {
    return levels[i];
  }
}
