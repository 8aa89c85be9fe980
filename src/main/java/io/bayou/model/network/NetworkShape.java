package io.bayou.model.network;

import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * The features of a given network: their arcs, the order in which missing ones are summed out, and
 * how many values each may have so that no table exceeds {@value #MAX_CELLS} cells. The class is
 * not a node here: it is known, or each class is tried in turn.
 *
 * <p>If the tables of the elimination exceed the limit in any case, it bounds the probability
 * tables only, and sums over many missing features are estimated.
 */
public final class NetworkShape {
  /** The largest conditional probability table, and the largest table of an elimination. */
  public static final int MAX_CELLS = 1 << 20;

  /** An undeclared feature has at least two values, and the unknown one. */
  private static final int MIN_UNDECLARED_CELLS = 3;

  private final ModelSpec spec;
  private final SortedMap<String, FeatureSpec> types;
  private final List<String> nodes;
  private final int[] elimination;
  private final int[] maxCells;
  private final boolean exact;

  /**
   * @throws IllegalArgumentException if a probability table or, with hidden nodes, a table of the
   *     elimination exceeds the limit whatever the values are
   */
  public NetworkShape(ModelSpec spec) {
    this.spec = spec;
    NetworkSpec network = spec.network();
    nodes = new ArrayList<>(network.nodes());
    nodes.remove(network.className());
    elimination = new int[nodes.size()];
    maxCells = new int[nodes.size()];
    Arrays.fill(maxCells, MAX_CELLS);
    types = NodeTypes.of(spec);
    nodes.forEach(node -> limit(family(node)));
    limit(setOf(parentsOfClass()));
    exact = limitElimination(eliminate(moralGraph()));
  }

  /** Whether missing features are summed out exactly, whichever they are. */
  public boolean isExact() {
    return exact;
  }

  /** The features in name order. */
  public List<String> nodes() {
    return Collections.unmodifiableList(nodes);
  }

  public boolean contains(String node) {
    return indexOf(node) >= 0;
  }

  /** The features, each after its parents. */
  public List<String> order() {
    Set<String> order = new LinkedHashSet<>();
    nodes.forEach(node -> appendAfterParents(node, order));
    return List.copyOf(order);
  }

  private void appendAfterParents(String node, Set<String> order) {
    if (!order.contains(node)) {
      parentsOf(node).forEach(parent -> appendAfterParents(parent, order));
      order.add(node);
    }
  }

  /** The features among a node's parents, in name order. */
  public List<String> parentsOf(String node) {
    return spec.network().parentsOf(node).stream().filter(this::isFeature).toList();
  }

  /** The parents of the class, in name order. */
  public List<String> parentsOfClass() {
    return spec.network().parentsOf(spec.network().className());
  }

  /** Whether a feature depends on the class; in a tree-augmented naive Bayes every one does. */
  public boolean dependsOnClass(String node) {
    return spec.learner() == LearnerKind.TAN
        || spec.network().parentsOf(node).contains(spec.network().className());
  }

  /** The features in the order in which missing ones are summed out. */
  public List<String> elimination() {
    return Arrays.stream(elimination).mapToObj(nodes::get).toList();
  }

  public int maxValues(String node) {
    int index = indexOf(node);
    int cells = index < 0 ? MAX_CELLS : maxCells[index];
    return Math.min(spec.limits().categories(), cells - 1);
  }

  private boolean isFeature(String node) {
    return !node.equals(spec.network().className());
  }

  /* The neighbors of each node: its parents, its children, and the other parents of its children. */
  private BitSet[] moralGraph() {
    BitSet[] graph = new BitSet[nodes.size()];
    Arrays.setAll(graph, i -> new BitSet());
    nodes.forEach(node -> connect(family(node), graph));
    connect(setOf(parentsOfClass()), graph);
    return graph;
  }

  private static void connect(BitSet family, BitSet[] graph) {
    family.stream().forEach(node -> graph[node].or(family));
  }

  private BitSet family(String node) {
    BitSet family = setOf(parentsOf(node));
    family.set(indexOf(node));
    return family;
  }

  private BitSet setOf(List<String> names) {
    BitSet set = new BitSet();
    names.forEach(name -> set.set(indexOf(name)));
    return set;
  }

  private int indexOf(String node) {
    return Collections.binarySearch(nodes, node);
  }

  /* Removes the node with the fewest neighbors and connects these, again and again. Each cluster is a
   * table that a sum may need; known nodes only make it smaller. */
  private List<BitSet> eliminate(BitSet[] graph) {
    List<BitSet> clusters = new ArrayList<>();
    BitSet left = new BitSet();
    left.set(0, nodes.size());
    for (int i = 0; i < elimination.length; i++) {
      int next = left.nextSetBit(0);
      for (int node = next; node >= 0; node = left.nextSetBit(node + 1)) {
        next = graph[node].cardinality() < graph[next].cardinality() ? node : next;
      }
      elimination[i] = next;
      left.clear(next);
      BitSet cluster = graph[next];
      clusters.add(cluster);
      for (int node = cluster.nextSetBit(0); node >= 0; node = cluster.nextSetBit(node + 1)) {
        graph[node].or(cluster);
        graph[node].clear(next);
      }
    }
    return clusters;
  }

  /* Limits the values so that every cluster fits; if one cannot fit, limits nothing. */
  private boolean limitElimination(List<BitSet> clusters) {
    int bound = MAX_CELLS / hiddenCells();
    for (BitSet cluster : clusters) {
      if (minCells(cluster) > bound) {
        if (!spec.network().hidden().isEmpty()) {
          throw new IllegalArgumentException(
              "hidden nodes are learned by exact inference only, but "
                  + tooManyCells(cluster, minCells(cluster), bound));
        }
        return false;
      }
    }
    clusters.forEach(cluster -> limit(cluster, bound));
    return true;
  }

  /* Learning asks for the joint distribution of all hidden nodes of a family. */
  private int hiddenCells() {
    double max = 1.0;
    for (String node : spec.network().hidden().isEmpty() ? List.<String>of() : nodes) {
      max = Math.max(max, hiddenCells(family(node)));
    }
    return (int) Math.min(MAX_CELLS, Math.max(max, hiddenCells(setOf(parentsOfClass()))));
  }

  private double hiddenCells(BitSet family) {
    return family.stream()
        .mapToObj(nodes::get)
        .filter(node -> spec.network().hidden().contains(node))
        .mapToDouble(this::declaredCells)
        .reduce(1.0, (a, b) -> a * b);
  }

  private double minCells(BitSet cluster) {
    return cluster.stream()
        .map(node -> declaredCells(nodes.get(node)))
        .mapToDouble(cells -> cells == 0 ? MIN_UNDECLARED_CELLS : cells)
        .reduce(1.0, (a, b) -> a * b);
  }

  private void limit(BitSet family) {
    double cells = minCells(family);
    if (cells > MAX_CELLS) {
      throw new IllegalArgumentException(tooManyCells(family, cells, MAX_CELLS));
    }
    limit(family, MAX_CELLS);
  }

  /* Declared features need their cells; the others share the remaining ones. */
  private void limit(BitSet cluster, int bound) {
    double declared = 1.0;
    int open = 0;
    for (int node = cluster.nextSetBit(0); node >= 0; node = cluster.nextSetBit(node + 1)) {
      int cells = declaredCells(nodes.get(node));
      declared *= Math.max(1, cells);
      open += cells == 0 ? 1 : 0;
    }
    int share = share(bound / declared, open);
    for (int node = cluster.nextSetBit(0); node >= 0; node = cluster.nextSetBit(node + 1)) {
      int cells = declaredCells(nodes.get(node));
      maxCells[node] = Math.min(maxCells[node], cells == 0 ? share : cells);
    }
  }

  /* The largest whole number whose power does not exceed the cells. */
  private static int share(double cells, int power) {
    int share = (int) Math.rint(Math.pow(cells, 1.0 / Math.max(1, power)));
    return Math.pow(share, power) <= cells ? share : share - 1;
  }

  private String tooManyCells(BitSet cluster, double cells, int bound) {
    return String.format(
        Locale.ROOT,
        "the network needs a table of %s cells or more over %s, the limit is %,d; take out arcs or"
            + " declare fewer values",
        cells > 1e15 ? "over 1e15" : String.format(Locale.ROOT, "%,.0f", cells),
        cluster.stream().mapToObj(nodes::get).collect(Collectors.joining(", ")),
        bound);
  }

  /* 0 for a feature without declared values. */
  private int declaredCells(String node) {
    FeatureSpec feature = types.get(node);
    if (feature == null) {
      return 0;
    }
    if (feature.type() == FeatureType.BERNOULLI) {
      return 2;
    }
    int values = spec.givenValues(feature).size();
    return values == 0 || feature.bins().isPresent()
        ? values
        : values + 1; // one for unknown values
  }
}
