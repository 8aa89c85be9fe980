package io.bayou.model.forest;

/**
 * The nodes of a tree that a key leads to, from the root to a leaf. If the key parts from that of
 * the leaf, those after the point where it does are not nodes of the event. Each has a weight: how
 * probable it is that the best pruning of the tree ends there. A buffer for one thread.
 */
final class TreePath {
  /** The node of an event where no other has been: all classes are as probable. */
  static final int EMPTY = -1;

  private final int[] nodes = new int[CountTree.MAX_DEPTH + 2];
  private final byte[] levels = new byte[CountTree.MAX_DEPTH + 2]; // of the bit after each node
  private final double[] weights = new double[CountTree.MAX_DEPTH + 2];
  private int last; // of the nodes
  private int size; // of the weights
  private int partedAt; // the bit at which the event parts from all others; none if negative

  /** Begins at a root. */
  void begin(int root) {
    nodes[0] = root;
    last = 0;
    size = 0;
  }

  /** Continues to a child by a bit of the key. */
  void descend(int level, int child) {
    levels[last] = (byte) level;
    nodes[++last] = child;
  }

  int last() {
    return last;
  }

  /** The node that was come to last. */
  int lowest() {
    return nodes[last];
  }

  /** A node that was come to. */
  int passed(int i) {
    return nodes[i];
  }

  /** The bit by which a node that is not the last was left. */
  int levelAfter(int i) {
    return levels[i];
  }

  /** Copies the nodes before the last. */
  void copyBranches(int[] to) {
    System.arraycopy(nodes, 0, to, 0, last);
  }

  void setWeight(int i, double weight) {
    weights[i] = weight;
  }

  /** Ends at a leaf with the key of the event. */
  void end() {
    size = last + 1;
    partedAt = -1;
  }

  /** Ends after some nodes, as the key parts from all others; gives the rest of the weight. */
  void part(int count, int level, double rest) {
    weights[count] = rest;
    size = count + 1;
    partedAt = level;
  }

  int size() {
    return size;
  }

  int node(int i) {
    return partedAt >= 0 && i == size - 1 ? EMPTY : nodes[i];
  }

  double weight(int i) {
    return weights[i];
  }

  /** The bit by which the node before was left. */
  int level(int i) {
    return partedAt >= 0 && i == size - 1 ? partedAt : levels[i - 1];
  }
}
