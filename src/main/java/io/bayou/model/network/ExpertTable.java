package io.bayou.model.network;

import io.bayou.model.spec.GivenTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A table of the spec, by the numbers that values have in the columns. */
final class ExpertTable {
  private static final double[] NONE = {};

  /** Where the values of the parents lead, one after the other; at the end, to probabilities. */
  private static final class Branch {
    private Branch[] next = {};
    private double[] row = NONE;

    Branch open(int code) {
      if (code >= next.length) {
        next = Arrays.copyOf(next, code + 1);
      }
      if (next[code] == null) {
        next[code] = new Branch();
      }
      return next[code];
    }
  }

  /** Numbers the values of a node: of a column, or of the class. */
  interface Values {
    int find(String node, String value);
  }

  private final double strength;
  private final int[] parents;
  private final boolean ofClass;
  private final int rows;
  private final Branch root = new Branch();

  /**
   * @param parents columns, as they come in a row by their names
   * @param className the class, if it is a parent; it comes before the columns
   */
  ExpertTable(GivenTable table, String node, String className, int[] parents, Values values) {
    strength = table.strength();
    this.parents = parents;
    rows = table.rows().size();
    ofClass = !table.rows().isEmpty() && table.rows().get(0).given().containsKey(className);
    for (GivenTable.Row row : table.rows()) {
      add(row, node, className, values);
    }
  }

  private void add(GivenTable.Row row, String node, String className, Values values) {
    Branch branch = root;
    if (ofClass) {
      branch = branch.open(values.find(className, row.given().get(className)));
    }
    for (Map.Entry<String, String> parent : row.given().entrySet()) {
      if (!parent.getKey().equals(className)) {
        branch = branch.open(values.find(parent.getKey(), parent.getValue()));
      }
    }
    List<String> named = List.copyOf(row.probabilities().keySet());
    int[] codes = named.stream().mapToInt(value -> values.find(node, value)).toArray();
    branch.row = new double[Arrays.stream(codes).max().orElseThrow() + 1];
    for (int i = 0; i < codes.length; i++) {
      branch.row[codes[i]] = row.probabilities().get(named.get(i));
    }
  }

  boolean isFixed() {
    return strength == GivenTable.FIXED;
  }

  /** How many combinations of the parents it has. */
  int rows() {
    return rows;
  }

  /**
   * The probabilities for what the parents are, or null if they are not given.
   *
   * @param label number of the class, negative where no table names it
   * @param codes by column
   */
  double[] row(int label, int[] codes) {
    Branch branch = ofClass ? next(root, label) : root;
    for (int k = 0; branch != null && k < parents.length; k++) {
      branch = next(branch, codes[parents[k]]);
    }
    return branch == null || branch.row == NONE ? null : branch.row;
  }

  private static Branch next(Branch from, int code) {
    return code >= 0 && code < from.next.length ? from.next[code] : null;
  }

  /** The probability of a value, given how often it and all values were seen. */
  double probability(double[] row, int value, double count, double total) {
    double given = value >= 0 && value < row.length ? row[value] : 0.0;
    return isFixed() ? given : (count + strength * given) / (total + strength);
  }
}
