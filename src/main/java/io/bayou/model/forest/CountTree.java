package io.bayou.model.forest;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * How often each class occurred in each cell of a fixed partition of all events. A cell is a key of
 * bits; each prefix of keys is a node of a binary tree. Only nodes at which keys part, and the
 * cells themselves, are kept: the tree is a function of the set of keys.
 *
 * <p>Beyond a number of cells the tree loses its last levels, as if keys had always been as short:
 * how long they are depends on the set of keys only, too.
 */
final class CountTree {
  /** Bits of a key. */
  static final int MAX_DEPTH = 64;

  private Nodes nodes;
  private int depth = MAX_DEPTH;
  private int root = Nodes.NONE;
  private int leaves;
  private final int[] branchesAt = new int[MAX_DEPTH];
  private final int[] passed = new int[MAX_DEPTH]; // branches, from the root on
  private int passedSize;

  CountTree(LeafEvidence rule) {
    nodes = new Nodes(rule);
  }

  boolean isEmpty() {
    return root == Nodes.NONE;
  }

  int leaves() {
    return leaves;
  }

  /** How many bits of the keys count. */
  int depth() {
    return depth;
  }

  double total() {
    return isEmpty() ? 0.0 : nodes.total(root);
  }

  /** The logarithm of the probability of all labels, over all prunings. */
  double logEvidence() {
    return isEmpty() ? 0.0 : nodes.evidence(root);
  }

  /** The probability of a class at a node of a path. */
  double estimate(int node, int c) {
    return node == TreePath.EMPTY ? nodes.rule().pseudoCount() : nodes.estimate(node, c);
  }

  /** Fills in the nodes that a key passes in a tree that is not empty. */
  void trace(long whole, TreePath path) {
    long key = cut(whole, depth);
    path.clear();
    double rest = 1.0;
    int from = Nodes.NONE;
    int node = root;
    while (true) {
      int common = Long.numberOfLeadingZeros(nodes.key(node) ^ key);
      if (common < nodes.level(node)) { // the key would part from the others here
        double stop = nodes.stopAbove(node);
        path.add(node, rest * stop, from);
        path.add(TreePath.EMPTY, rest * (1.0 - stop), common);
        return;
      }
      double stop = nodes.stop(node);
      path.add(node, rest * stop, from);
      if (nodes.isLeaf(node)) {
        return;
      }
      rest *= 1.0 - stop;
      from = nodes.level(node);
      node = child(node, key);
    }
  }

  /** The first bits of a key. */
  static long cut(long key, int depth) {
    return depth == 0 ? 0L : key & (-1L << (MAX_DEPTH - depth));
  }

  private int child(int node, long key) {
    return nodes.child(node, bit(key, nodes.level(node)));
  }

  private static int bit(long key, int level) {
    return (int) (key >>> (MAX_DEPTH - 1 - level)) & 1;
  }

  void add(long key, int c, double weight) {
    int leaf = reach(cut(key, depth));
    nodes.add(leaf, c, weight);
    nodes.renewLeaf(leaf);
    renewPassed();
  }

  /* The leaf of a key, which is opened if there is none; remembers the branches above it. */
  private int reach(long key) {
    passedSize = 0;
    if (isEmpty()) {
      root = newLeaf(key);
      return root;
    }
    int node = root;
    while (true) {
      int common = Long.numberOfLeadingZeros(nodes.key(node) ^ key);
      if (common < nodes.level(node)) {
        return part(node, key, common);
      }
      if (nodes.isLeaf(node)) {
        return node;
      }
      passed[passedSize++] = node;
      node = child(node, key);
    }
  }

  private int newLeaf(long key) {
    leaves++;
    return nodes.newLeaf(key, depth);
  }

  private int part(int node, long key, int level) {
    int leaf = newLeaf(key);
    int branch = nodes.newNode(key, level);
    branchesAt[level]++;
    int side = bit(key, level);
    nodes.setChild(branch, side, leaf);
    nodes.setChild(branch, 1 - side, node);
    replace(node, branch);
    passed[passedSize++] = branch;
    return leaf;
  }

  /* Puts another node into the place of the one to which the branches passed lead. */
  private void replace(int node, int other) {
    if (passedSize == 0) {
      root = other;
    } else {
      int above = passed[passedSize - 1];
      nodes.setChild(above, nodes.child(above, 0) == node ? 0 : 1, other);
    }
  }

  /** Takes a weight away from a class, or what there is of it. */
  void take(long whole, int c, double weight) {
    long key = cut(whole, depth);
    if (!has(key)) {
      return;
    }
    int leaf = reach(key);
    nodes.take(leaf, c, weight);
    nodes.renewLeaf(leaf);
    if (nodes.total(leaf) == 0.0) {
      remove(leaf);
    }
    renewPassed();
  }

  private boolean has(long key) {
    if (isEmpty()) {
      return false;
    }
    int node = root;
    while (!nodes.isLeaf(node)) {
      node = child(node, key);
    }
    return nodes.key(node) == key;
  }

  /* Removes the leaf to which the branches passed lead; the last of them goes with it. */
  private void remove(int leaf) {
    if (passedSize == 0) {
      clear(nodes.rule());
      return;
    }
    leaves--;
    int branch = passed[--passedSize];
    branchesAt[nodes.level(branch)]--;
    replace(branch, nodes.child(branch, nodes.child(branch, 0) == leaf ? 1 : 0));
    nodes.release(leaf);
    nodes.release(branch);
  }

  /* An empty tree is as it was at first. */
  private void clear(LeafEvidence rule) {
    nodes = new Nodes(rule);
    root = Nodes.NONE;
    leaves = 0;
    passedSize = 0;
    depth = MAX_DEPTH;
    Arrays.fill(branchesAt, 0);
  }

  private void renewPassed() {
    for (int i = passedSize - 1; i >= 0; i--) {
      nodes.renewBranch(passed[i]);
    }
  }

  private void renewAll(int node) {
    if (nodes.isLeaf(node)) {
      nodes.renewLeaf(node);
    } else {
      renewAll(nodes.child(node, 0));
      renewAll(nodes.child(node, 1));
      nodes.renewBranch(node);
    }
  }

  /**
   * Shortens all keys until there are few enough cells.
   *
   * @return whether there were too many
   */
  boolean limit(int maxLeaves) {
    if (leaves <= maxLeaves) {
      return false;
    }
    int level = 0;
    for (int kept = 1; kept + branchesAt[level] <= maxLeaves; level++) {
      kept += branchesAt[level];
    }
    rebuild(level, nodes.rule(), ClassMap.SAME);
    return true;
  }

  /** Gives every class another number. */
  void setClasses(LeafEvidence rule, ClassMap map) {
    rebuild(depth, rule, map);
  }

  private void rebuild(int newDepth, LeafEvidence rule, ClassMap map) {
    Cells cells = cells();
    clear(rule);
    addAll(cells, newDepth, map);
  }

  /** Adds what another tree has counted. */
  void merge(CountTree other, ClassMap map) {
    if (!other.isEmpty()) {
      addAll(other.cells(), other.depth, map);
    }
  }

  /* Keys are as long as the shorter ones. */
  private void addAll(Cells cells, int keyDepth, ClassMap map) {
    setDepth(keyDepth < depth || isEmpty() ? keyDepth : depth);
    for (int i = 0; i < cells.size(); i++) {
      if (cells.hasAny(i, map)) {
        addCell(cells, i, map);
      }
    }
    if (isEmpty()) {
      depth = MAX_DEPTH;
    } else {
      renewAll(root);
    }
  }

  private int addCell(Cells cells, int i, ClassMap map) {
    int leaf = reach(cut(cells.key(i), depth));
    for (int c = 0; c < cells.classes(); c++) {
      if (map.of(c) >= 0) {
        nodes.add(leaf, map.of(c), cells.count(i, c));
      }
    }
    return leaf;
  }

  /* Shortens keys, or continues them with zeros. */
  private void setDepth(int newDepth) {
    if (isEmpty()) {
      depth = newDepth;
    } else if (newDepth != depth) {
      rebuild(newDepth, nodes.rule(), ClassMap.SAME);
    }
  }

  /**
   * Replaces some cells, one by one.
   *
   * @param replaced which cells, by their keys
   * @param newDepth of the keys of the others
   */
  void replace(LongPredicate replaced, int newDepth, Cells others) {
    setDepth(newDepth);
    Cells former = cells();
    for (int i = 0; i < former.size(); i++) {
      if (replaced.test(former.key(i))) {
        remove(reach(former.key(i)));
        renewPassed();
      }
    }
    setDepth(newDepth); // if nothing is left, it was forgotten
    for (int i = 0; i < others.size(); i++) {
      nodes.renewLeaf(addCell(others, i, ClassMap.SAME));
      renewPassed();
    }
    if (isEmpty()) {
      depth = MAX_DEPTH;
    }
  }

  /** The keys and counts of all cells, in the order of the keys. */
  Cells cells() {
    Cells cells = new Cells(leaves, nodes.rule().classes());
    collect(root, cells);
    return cells;
  }

  /**
   * How probable it is that the best pruning ends at each branch, in preorder: if it is reached,
   * and the same above it, where an event parts that the branch does not have.
   */
  double[][] stops() {
    double[][] stops = new double[2][Math.max(0, leaves - 1)];
    if (!isEmpty()) {
      collectStops(root, stops, 0);
    }
    return stops;
  }

  private int collectStops(int node, double[][] stops, int at) {
    if (nodes.isLeaf(node)) {
      return at;
    }
    stops[0][at] = nodes.stop(node);
    stops[1][at] = nodes.stopAbove(node);
    int next = collectStops(nodes.child(node, 0), stops, at + 1);
    return collectStops(nodes.child(node, 1), stops, next);
  }

  private void collect(int node, Cells cells) {
    if (node == Nodes.NONE) {
      return;
    }
    if (nodes.isLeaf(node)) {
      cells.add(nodes, node);
    } else {
      collect(nodes.child(node, 0), cells);
      collect(nodes.child(node, 1), cells);
    }
  }
}
