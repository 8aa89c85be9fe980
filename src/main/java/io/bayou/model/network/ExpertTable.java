package io.bayou.model.network;

import io.bayou.model.spec.GivenTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;

/** A table of the spec, by the codes of the values. */
final class ExpertTable {
  private static final double[] NONE = {};

  /** A node of a trie over the codes of the parents' values; a leaf has the probabilities. */
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

  private final double strength;
  private final int[] parents;
  private final boolean ofClass;
  private final int rows;
  private final Branch root = new Branch();

  /**
   * @param className the class; if it is a parent, it comes before the columns
   * @param parents the columns among the parents, in name order
   * @param codes gives the code of a value by node and value
   */
  ExpertTable(
      GivenTable table,
      String node,
      String className,
      int[] parents,
      ToIntBiFunction<String, String> codes) {
    strength = table.strength();
    this.parents = parents;
    rows = table.rows().size();
    ofClass = !table.rows().isEmpty() && table.rows().get(0).given().containsKey(className);
    for (GivenTable.Row row : table.rows()) {
      add(row, node, className, codes);
    }
  }

  private void add(
      GivenTable.Row row, String node, String className, ToIntBiFunction<String, String> codes) {
    Branch branch = root;
    if (ofClass) {
      branch = branch.open(codes.applyAsInt(className, row.given().get(className)));
    }
    for (Map.Entry<String, String> parent : row.given().entrySet()) {
      if (!parent.getKey().equals(className)) {
        branch = branch.open(codes.applyAsInt(parent.getKey(), parent.getValue()));
      }
    }
    List<String> named = List.copyOf(row.probabilities().keySet());
    int[] own = named.stream().mapToInt(value -> codes.applyAsInt(node, value)).toArray();
    branch.row = new double[Arrays.stream(own).max().orElseThrow() + 1];
    for (int i = 0; i < own.length; i++) {
      branch.row[own[i]] = row.probabilities().get(named.get(i));
    }
  }

  boolean isFixed() {
    return strength == GivenTable.FIXED;
  }

  /** The number of combinations of the parents' values. */
  int rows() {
    return rows;
  }

  /**
   * The probabilities given the values of the parents, or null if the table has no such row.
   *
   * @param label the number of the class; negative if no table names it
   * @param codes by column
   */
  double[] row(int label, int[] codes) {
    Branch branch = ofClass ? next(root, label) : root;
    for (int k = 0; branch != null && k < parents.length; k++) {
      branch = next(branch, codes[parents[k]]);
    }
    return branch == null || branch.row == NONE ? null : branch.row;
  }

  private static Branch next(Branch branch, int code) {
    return code >= 0 && code < branch.next.length ? branch.next[code] : null;
  }

  /** The probability of a value, given its count and the total count. */
  double probability(double[] row, int value, double count, double total) {
    double given = value >= 0 && value < row.length ? row[value] : 0.0;
    return isFixed() ? given : (count + strength * given) / (total + strength);
  }
}
