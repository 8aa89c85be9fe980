package io.bayou.codec.spec;

import io.bayou.model.network.NodeTypes;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code tables} and {@code hidden}: probabilities from experts, and unobserved nodes. */
final class TableSection {
  private static final String STRENGTH = "strength";
  private static final Set<String> BOOLEANS = Set.of("false", "true");

  private TableSection() {}

  /** Reads {@code tables}: by node, by values of its parents, by value, a probability. */
  static void read(SpecNode value, ModelSpec.Builder spec) {
    NetworkSpec network = spec.options().network();
    SortedMap<String, GivenTable> tables = new TreeMap<>();
    value.map().forEach((node, table) -> tables.put(node, table(node, table, network)));
    spec.network(new NetworkSpec(network.className(), network.parents(), tables, network.hidden()));
  }

  private static GivenTable table(String node, SpecNode table, NetworkSpec network) {
    requireNode(node, table, nodesOf(network));
    double strength = GivenTable.FIXED;
    List<GivenTable.Row> rows = new ArrayList<>();
    for (Map.Entry<String, SpecNode> entry : table.map().entrySet()) {
      SpecNode value = entry.getValue();
      if (entry.getKey().equals(STRENGTH)) {
        strength = value.positive();
      } else {
        rows.add(row(parentValues(entry.getKey(), value, node, network.parentsOf(node)), value));
      }
    }
    double examples = strength;
    return table.build(() -> new GivenTable(examples, rows));
  }

  private static Set<String> nodesOf(NetworkSpec network) {
    Set<String> nodes = new TreeSet<>(network.nodes());
    nodes.add(network.className());
    return nodes;
  }

  private static void requireNode(String node, SpecNode place, Set<String> known) {
    if (!known.contains(node)) {
      String hint = SpecNode.hint(node, known, "the network has " + String.join(", ", known));
      throw place.fail("unknown node '%s' in %s%s".formatted(node, place.path(), hint));
    }
  }

  private static GivenTable.Row row(SortedMap<String, String> parentValues, SpecNode row) {
    SortedMap<String, Double> probabilities = row.numbers(SpecNode::fraction);
    return row.build(() -> new GivenTable.Row(parentValues, probabilities));
  }

  /* A value may have commas: a part without '=' belongs to the value before it. */
  private static SortedMap<String, String> parentValues(
      String text, SpecNode place, String node, List<String> parents) {
    SortedMap<String, String> values = new TreeMap<>();
    String last = null;
    for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals >= 0) {
        last = part.substring(0, equals).strip();
        requireParent(last, place, node, parents);
        if (values.put(last, part.substring(equals + 1)) != null) {
          throw place.fail("'" + last + "' is given twice in " + place.path());
        }
      } else if (last != null) {
        values.merge(last, part, (before, more) -> before + "," + more);
      } else {
        throw place.fail(
            place.path() + " must be values of the parents such as 'A=x,B=y', or strength");
      }
    }
    requireAll(values, place, node, parents);
    values.replaceAll((parent, value) -> value.strip());
    return values;
  }

  private static void requireParent(
      String parent, SpecNode place, String node, List<String> parents) {
    if (!parents.contains(parent)) {
      String known =
          parents.isEmpty()
              ? "it has none: write \"\" for them"
              : "these are " + String.join(", ", parents);
      throw place.fail(
          "'%s' in %s is no parent of '%s'%s"
              .formatted(parent, place.path(), node, SpecNode.hint(parent, parents, known)));
    }
  }

  private static void requireAll(
      SortedMap<String, String> values, SpecNode place, String node, List<String> parents) {
    for (String parent : parents) {
      if (!values.containsKey(parent)) {
        throw place.fail(
            place.path() + " must have a value of '" + parent + "', a parent of '" + node + "'");
      }
    }
  }

  /** Reads {@code hidden}: a list of nodes. */
  static void readHidden(SpecNode hidden, ModelSpec.Builder spec) {
    NetworkSpec network = spec.options().network();
    SortedSet<String> nodes = new TreeSet<>();
    for (SpecNode item : hidden.list()) {
      String node = item.text();
      requireNode(node, item, nodesOf(network));
      if (node.equals(network.className())) {
        throw item.fail(
            item.path()
                + " is the class '"
                + node
                + "', which examples are labeled with; leave it out");
      }
      if (!nodes.add(node)) {
        throw item.fail(hidden.path() + " has '" + node + "' twice");
      }
    }
    spec.network(new NetworkSpec(network.className(), network.parents(), network.tables(), nodes));
  }

  /** Checks tables and hidden nodes against the types of features. */
  static void check(Map<String, SpecNode> entries, ModelSpec spec) {
    if (entries.containsKey("tables")) {
      NodeTypes.valuesInTables(spec.network())
          .forEach((node, values) -> checkValues(node, values, entries.get("tables"), spec));
    }
    NetworkSpec network = spec.network();
    SpecNode prior = entries.get("prior");
    if (prior != null
        && network.tables().containsKey(network.className())
        && !network.classHasParents()) {
      throw prior.fail(
          "prior does not go with a table of the class '%s'; leave out one of them"
              .formatted(network.className()));
    }
    if (entries.containsKey("hidden")) {
      SortedMap<String, FeatureSpec> types = NodeTypes.of(spec);
      for (SpecNode item : entries.get("hidden").list()) {
        checkHidden(item, types.get(item.text()));
      }
    }
  }

  private static void checkValues(
      String node, SortedSet<String> values, SpecNode tables, ModelSpec spec) {
    FeatureSpec feature = spec.features().get(node);
    if (feature == null) {
      return;
    }
    if (feature.type() == FeatureType.BERNOULLI && !BOOLEANS.containsAll(values)) {
      SortedSet<String> wrong = new TreeSet<>(values);
      wrong.removeAll(BOOLEANS);
      throw tables.fail(
          "%s must give '%s' true or false, for it is bernoulli; was '%s'"
              .formatted(tables.path(), node, wrong.first()));
    }
    if (feature.type() == FeatureType.BINNED) {
      throw tables.fail(
          tables.path() + " is for bernoulli and categorical nodes, '" + node + "' is binned");
    }
  }

  private static void checkHidden(SpecNode item, FeatureSpec feature) {
    boolean hasValues =
        feature != null
            && (feature.type() == FeatureType.BERNOULLI
                || (feature.type() == FeatureType.CATEGORICAL && !feature.values().isEmpty()));
    if (!hasValues) {
      throw item.fail(
          ("hidden '%s' needs values: make it bernoulli, or categorical with values, or give it a"
                  + " table")
              .formatted(item.text()));
    }
  }

  static Object write(SortedMap<String, GivenTable> tables) {
    Map<String, Object> tree = new TreeMap<>();
    tables.forEach((node, table) -> tree.put(node, write(table)));
    return tree;
  }

  /* The strength is written first, whatever the names of the rows. Hashes depend on it. */
  private static Object write(GivenTable table) {
    Map<String, Object> tree = new LinkedHashMap<>();
    if (!table.isFixed()) {
      tree.put(STRENGTH, table.strength());
    }
    table.rows().forEach(row -> tree.put(row.text(), row.probabilities()));
    return tree;
  }
}
