package io.bayou.model.forest;

import java.util.Arrays;

/**
 * The nodes of a tree in flat arrays. Each has the evidence for its counts as a leaf, and over all
 * prunings of the tree below it, by context-tree weighting. Both are functions of the counts, so
 * that the order in which they came leaves no trace.
 */
final class Nodes {
  static final int NONE = -1;

  private static final double LOG_HALF = Math.log(0.5);

  /** Beyond this difference of logarithms the smaller number does not change a sum. */
  private static final double NEGLIGIBLE = 40.0;

  /** What is left of a count, relative to it, is rounding. */
  private static final double ROUNDING = 1e-9;

  /* The numbers of a node, before its counts. */
  private static final int TOTAL = 0;
  private static final int LEAF_EVIDENCE = 1;
  private static final int EVIDENCE = 2;
  private static final int STOP = 3;
  private static final int COUNTS = 4;

  private final LeafEvidence rule;
  private final int stride;
  private int size; // of the arrays
  private int free = NONE; // the first of the nodes that were removed, linked by their left child
  private long[] keys = new long[16];
  private byte[] levels = new byte[16];
  private int[] children = new int[32]; // left and right; none of a leaf
  private double[] numbers;

  Nodes(LeafEvidence rule) {
    this.rule = rule;
    stride = COUNTS + rule.classes();
    numbers = new double[keys.length * stride];
  }

  LeafEvidence rule() {
    return rule;
  }

  int newLeaf(long key, int depth) {
    int leaf = newNode(key, depth);
    children[2 * leaf] = NONE;
    return leaf;
  }

  /**
   * Opens a node at which keys part.
   *
   * @param key any that passes it
   * @param level of the first bit in which they differ
   */
  int newNode(long key, int level) {
    int node = free;
    if (node == NONE) {
      node = size++;
      makeRoom();
    } else {
      free = children[2 * node];
    }
    keys[node] = key;
    levels[node] = (byte) level;
    Arrays.fill(numbers, node * stride, (node + 1) * stride, 0.0);
    return node;
  }

  private void makeRoom() {
    if (size > keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      levels = Arrays.copyOf(levels, size * 2);
      children = Arrays.copyOf(children, size * 4);
      numbers = Arrays.copyOf(numbers, size * 2 * stride);
    }
  }

  void release(int node) {
    children[2 * node] = free;
    free = node;
  }

  long key(int node) {
    return keys[node];
  }

  /** The bit at which the children part; for a leaf, the length of its key. */
  int level(int node) {
    return levels[node];
  }

  boolean isLeaf(int node) {
    return children[2 * node] == NONE;
  }

  /** The left child if the side is 0, the right one if it is 1. */
  int child(int node, int side) {
    return children[2 * node + side];
  }

  void setChild(int node, int side, int child) {
    children[2 * node + side] = child;
  }

  double total(int node) {
    return numbers[node * stride + TOTAL];
  }

  double count(int node, int c) {
    return numbers[node * stride + COUNTS + c];
  }

  /** Copies the counts of a node. */
  void copyCounts(int node, double[] to, int at) {
    System.arraycopy(numbers, node * stride + COUNTS, to, at, rule.classes());
  }

  /** The probability of a class by the counts of a node. */
  double estimate(int node, int c) {
    int at = node * stride;
    return (numbers[at + COUNTS + c] + rule.pseudoCount()) / (numbers[at + TOTAL] + 1.0);
  }

  /** The logarithm of the probability of the labels over all prunings below a node. */
  double evidence(int node) {
    return numbers[node * stride + EVIDENCE];
  }

  /** How probable it is that the best pruning ends at a node that it reaches. */
  double stop(int node) {
    return numbers[node * stride + STOP];
  }

  /** The same for a node above this one, which has no other counts than this one has. */
  double stopAbove(int node) {
    int at = node * stride;
    return 1.0 / (1.0 + Math.exp(numbers[at + EVIDENCE] - numbers[at + LEAF_EVIDENCE]));
  }

  void add(int leaf, int c, double weight) {
    numbers[leaf * stride + COUNTS + c] += weight;
  }

  /** Takes a weight away from a class, or what there is of it. */
  void take(int leaf, int c, double weight) {
    int at = leaf * stride + COUNTS + c;
    double left = numbers[at] - weight;
    numbers[at] = left <= ROUNDING * numbers[at] ? 0.0 : left;
  }

  /** Calculates what follows from the counts of a leaf. */
  void renewLeaf(int leaf) {
    int at = leaf * stride;
    double total = 0.0;
    for (int i = at + COUNTS; i < at + stride; i++) {
      total += numbers[i];
    }
    numbers[at + TOTAL] = total;
    double evidence = rule.logProbability(numbers, at + COUNTS, total);
    numbers[at + LEAF_EVIDENCE] = evidence;
    numbers[at + EVIDENCE] = evidence;
    numbers[at + STOP] = 1.0;
  }

  /** Calculates what follows from the children of a node. */
  void renewBranch(int node) {
    int at = node * stride;
    int left = children[2 * node] * stride;
    int right = children[2 * node + 1] * stride;
    numbers[at + TOTAL] = numbers[left + TOTAL] + numbers[right + TOTAL];
    for (int i = COUNTS; i < stride; i++) {
      numbers[at + i] = numbers[left + i] + numbers[right + i];
    }
    double asLeaf = rule.logProbability(numbers, at + COUNTS, numbers[at + TOTAL]);
    numbers[at + LEAF_EVIDENCE] = asLeaf;
    weigh(at, asLeaf, numbers[left + EVIDENCE] + numbers[right + EVIDENCE]);
  }

  /* As probable beforehand: that the best pruning ends at a node, and that it goes on. */
  private void weigh(int at, double asLeaf, double parted) {
    double ahead = asLeaf - parted;
    double larger = Math.max(asLeaf, parted) + LOG_HALF;
    if (Math.abs(ahead) > NEGLIGIBLE) {
      numbers[at + EVIDENCE] = larger;
      numbers[at + STOP] = ahead > 0.0 ? 1.0 : 0.0;
    } else {
      double ratio = Math.exp(-Math.abs(ahead));
      numbers[at + EVIDENCE] = larger + Math.log(1.0 + ratio);
      numbers[at + STOP] = ahead > 0.0 ? 1.0 / (1.0 + ratio) : ratio / (1.0 + ratio);
    }
  }
}
