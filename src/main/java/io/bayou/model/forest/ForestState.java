package io.bayou.model.forest;

import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.learner.ClassTable;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/** The state of a forest: the classes, and the counts of each tree. */
final class ForestState {
  /** Of all trees together, cells times classes: some 30 MB. */
  private static final int MAX_COUNTS = 1 << 20;

  final ModelSpec spec;
  final Refusals refusals;
  final ClassTable classes;
  private final CountTree[] trees;
  private final int[] changedBuckets; // by tree, a bit for each
  private final Set<String> changedClasses = new TreeSet<>();
  private LeafEvidence rule = new LeafEvidence(1);
  private long version;

  ForestState(ModelSpec spec, Refusals refusals) {
    this.spec = spec;
    this.refusals = refusals;
    classes = new ClassTable(spec.limits().classes());
    trees = new CountTree[spec.forest().trees()];
    Arrays.setAll(trees, t -> new CountTree(rule));
    changedBuckets = new int[trees.length];
  }

  int trees() {
    return trees.length;
  }

  CountTree tree(int t) {
    return trees[t];
  }

  /** The share of a class among all examples. */
  double share(int c) {
    double sum = 1.0;
    for (int k = 0; k < classes.size(); k++) {
      sum += classes.weight(k);
    }
    return (classes.weight(c) + rule.pseudoCount()) / sum;
  }

  /** Changes with everything that is learned. */
  long version() {
    return version;
  }

  /** Finds the paths of an event. */
  void follow(long[] keys, TreePaths paths) {
    paths.follow(trees, keys);
  }

  /**
   * Learns an example.
   *
   * @param c its class
   * @param keys by tree; null for an event without features
   * @param paths of the event
   */
  void learn(long[] keys, TreePaths paths, int c, double weight) {
    version++;
    count(c, 1, weight);
    for (int t = 0; keys != null && t < trees.length; t++) {
      trees[t].add(keys[t], paths.of(t), c, weight);
      changedBuckets[t] |= 1 << ForestRows.bucket(keys[t], trees[t].depth());
      limit(t);
    }
  }

  private void count(int c, long examples, double weight) {
    double sum = Math.max(0.0, classes.weight(c) + weight);
    classes.set(c, classes.examples(c) + examples, sum);
    changedClasses.add(classes.label(c));
  }

  private void limit(int t) {
    int affordable = Math.max(1, MAX_COUNTS / (trees.length * rule.classes()));
    if (trees[t].limit(Math.min(spec.forest().leaves(), affordable))) {
      changedBuckets[t] = ForestRows.ALL_BUCKETS;
    }
  }

  /**
   * The number of a class, which is opened if it is new.
   *
   * @return negative if there is no room for one more
   */
  int open(String label) {
    int c = classes.find(label);
    if (c >= 0 || classes.isFull()) {
      return c;
    }
    version++;
    int opened = classes.open(label, c);
    if (classes.size() > 1) {
      setClasses(ClassMap.opened(opened));
    }
    return opened;
  }

  private void close(int c) {
    classes.remove(c);
    setClasses(ClassMap.removed(c));
    Arrays.fill(changedBuckets, ForestRows.ALL_BUCKETS);
  }

  private void setClasses(ClassMap map) {
    version++;
    rule = new LeafEvidence(Math.max(1, classes.size()));
    for (CountTree tree : trees) {
      tree.setClasses(rule, map);
    }
  }

  void retract(long[] keys, String label, double weight) {
    version++;
    int c = classes.find(label);
    for (int t = 0; keys != null && t < trees.length; t++) {
      changedBuckets[t] |= 1 << ForestRows.bucket(keys[t], trees[t].depth());
      trees[t].take(keys[t], c, weight);
    }
    count(c, -1, -weight);
    if (classes.examples(c) <= 0) {
      close(c);
    }
  }

  void merge(ForestState other) {
    version++;
    int[] numbers = new int[other.classes.size()];
    for (int k = 0; k < numbers.length; k++) {
      if (open(other.classes.label(k)) < 0) {
        refusals.count(Reason.TOO_MANY_CLASSES);
      }
    }
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = classes.find(other.classes.label(k));
      if (numbers[k] >= 0) {
        count(numbers[k], other.classes.examples(k), other.classes.weight(k));
      }
    }
    for (int t = 0; t < trees.length; t++) {
      trees[t].merge(other.trees[t], c -> numbers[c]);
      limit(t);
      changedBuckets[t] = ForestRows.ALL_BUCKETS;
    }
  }

  /** The labels of the classes that changed or went since the last call. */
  Set<String> takeChangedClasses() {
    Set<String> taken = new TreeSet<>(changedClasses);
    changedClasses.clear();
    return taken;
  }

  /** The buckets of a tree that changed since the last call, a bit for each. */
  int takeChangedBuckets(int t) {
    int taken = changedBuckets[t];
    changedBuckets[t] = 0;
    return taken;
  }

  /** Replaces what is known of a class; without examples it goes. */
  void restoreClass(String label, long examples, double weight) {
    int c = classes.find(label);
    if (examples > 0) {
      classes.set(openToRestore(label), examples, weight);
    } else if (c >= 0) {
      classes.remove(c);
      setClasses(ClassMap.removed(c));
    }
  }

  /** The number of a class of a row. */
  int openToRestore(String label) {
    int c = open(label);
    if (c < 0) {
      throw ClassTable.beyondLimit(label);
    }
    return c;
  }

  /** Replaces the cells of a bucket of a tree. */
  void restoreBucket(int t, int bucket, int depth, Cells cells) {
    version++;
    trees[t].replace(key -> ForestRows.bucket(key, depth) == bucket, depth, cells);
  }
}
