package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.NetworkSpec;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tables of the spec, once all columns are open. */
final class ExpertTables {
  private final NetworkSpec network;
  private final String[] labels;
  private ExpertTable[] byColumn = {};
  private ExpertTable ofClass;

  ExpertTables(NetworkSpec network) {
    this.network = network;
    labels = labels(network).toArray(String[]::new);
  }

  private static SortedSet<String> labels(NetworkSpec network) {
    SortedSet<String> labels = new TreeSet<>(network.givenClasses());
    for (GivenTable table : network.tables().values()) {
      for (GivenTable.Row row : table.rows()) {
        if (row.given().containsKey(network.className())) {
          labels.add(row.given().get(network.className()));
        }
      }
    }
    return labels;
  }

  boolean isEmpty() {
    return network.tables().isEmpty();
  }

  /** Takes note of the columns that there are. */
  void open(ColumnNames names, List<DiscreteColumn> columns) {
    byColumn = new ExpertTable[names.size()];
    boolean complete = true;
    for (String node : network.tables().keySet()) {
      complete &= node.equals(network.className()) || names.find(node) >= 0;
      complete &= isOpen(network.parentsOf(node), names);
    }
    if (!isEmpty() && complete) {
      build(names, columns);
    }
  }

  private boolean isOpen(List<String> parents, ColumnNames names) {
    return parents.stream()
        .allMatch(parent -> parent.equals(network.className()) || names.find(parent) >= 0);
  }

  private void build(ColumnNames names, List<DiscreteColumn> columns) {
    ExpertTable.Values values =
        (node, value) ->
            node.equals(network.className())
                ? Arrays.binarySearch(labels, value)
                : columns.get(names.find(node)).categories().find(value);
    network
        .tables()
        .forEach(
            (node, table) -> {
              int[] parents =
                  network.parentsOf(node).stream()
                      .filter(parent -> !parent.equals(network.className()))
                      .mapToInt(names::find)
                      .toArray();
              ExpertTable built =
                  new ExpertTable(table, node, network.className(), parents, values);
              if (node.equals(network.className())) {
                ofClass = built;
              } else {
                byColumn[names.find(node)] = built;
              }
            });
  }

  /** The table of a column, or null. */
  ExpertTable of(int column) {
    return byColumn[column];
  }

  /** The table of the class, or null. */
  ExpertTable ofClass() {
    return ofClass;
  }

  /** The number that the tables have for each class; negative where they do not name it. */
  int[] numbers(String[] classes) {
    int[] numbers = new int[classes.length];
    Arrays.setAll(numbers, c -> Arrays.binarySearch(labels, classes[c]));
    return numbers;
  }
}
