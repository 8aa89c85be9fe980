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
 * The features of a given network: what depends on what, in which order missing ones are summed
 * out, and how many values each may have so that no table passes {@value #MAX_CELLS} cells. The
 * class is not a node here: it is known, or each class is tried in turn.
 *
 * <p>Where no order of summing out keeps within that, only the probability tables do, and sums over
 * many missing features are estimated.
 */
public final class NetworkShape {
  /** How many cells a conditional probability table, or a table of an elimination, may have. */
  public static final int MAX_CELLS = 1 << 20;

  /** Of a feature that was not declared there are at least two values, and the unknown one. */
  private static final int FEWEST_CELLS = 3;

  private final ModelSpec spec;
  private final SortedMap<String, FeatureSpec> types;
  private final List<String> nodes;
  private final int[] elimination;
  private final int[] maxCells;
  private final boolean exact;

  /**
   * @throws IllegalArgumentException if its tables pass the limit whatever the values are; or, with
   *     hidden nodes, those on the way to their probabilities
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

  /** Whether any features may be missing and are still summed out exactly. */
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

  /** The features, each after those that it depends on. */
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

  /** The features that one depends on, in name order. */
  public List<String> parentsOf(String node) {
    return spec.network().parentsOf(node).stream().filter(this::isFeature).toList();
  }

  /** The features that the class depends on, in name order. */
  public List<String> parentsOfClass() {
    return spec.network().parentsOf(spec.network().className());
  }

  /** Whether a feature depends on the class: in a tree-augmented naive Bayes every one does. */
  public boolean dependsOnClass(String node) {
    return spec.learner() == LearnerKind.TAN
        || spec.network().parentsOf(node).contains(spec.network().className());
  }

  /** The features in the order in which missing ones are summed out. */
  public List<String> elimination() {
    List<String> order = new ArrayList<>();
    for (int node : elimination) {
      order.add(nodes.get(node));
    }
    return order;
  }

  /** How many values a feature may have. */
  public int maxValues(String node) {
    int index = Collections.binarySearch(nodes, node);
    int most = index < 0 ? MAX_CELLS : maxCells[index];
    return Math.min(spec.limits().categories(), most - 1);
  }

  private boolean isFeature(String node) {
    return !node.equals(spec.network().className());
  }

  /* Neighbours of each node: its parents, its children, and the other parents of its children. */
  private BitSet[] moralGraph() {
    BitSet[] graph = new BitSet[nodes.size()];
    Arrays.setAll(graph, i -> new BitSet());
    nodes.forEach(node -> join(family(node), graph));
    join(setOf(parentsOfClass()), graph);
    return graph;
  }

  private static void join(BitSet family, BitSet[] graph) {
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

  /* Takes out the node with the fewest neighbours and joins these, again and again. What is joined
   * is a table that may have to be made; with some nodes known it only becomes smaller. */
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

  /* Returns whether all of them fit; otherwise nothing is limited. */
  private boolean limitElimination(List<BitSet> clusters) {
    int bound = MAX_CELLS / hiddenCells();
    for (BitSet cluster : clusters) {
      if (leastCells(cluster) > bound) {
        if (!spec.network().hidden().isEmpty()) {
          throw new IllegalArgumentException(
              "hidden nodes are learned by exact inference only, but "
                  + tooManyCells(cluster, leastCells(cluster), bound));
        }
        return false;
      }
    }
    clusters.forEach(cluster -> limit(cluster, bound));
    return true;
  }

  /* What is asked for of hidden nodes is the distribution of all those of a family together. */
  private int hiddenCells() {
    double most = 1.0;
    for (String node : spec.network().hidden().isEmpty() ? List.<String>of() : nodes) {
      most = Math.max(most, hiddenCells(family(node)));
    }
    return (int) Math.min(MAX_CELLS, Math.max(most, hiddenCells(setOf(parentsOfClass()))));
  }

  private double hiddenCells(BitSet family) {
    return family.stream()
        .mapToObj(nodes::get)
        .filter(this::isHidden)
        .mapToDouble(this::declaredCells)
        .reduce(1.0, (a, b) -> a * b);
  }

  private boolean isHidden(String node) {
    return spec.network().hidden().contains(node);
  }

  private double leastCells(BitSet cluster) {
    return cluster.stream()
        .map(node -> declaredCells(nodes.get(node)))
        .mapToDouble(cells -> cells == 0 ? FEWEST_CELLS : cells)
        .reduce(1.0, (a, b) -> a * b);
  }

  private void limit(BitSet family) {
    double least = leastCells(family);
    if (least > MAX_CELLS) {
      throw new IllegalArgumentException(tooManyCells(family, least, MAX_CELLS));
    }
    limit(family, MAX_CELLS);
  }

  /* Declared features need the cells that they have; the others share what is left. */
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

  /* The greatest whole number whose power is at most so many cells. */
  private static int share(double cells, int power) {
    int share = (int) Math.rint(Math.pow(cells, 1.0 / Math.max(1, power)));
    return Math.pow(share, power) <= cells ? share : share - 1;
  }

  private String tooManyCells(BitSet cluster, double least, int bound) {
    return "the network needs a table of "
        + (least > 1e15 ? "over 1e15" : String.format(Locale.ROOT, "%,.0f", least))
        + " cells or more over "
        + cluster.stream().mapToObj(nodes::get).collect(Collectors.joining(", "))
        + ", the limit is "
        + String.format(Locale.ROOT, "%,d", bound)
        + "; take out arcs or declare fewer values";
  }

  /* 0 if nothing is declared. */
  private int declaredCells(String node) {
    FeatureSpec feature = types.get(node);
    if (feature == null) {
      return 0;
    }
    if (feature.type() == FeatureType.BERNOULLI) {
      return 2;
    }
    int values = spec.givenValues(feature).size();
    return values == 0 || feature.bins().isPresent() ? values : values + 1; // one for unknown ones
  }
}
