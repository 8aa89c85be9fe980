package io.bayou.model.network;

import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.JointCounts;
import java.util.Arrays;
import java.util.List;

/**
 * Adds an example to the counts of hidden columns: every combination of their values, by its
 * probability given the example and the counts so far (online EM: Neal, Hinton 1998).
 */
final class ExpectedCounts {
  /** Smaller shares are not worth a cell. */
  private static final double MIN_SHARE = 1e-9;

  private final NetworkStructure structure;
  private final List<DiscreteColumn> columns;
  private final NetworkInference inference;
  private final int[] values;
  private List<Factor> factors = List.of();

  ExpectedCounts(NetworkParameters parameters, NetworkInference inference) {
    structure = parameters.structure;
    columns = parameters.columns;
    this.inference = inference;
    values = new int[columns.size()];
  }

  /** Infers the hidden values of an example of a class, before it changes any count. */
  void expect(int c, int[] codes) {
    inference.observe(codes);
    factors = inference.factors(c);
  }

  private boolean isExpected(int column) {
    return columns.get(column).isHidden() && inference.evidence().isSummed(column);
  }

  /** Takes the weight of one combination. */
  private interface Sink {
    boolean take(int[] values, double weight);
  }

  /** Adds the example; false if there was no room for some combination of values. */
  boolean add(ClassCells cells, int[] codes, double weight) {
    return update(cells, codes, weight, true);
  }

  /** Takes the example back by its present probabilities; never more than there is. */
  void retract(ClassCells cells, int[] codes, double weight) {
    update(cells, codes, weight, false);
  }

  private boolean update(ClassCells cells, int[] codes, double weight, boolean adding) {
    boolean complete = true;
    for (int j = 0; j < columns.size(); j++) {
      if (isExpected(j)) {
        CategoryCounts single = cells.single(j);
        Sink sink =
            adding
                ? (cell, share) -> single.offer(cell[0], share)
                : (cell, share) -> single.take(cell[0], share);
        complete &= spread(new int[] {j}, codes, weight, sink);
      }
    }
    JointTable[] tables = structure.tables();
    FamilyTables joints = (FamilyTables) cells.tables(); // only a given network has hidden nodes
    for (int t = 0; t < tables.length; t++) {
      if (isSpread(tables[t], codes)) {
        JointCounts joint = adding ? joints.open(t) : joints.joint(t);
        if (joint != null) {
          Sink sink = adding ? joint::add : joint::take;
          complete &= spread(tables[t].columns(), codes, weight, sink);
        }
      }
    }
    return complete;
  }

  /* All columns are known or expected, and at least one is expected. */
  private boolean isSpread(JointTable table, int[] codes) {
    boolean any = false;
    for (int column : table.columns()) {
      if (codes[column] < 0 && !isExpected(column)) {
        return false;
      }
      any |= isExpected(column);
    }
    return any;
  }

  private boolean spread(int[] spreadColumns, int[] codes, double weight, Sink sink) {
    int[] expected = expectedOf(spreadColumns);
    Factor shares = Elimination.sum(factors, structure.elimination(), expected);
    double sum = 0.0;
    for (double cell : shares.cells()) {
      sum += cell;
    }
    boolean complete = true;
    int[] cursor = new int[expected.length];
    for (double cell : shares.cells()) {
      if (cell > sum * MIN_SHARE) {
        select(spreadColumns, codes, expected, cursor);
        complete &= sink.take(values, weight * (cell / sum));
      }
      Factor.advance(cursor, shares.sizes());
    }
    return complete;
  }

  private int[] expectedOf(int[] spreadColumns) {
    int[] expected = new int[spreadColumns.length];
    int size = 0;
    for (int column : spreadColumns) {
      if (isExpected(column)) {
        expected[size++] = column;
      }
    }
    Arrays.sort(expected, 0, size);
    return Arrays.copyOf(expected, size);
  }

  private void select(int[] selected, int[] codes, int[] expected, int[] cursor) {
    for (int k = 0; k < selected.length; k++) {
      int position = Arrays.binarySearch(expected, selected[k]);
      values[k] =
          position < 0 ? codes[selected[k]] : columns.get(selected[k]).domain()[cursor[position]];
    }
  }
}
