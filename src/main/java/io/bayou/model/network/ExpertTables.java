package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.NetworkSpec;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tables of the spec whose node and parents all have an open column. */
final class ExpertTables {
  private final String className;
  private final String[] labels;
  private final ColumnNames names;
  private final List<DiscreteColumn> columns;
  private final ExpertTable[] byColumn;
  private ExpertTable ofClass;

  ExpertTables(NetworkSpec network, ColumnNames names, List<DiscreteColumn> columns) {
    className = network.className();
    labels = labels(network);
    this.names = names;
    this.columns = columns;
    byColumn = new ExpertTable[names.size()];
    network.tables().forEach((node, table) -> add(node, table, network.parentsOf(node)));
  }

  private static String[] labels(NetworkSpec network) {
    SortedSet<String> labels = new TreeSet<>(network.givenClasses());
    for (GivenTable table : network.tables().values()) {
      for (GivenTable.Row row : table.rows()) {
        if (row.given().containsKey(network.className())) {
          labels.add(row.given().get(network.className()));
        }
      }
    }
    return labels.toArray(String[]::new);
  }

  private void add(String node, GivenTable table, List<String> parents) {
    if (isOpen(node) && parents.stream().allMatch(this::isOpen)) {
      int[] parentColumns =
          parents.stream().filter(parent -> !isClass(parent)).mapToInt(names::find).toArray();
      ExpertTable opened =
          new ExpertTable(table, node, className, parentColumns, this::valueNumber);
      if (isClass(node)) {
        ofClass = opened;
      } else {
        byColumn[names.find(node)] = opened;
      }
    }
  }

  private boolean isClass(String node) {
    return node.equals(className);
  }

  private boolean isOpen(String node) {
    return isClass(node) || names.find(node) >= 0;
  }

  private int valueNumber(String node, String value) {
    return isClass(node)
        ? Arrays.binarySearch(labels, value)
        : columns.get(names.find(node)).categories().find(value);
  }

  /** The table of a column, or null. */
  ExpertTable ofColumn(int column) {
    return byColumn[column];
  }

  /** The table of the class, or null. */
  ExpertTable ofClass() {
    return ofClass;
  }

  /** The number of each class in the tables; negative where they do not name it. */
  int[] labelNumbers(String[] classes) {
    int[] numbers = new int[classes.length];
    Arrays.setAll(numbers, c -> Arrays.binarySearch(labels, classes[c]));
    return numbers;
  }
}
