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
  private double evidence; // of the root
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
    return evidence;
  }

  /** The probability of a class at a node of a path. */
  double estimate(int node, int c) {
    return node == TreePath.EMPTY ? nodes.rule().pseudoCount() : nodes.estimate(node, c);
  }

  /** Adds the probabilities of all classes at the nodes of a path, times a weight. */
  void addEstimates(TreePath path, double weight, double[] probabilities) {
    for (int i = 0; i < path.size(); i++) {
      double part = weight * path.weight(i);
      if (part > 0.0 && path.node(i) == TreePath.EMPTY) {
        for (int c = 0; c < nodes.rule().classes(); c++) {
          probabilities[c] += part * nodes.rule().pseudoCount();
        }
      } else if (part > 0.0) {
        nodes.addEstimates(path.node(i), part, probabilities);
      }
    }
  }

  /** Begins the path of a key in a tree that is not empty. */
  void begin(TreePath path) {
    path.begin(root);
  }

  /** Continues the path of a key; returns false at its end. */
  boolean descend(long key, TreePath path) {
    return nodes.descend(key, path);
  }

  /** Weighs the nodes of the path of a key. */
  void weigh(long key, TreePath path) {
    int last = path.last();
    int common = common(key, path.lowest());
    double rest = 1.0;
    int i = 0;
    while (i < last && path.levelAfter(i) <= common) {
      double stop = nodes.stop(path.passed(i));
      path.setWeight(i, rest * stop);
      rest *= 1.0 - stop;
      i++;
    }
    if (i == last && common >= depth) {
      path.setWeight(last, rest);
      path.end();
    } else { // the key would part from the others here
      double ofNode = i == 0 ? evidence : evidenceAfter(key, path, i - 1);
      double stop = stopAbove(path.passed(i), ofNode);
      path.setWeight(i, rest * stop);
      path.part(i + 1, common, rest * (1.0 - stop));
    }
  }

  private double evidenceAfter(long key, TreePath path, int i) {
    return nodes.evidence(path.passed(i), bit(key, path.levelAfter(i)));
  }

  /* How probable it is that the best pruning ends where an event would part from a node. */
  private double stopAbove(int node, double evidenceOfNode) {
    return 1.0 / (1.0 + Math.exp(evidenceOfNode - nodes.ownEvidence(node)));
  }

  /* The leaf that shares more bits with a key than all others do. */
  private int leaf(long key) {
    int node = root;
    while (!nodes.isLeaf(node)) {
      node = child(node, key);
    }
    return node;
  }

  /* How many bits a key shares with that of a leaf; if the depth or more, it is the key of the leaf. */
  private int common(long key, int leaf) {
    return Long.numberOfLeadingZeros(nodes.key(leaf) ^ key);
  }

  /** The first bits of a key. */
  static long cut(long key, int depth) {
    return depth == 0 ? 0L : key & (-1L << (MAX_DEPTH - depth));
  }

  private int child(int node, long key) {
    return nodes.child(node, bit(key, nodes.level(node)));
  }

  static int bit(long key, int level) {
    return (int) (key >>> (MAX_DEPTH - 1 - level)) & 1;
  }

  /**
   * Adds to a count.
   *
   * @param path of the key, unless the tree is empty
   */
  void add(long key, TreePath path, int c, double weight) {
    int leaf = isEmpty() ? reach(key) : reach(key, path);
    nodes.add(leaf, c, weight);
    evidence = nodes.ownEvidence(leaf);
    for (int i = passedSize - 1; i >= 0; i--) {
      int side = bit(key, nodes.level(passed[i]));
      evidence = nodes.renewAdded(passed[i], side, evidence, c, weight);
    }
  }

  private int reach(long key, TreePath path) {
    passedSize = path.last();
    path.copyBranches(passed);
    return reachFrom(path.lowest(), key);
  }

  /* The leaf of a key, which is opened if there is none; remembers the branches above it. */
  private int reach(long key) {
    passedSize = 0;
    if (isEmpty()) {
      root = newLeaf(key);
      return root;
    }
    int node = root;
    while (!nodes.isLeaf(node)) {
      passed[passedSize++] = node;
      node = child(node, key);
    }
    return reachFrom(node, key);
  }

  /* From the leaf to which the branches passed lead. */
  private int reachFrom(int leaf, long key) {
    int common = common(key, leaf);
    int node = leaf;
    if (common >= depth) {
      return node;
    }
    while (passedSize > 0 && nodes.level(passed[passedSize - 1]) > common) {
      node = passed[--passedSize];
    }
    return part(node, key, common);
  }

  private int newLeaf(long key) {
    leaves++;
    return nodes.newLeaf(cut(key, depth));
  }

  private int part(int node, long key, int level) {
    int leaf = newLeaf(key);
    int branch = nodes.newBranch(level);
    branchesAt[level]++;
    int side = bit(key, level);
    nodes.setChild(branch, side, leaf);
    nodes.setChild(branch, 1 - side, node);
    nodes.setEvidence(branch, 1 - side, evidenceBelowPassed(node));
    nodes.takeCounts(branch, node);
    replace(node, branch);
    passed[passedSize++] = branch;
    return leaf;
  }

  /* The evidence of the node to which the branches passed lead. */
  private double evidenceBelowPassed(int node) {
    return passedSize == 0
        ? evidence
        : nodes.evidence(passed[passedSize - 1], sideOf(node, passed[passedSize - 1]));
  }

  private int sideOf(int node, int above) {
    return nodes.child(above, 0) == node ? 0 : 1;
  }

  /* Puts another node into the place of the one to which the branches passed lead. */
  private void replace(int node, int other) {
    if (passedSize == 0) {
      root = other;
    } else {
      int above = passed[passedSize - 1];
      nodes.setChild(above, sideOf(node, above), other);
    }
  }

  /** Takes a weight away from a class, or what there is of it. */
  void take(long key, int c, double weight) {
    if (!has(key)) {
      return;
    }
    int leaf = reach(key);
    nodes.take(leaf, c, weight);
    if (nodes.total(leaf) == 0.0) {
      remove(leaf);
    } else {
      renewPassed(key, nodes.ownEvidence(leaf));
    }
  }

  private boolean has(long key) {
    return !isEmpty() && common(key, leaf(key)) >= depth;
  }

  /* Removes the leaf to which the branches passed lead; the last of them goes with it. */
  private void remove(int leaf) {
    if (passedSize == 0) {
      clear(nodes.rule());
      return;
    }
    leaves--;
    long key = nodes.key(leaf);
    int branch = passed[--passedSize];
    branchesAt[nodes.level(branch)]--;
    int other = 1 - sideOf(leaf, branch);
    double ofOther = nodes.evidence(branch, other);
    replace(branch, nodes.child(branch, other));
    nodes.release(leaf);
    nodes.release(branch);
    renewPassed(key, ofOther);
  }

  /* An empty tree is as it was at first. */
  private void clear(LeafEvidence rule) {
    nodes = new Nodes(rule);
    root = Nodes.NONE;
    evidence = 0.0;
    leaves = 0;
    passedSize = 0;
    depth = MAX_DEPTH;
    Arrays.fill(branchesAt, 0);
  }

  /* Calculates what follows for the branches passed from the evidence of the node below them. */
  private void renewPassed(long key, double ofNode) {
    evidence = ofNode;
    for (int i = passedSize - 1; i >= 0; i--) {
      nodes.setEvidence(passed[i], bit(key, nodes.level(passed[i])), evidence);
      evidence = nodes.renewBranch(passed[i]);
    }
  }

  private double renewAll(int node) {
    if (nodes.isLeaf(node)) {
      return nodes.ownEvidence(node);
    }
    nodes.setEvidence(node, 0, renewAll(nodes.child(node, 0)));
    nodes.setEvidence(node, 1, renewAll(nodes.child(node, 1)));
    return nodes.renewBranch(node);
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
    if (nodes.isWhole()) {
      depth = level;
      evidence = shorten(root, evidence);
      Arrays.fill(branchesAt, level, MAX_DEPTH, 0);
    } else {
      rebuild(level, nodes.rule(), ClassMap.SAME);
    }
    return true;
  }

  /* Makes leaves of the first branches beyond the depth; returns the evidence of a node. */
  private double shorten(int node, double before) {
    if (nodes.isLeaf(node)) {
      return before;
    }
    if (nodes.level(node) >= depth) {
      nodes.makeLeaf(node, release(node));
      leaves++;
      return nodes.ownEvidence(node);
    }
    boolean changed = false;
    for (int side = 0; side < 2; side++) {
      double former = nodes.evidence(node, side);
      double now = shorten(nodes.child(node, side), former);
      changed |= now != former;
      nodes.setEvidence(node, side, now);
    }
    return changed ? nodes.renewBranch(node) : before;
  }

  /* Releases all nodes below a branch; returns the key of one. */
  private long release(int branch) {
    long key = 0;
    for (int side = 0; side < 2; side++) {
      int child = nodes.child(branch, side);
      if (nodes.isLeaf(child)) {
        key = nodes.key(child);
        leaves--;
      } else {
        key = release(child);
      }
      nodes.release(child);
    }
    return key;
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
      evidence = renewAll(root);
    }
  }

  private int addCell(Cells cells, int i, ClassMap map) {
    int leaf = reach(cells.key(i));
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
      }
    }
    setDepth(newDepth); // if nothing is left, it was forgotten
    for (int i = 0; i < others.size(); i++) {
      int leaf = addCell(others, i, ClassMap.SAME);
      renewPassed(others.key(i), nodes.ownEvidence(leaf));
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
      collectStops(root, evidence, stops, 0);
    }
    return stops;
  }

  private int collectStops(int node, double ofNode, double[][] stops, int at) {
    if (nodes.isLeaf(node)) {
      return at;
    }
    stops[0][at] = nodes.stop(node);
    stops[1][at] = stopAbove(node, ofNode);
    int next = collectStops(nodes.child(node, 0), nodes.evidence(node, 0), stops, at + 1);
    return collectStops(nodes.child(node, 1), nodes.evidence(node, 1), stops, next);
  }

  private void collect(int node, Cells cells) {
    if (node == Nodes.NONE) {
      return;
    }
    if (nodes.isLeaf(node)) {
      cells.add(cut(nodes.key(node), depth), nodes, node);
    } else {
      collect(nodes.child(node, 0), cells);
      collect(nodes.child(node, 1), cells);
    }
  }
}
