package io.bayou.model.forest;

import java.util.Arrays;

/**
 * The nodes of a tree in flat arrays: leaves with the counts of their cell, and branches with the
 * sums of their children. A branch keeps the evidence of its children over all prunings below them,
 * by context-tree weighting. All is a function of the counts of the leaves, so that the order in
 * which they came leaves no trace.
 */
final class Nodes {
  static final int NONE = -1;

  private static final double LOG_HALF = Math.log(0.5);
  private static final double LOG_TWO = Math.log(2.0);

  /* A branch is linked to its children, with its level in the lowest bits: a key that passes it reads one
   * number. A leaf has no links. */
  private static final int LEVEL_BITS = 8;
  private static final int CHILD_BITS = 28;
  private static final int CHILD = (1 << CHILD_BITS) - 1;
  private static final long LEAF = -1;

  /** What is left of a count, relative to it, is rounding. */
  private static final double ROUNDING = 1e-9;

  /** Sums of whole numbers up to here are exact. */
  private static final double EXACT = 0x1p50;

  /** From here on rounding might be more than what is left over in {@link #patience}. */
  private static final double LARGE = 0x1p30;

  /* The numbers of a node, before its counts. A leaf has no other than the total. The evidence of both
   * children is kept here, so that an example touches no node but those that it passes. */
  private static final int TOTAL = 0;
  private static final int LEFT_EVIDENCE = 1; // and that of the right child
  private static final int AHEAD = 3; // evidence as a leaf, less that of both parts
  private static final int PATIENCE = 4;
  private static final int COUNTS = 5;

  private final LeafEvidence rule;
  private final int stride;
  private boolean whole =
      true; // all counts are whole numbers: it makes no odds how they are summed
  private int size; // of the arrays
  private int free = NONE; // the first of the nodes that were removed, each linked to the next
  private long[] keys = new long[16]; // of leaves
  private long[] links = new long[16];
  private double[] numbers;

  Nodes(LeafEvidence rule) {
    this.rule = rule;
    stride = COUNTS + rule.classes();
    numbers = new double[keys.length * stride];
  }

  LeafEvidence rule() {
    return rule;
  }

  boolean isWhole() {
    return whole;
  }

  int newLeaf(long key) {
    int leaf = newNode();
    makeLeaf(leaf, key);
    return leaf;
  }

  /** Turns a branch into a leaf with its counts. */
  void makeLeaf(int node, long key) {
    keys[node] = key;
    links[node] = LEAF;
  }

  /**
   * Opens a branch.
   *
   * @param level of the first bit in which the keys below it differ
   */
  int newBranch(int level) {
    int branch = newNode();
    links[branch] = level;
    return branch;
  }

  private int newNode() {
    int node = free;
    if (node == NONE) {
      node = size++;
      makeRoom();
    } else {
      free = (int) links[node];
    }
    Arrays.fill(numbers, node * stride, (node + 1) * stride, 0.0);
    return node;
  }

  private void makeRoom() {
    if (size > keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      links = Arrays.copyOf(links, size * 2);
      numbers = Arrays.copyOf(numbers, size * 2 * stride);
    }
  }

  void release(int node) {
    links[node] = free;
    free = node;
  }

  /** The key of a leaf, or a longer one. */
  long key(int leaf) {
    return keys[leaf];
  }

  boolean isLeaf(int node) {
    return links[node] < 0;
  }

  /** The bit at which the children of a branch part. */
  int level(int branch) {
    return (int) links[branch] & ((1 << LEVEL_BITS) - 1);
  }

  /** The left child if the side is 0, the right one if it is 1. */
  int child(int branch, int side) {
    return child(links[branch], side);
  }

  private static int child(long link, int side) {
    return (int) (link >>> (LEVEL_BITS + CHILD_BITS * side)) & CHILD;
  }

  void setChild(int branch, int side, int child) {
    int shift = LEVEL_BITS + CHILD_BITS * side;
    links[branch] = (links[branch] & ~((long) CHILD << shift)) | ((long) child << shift);
  }

  /** Continues a path by a key; returns false if it ends at a leaf. */
  boolean descend(long key, TreePath path) {
    long link = links[path.lowest()];
    if (link < 0) {
      return false;
    }
    int level = (int) link & ((1 << LEVEL_BITS) - 1);
    path.descend(level, child(link, CountTree.bit(key, level)));
    return true;
  }

  double total(int node) {
    return numbers[node * stride + TOTAL];
  }

  /** Copies the counts of a node. */
  void copyCounts(int node, double[] to, int at) {
    System.arraycopy(numbers, node * stride + COUNTS, to, at, rule.classes());
  }

  /** Gives a branch the counts of a child, before the other child has any. */
  void takeCounts(int branch, int child) {
    numbers[branch * stride + TOTAL] = total(child);
    copyCounts(child, numbers, branch * stride + COUNTS);
  }

  /** The probability of a class by the counts of a node. */
  double estimate(int node, int c) {
    int at = node * stride;
    return (numbers[at + COUNTS + c] + rule.pseudoCount()) / (numbers[at + TOTAL] + 1.0);
  }

  /** Adds the probabilities of all classes by the counts of a node, times a weight. */
  void addEstimates(int node, double weight, double[] probabilities) {
    int at = node * stride;
    double share = weight / (numbers[at + TOTAL] + 1.0);
    for (int c = 0; c < rule.classes(); c++) {
      probabilities[c] += share * (numbers[at + COUNTS + c] + rule.pseudoCount());
    }
  }

  /** The logarithm of the probability of the labels over all prunings below a child of a branch. */
  double evidence(int branch, int side) {
    return numbers[branch * stride + LEFT_EVIDENCE + side];
  }

  void setEvidence(int branch, int side, double evidence) {
    numbers[branch * stride + LEFT_EVIDENCE + side] = evidence;
  }

  /** The logarithm of the probability of the labels by the counts of a node. */
  double ownEvidence(int node) {
    return asLeaf(node * stride);
  }

  private double asLeaf(int at) {
    double total = numbers[at + TOTAL];
    return whole
        ? rule.ofWholeCounts(numbers, at + COUNTS, total)
        : rule.logProbability(numbers, at + COUNTS, total);
  }

  /** How probable it is that the best pruning ends at a branch that it reaches. */
  double stop(int branch) {
    double ahead = numbers[branch * stride + AHEAD];
    double distance = Math.abs(ahead);
    if (distance > OneOfTwo.NEGLIGIBLE) {
      return ahead > 0.0 ? 1.0 : 0.0;
    }
    double ofSmaller = OneOfTwo.ofSmaller(distance);
    return ahead > 0.0 ? 1.0 - ofSmaller : ofSmaller;
  }

  /** Adds to a count of a leaf. */
  void add(int leaf, int c, double weight) {
    int at = leaf * stride;
    numbers[at + COUNTS + c] += weight;
    sum(at);
    whole &= weight == Math.rint(weight) && numbers[at + TOTAL] < EXACT;
  }

  /** Takes a weight away from a class, or what there is of it. */
  void take(int leaf, int c, double weight) {
    int at = leaf * stride;
    double left = numbers[at + COUNTS + c] - weight;
    boolean some = left > ROUNDING * numbers[at + COUNTS + c];
    numbers[at + COUNTS + c] = some ? left : 0.0;
    sum(at);
    whole &= weight == Math.rint(weight);
  }

  private void sum(int at) {
    double total = 0.0;
    for (int i = at + COUNTS; i < at + stride; i++) {
      total += numbers[i];
    }
    numbers[at + TOTAL] = total;
  }

  /**
   * Calculates what follows from an example that was added below a branch; returns the evidence of
   * the branch.
   *
   * @param side of the child below which it was added
   * @param evidence of that child
   */
  double renewAdded(int branch, int side, double evidence, int c, double weight) {
    int at = branch * stride;
    numbers[at + LEFT_EVIDENCE + side] = evidence;
    if (!whole || numbers[at + TOTAL] >= EXACT) {
      return renewBranch(branch);
    }
    numbers[at + TOTAL] += weight;
    numbers[at + COUNTS + c] += weight;
    double left = numbers[at + PATIENCE] - weight;
    if (left >= 0.0) {
      numbers[at + PATIENCE] = left;
      return numbers[at + LEFT_EVIDENCE] + numbers[at + LEFT_EVIDENCE + 1] + LOG_HALF;
    }
    return weigh(at);
  }

  /** Calculates what follows from the children of a branch; returns its evidence. */
  double renewBranch(int branch) {
    int at = branch * stride;
    int left = child(branch, 0) * stride;
    int right = child(branch, 1) * stride;
    numbers[at + TOTAL] = numbers[left + TOTAL] + numbers[right + TOTAL];
    for (int i = COUNTS; i < stride; i++) {
      numbers[at + i] = numbers[left + i] + numbers[right + i];
    }
    return weigh(at);
  }

  /* As probable beforehand: that the best pruning ends at a branch, and that it goes on. */
  private double weigh(int at) {
    double asLeaf = asLeaf(at);
    double parted = numbers[at + LEFT_EVIDENCE] + numbers[at + LEFT_EVIDENCE + 1];
    double ahead = asLeaf - parted;
    double larger = Math.max(asLeaf, parted) + LOG_HALF;
    double distance = Math.abs(ahead);
    numbers[at + AHEAD] = ahead;
    numbers[at + PATIENCE] = 0.0;
    if (distance <= OneOfTwo.NEGLIGIBLE) {
      return larger + OneOfTwo.logOfSum(distance);
    }
    if (ahead < 0.0) {
      numbers[at + PATIENCE] = patience(distance, numbers[at + TOTAL]);
    }
    return larger;
  }

  /* How many examples can come before it may matter again that a branch might be a leaf. Of n examples
   * and K classes, no example is less probable than 1 / (2 K (n + 1)) by the parts below: 1 / (K (n + 1))
   * by the counts of any node, and a half where a new branch opens. So it brings the leaf no further
   * ahead than by the logarithm of that. */
  private double patience(double behind, double total) {
    if (total >= LARGE) {
      return 0.0;
    }
    double atMost = LOG_TWO * (Math.getExponent(4.0 * rule.classes() * (total + 1.0)) + 1);
    return Math.min(total, Math.floor((behind - OneOfTwo.NEGLIGIBLE - 1.0) / atMost));
  }
}
