package io.bayou.codec.spec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.model.network.NodeTypes;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code tables} and {@code hidden}: what is known of a network beforehand, and what never is. */
final class TableSection {
  private static final String STRENGTH = "strength";
  private static final Set<String> TRUTH = Set.of("false", "true");

  private TableSection() {}

  /**
   * Reads {@code tables}: node, then values of its parents, then probability by value.
   *
   * @param arcs the network without tables
   */
  static SortedMap<String, GivenTable> read(SpecNode tables, NetworkSpec arcs) {
    SortedMap<String, GivenTable> read = new TreeMap<>();
    tables.map().forEach((node, table) -> read.put(node, table(node, table, arcs)));
    return read;
  }

  private static GivenTable table(String node, SpecNode table, NetworkSpec arcs) {
    requireNode(node, table, nodesOf(arcs));
    double strength = GivenTable.FIXED;
    List<GivenTable.Row> rows = new ArrayList<>();
    for (Map.Entry<String, SpecNode> entry : table.map().entrySet()) {
      SpecNode value = entry.getValue();
      if (entry.getKey().equals(STRENGTH)) {
        strength = value.positive();
      } else {
        SortedMap<String, String> given = given(entry.getKey(), value, node, arcs.parentsOf(node));
        rows.add(row(given, value));
      }
    }
    double examples = strength;
    return table.build(() -> new GivenTable(examples, rows));
  }

  private static Set<String> nodesOf(NetworkSpec arcs) {
    Set<String> nodes = new TreeSet<>(arcs.nodes());
    nodes.add(arcs.className());
    return nodes;
  }

  private static void requireNode(String node, SpecNode place, Set<String> known) {
    if (!known.contains(node)) {
      String hint = SpecNode.hint(node, known);
      throw place.fail(
          "unknown node '"
              + node
              + "' in "
              + place.path()
              + (hint.isEmpty() ? "; the network has " + String.join(", ", known) : hint));
    }
  }

  private static GivenTable.Row row(SortedMap<String, String> given, SpecNode row) {
    SortedMap<String, Double> probabilities = new TreeMap<>();
    row.map().forEach((value, share) -> probabilities.put(value, share.fraction()));
    return row.build(() -> new GivenTable.Row(given, probabilities));
  }

  /* A value may have commas: what follows one belongs to it unless it has a '='. */
  private static SortedMap<String, String> given(
      String text, SpecNode place, String node, List<String> parents) {
    SortedMap<String, String> given = new TreeMap<>();
    String last = null;
    for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals >= 0) {
        last = part.substring(0, equals).strip();
        requireParent(last, place, node, parents);
        if (given.put(last, part.substring(equals + 1)) != null) {
          throw place.fail("'" + last + "' is given twice in " + place.path());
        }
      } else if (last != null) {
        given.merge(last, part, (before, more) -> before + "," + more);
      } else {
        throw place.fail(
            place.path() + " must be values of the parents such as 'A=x,B=y', or strength");
      }
    }
    requireAll(given, place, node, parents);
    given.replaceAll((parent, value) -> value.strip());
    return given;
  }

  private static void requireParent(
      String parent, SpecNode place, String node, List<String> parents) {
    if (!parents.contains(parent)) {
      String hint = SpecNode.hint(parent, parents);
      throw place.fail(
          "'"
              + parent
              + "' in "
              + place.path()
              + " is no parent of '"
              + node
              + "'"
              + (hint.isEmpty() ? "; " + listed(parents) : hint));
    }
  }

  private static String listed(List<String> parents) {
    return parents.isEmpty()
        ? "it has none: write \"\" for them"
        : "these are " + String.join(", ", parents);
  }

  private static void requireAll(
      SortedMap<String, String> given, SpecNode place, String node, List<String> parents) {
    for (String parent : parents) {
      if (!given.containsKey(parent)) {
        throw place.fail(
            place.path() + " must have a value of '" + parent + "', a parent of '" + node + "'");
      }
    }
  }

  /** Reads {@code hidden}: a list of nodes. */
  static SortedSet<String> readHidden(SpecNode hidden, NetworkSpec arcs) {
    SortedSet<String> nodes = new TreeSet<>();
    for (SpecNode item : hidden.list()) {
      String node = item.text();
      requireNode(node, item, nodesOf(arcs));
      if (node.equals(arcs.className())) {
        throw item.fail("the class '" + node + "' cannot be hidden: examples are labeled with it");
      }
      if (!nodes.add(node)) {
        throw item.fail(hidden.path() + " has '" + node + "' twice");
      }
    }
    return nodes;
  }

  /** Holds tables and hidden nodes against the types of features. */
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
          "prior does not go with a table of the class '"
              + network.className()
              + "'; leave out one of them");
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
    if (feature.type() == FeatureType.BERNOULLI && !TRUTH.containsAll(values)) {
      SortedSet<String> wrong = new TreeSet<>(values);
      wrong.removeAll(TRUTH);
      throw tables.fail(
          tables.path()
              + " must give '"
              + node
              + "' true or false, for it is bernoulli; was '"
              + wrong.first()
              + "'");
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
          "hidden '"
              + item.text()
              + "' needs values: make it bernoulli, or categorical with values, or give it a"
              + " table");
    }
  }

  static void write(NetworkSpec network, JsonGenerator out) throws IOException {
    if (network.tables().isEmpty()) {
      return;
    }
    out.writeObjectFieldStart("tables");
    for (Map.Entry<String, GivenTable> table : network.tables().entrySet()) {
      out.writeObjectFieldStart(table.getKey());
      if (!table.getValue().isFixed()) {
        out.writeNumberField(STRENGTH, table.getValue().strength());
      }
      for (GivenTable.Row row : table.getValue().rows()) {
        out.writeObjectFieldStart(row.text());
        for (Map.Entry<String, Double> share : row.probabilities().entrySet()) {
          out.writeNumberField(share.getKey(), share.getValue());
        }
        out.writeEndObject();
      }
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  static void writeHidden(NetworkSpec network, JsonGenerator out) throws IOException {
    if (!network.hidden().isEmpty()) {
      out.writeArrayFieldStart("hidden");
      for (String node : network.hidden()) {
        out.writeString(node);
      }
      out.writeEndArray();
    }
  }
}
