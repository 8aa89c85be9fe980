package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A Bayesian network over features and the class: its arcs, and what experts know about it.
 *
 * @param className the name of the class among the nodes
 * @param parents the parents of each node; a node without an entry has none
 * @param tables probabilities given by an expert, by node
 * @param hidden the nodes that are never observed
 */
public record NetworkSpec(
    String className,
    SortedMap<String, List<String>> parents,
    SortedMap<String, GivenTable> tables,
    SortedSet<String> hidden) {
  public static final String DEFAULT_CLASS = "label";

  public static final int MAX_NODES = 1_000;

  /** No arcs. */
  public static final NetworkSpec NONE = new NetworkSpec(DEFAULT_CLASS, new TreeMap<>());

  public NetworkSpec {
    requireNonNull(className, "className");
    SortedMap<String, List<String>> copy = new TreeMap<>();
    parents.forEach((node, names) -> copy.put(node, sorted(node, names)));
    parents = Collections.unmodifiableSortedMap(copy);
    if (nodes(copy).size() > MAX_NODES) {
      throw new IllegalArgumentException(
          "a network may have " + MAX_NODES + " nodes, has " + nodes(copy).size());
    }
    List<String> cycle = cycle(parents);
    if (!cycle.isEmpty()) {
      throw new IllegalArgumentException(
          "the network has a cycle: " + String.join(" -> ", cycle) + "; take out one of its arcs");
    }
    tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    tables.forEach((node, table) -> checkTable(node, table, className, copy));
    hidden = Collections.unmodifiableSortedSet(new TreeSet<>(hidden));
    for (String node : hidden) {
      if (node.equals(className) || !nodes(copy).contains(node)) {
        throw new IllegalArgumentException("'" + node + "' is no feature of the network");
      }
    }
  }

  /** A network with arcs only. */
  public NetworkSpec(String className, SortedMap<String, List<String>> parents) {
    this(className, parents, new TreeMap<>(), new TreeSet<>());
  }

  private static void checkTable(
      String node, GivenTable table, String className, SortedMap<String, List<String>> parents) {
    if (!node.equals(className) && !nodes(parents).contains(node)) {
      throw new IllegalArgumentException("'" + node + "' is no node of the network");
    }
    List<String> expected = parents.getOrDefault(node, List.of());
    for (GivenTable.Row row : table.rows()) {
      if (!List.copyOf(row.given().keySet()).equals(expected)) {
        throw new IllegalArgumentException(
            "a row of '%s' must have a value of each of its parents %s, was '%s'"
                .formatted(node, expected, row.text()));
      }
    }
  }

  /* The order of parents has no meaning, so equal networks are equal. */
  private static List<String> sorted(String node, List<String> parents) {
    Set<String> sorted = new TreeSet<>(parents);
    if (sorted.size() < parents.size()) {
      throw new IllegalArgumentException("'" + node + "' has a parent twice, was " + parents);
    }
    return List.copyOf(sorted);
  }

  /** Whether no arcs are given. */
  public boolean isEmpty() {
    return parents.isEmpty();
  }

  /** Every node that is named, as a key or as a parent. */
  public SortedSet<String> nodes() {
    return nodes(parents);
  }

  private static SortedSet<String> nodes(SortedMap<String, List<String>> parents) {
    NavigableSet<String> nodes = new TreeSet<>(parents.keySet());
    parents.values().forEach(nodes::addAll);
    return nodes;
  }

  /** Whether all nodes exist from the start; tables and hidden nodes need that. */
  public boolean isOpenFromTheStart() {
    return !tables.isEmpty() || !hidden.isEmpty();
  }

  /** The classes that the class's own table names. */
  public SortedSet<String> givenClasses() {
    SortedSet<String> classes = new TreeSet<>();
    if (tables.containsKey(className)) {
      tables.get(className).rows().forEach(row -> classes.addAll(row.probabilities().keySet()));
    }
    return classes;
  }

  public List<String> parentsOf(String node) {
    return parents.getOrDefault(node, List.of());
  }

  /** Whether the class depends on features, so that it has no prior of its own. */
  public boolean classHasParents() {
    return !parentsOf(className).isEmpty();
  }

  /* A cycle from child to parent that ends with its first node; empty if there is none. */
  private static List<String> cycle(Map<String, List<String>> parents) {
    Set<String> cleared = new HashSet<>();
    for (String start : parents.keySet()) {
      List<String> cycle = cycle(start, parents, new ArrayList<>(), cleared);
      if (!cycle.isEmpty()) {
        return cycle;
      }
    }
    return List.of();
  }

  private static List<String> cycle(
      String node, Map<String, List<String>> parents, List<String> path, Set<String> cleared) {
    int before = path.indexOf(node);
    path.add(node);
    if (before >= 0) {
      List<String> cycle = new ArrayList<>(path.subList(before, path.size()));
      Collections.reverse(cycle); // arcs point from parent to child
      return cycle;
    }
    for (String parent : parents.getOrDefault(node, List.of())) {
      List<String> cycle =
          cleared.contains(parent) ? List.of() : cycle(parent, parents, path, cleared);
      if (!cycle.isEmpty()) {
        return cycle;
      }
    }
    path.remove(path.size() - 1);
    cleared.add(node);
    return List.of();
  }
}
