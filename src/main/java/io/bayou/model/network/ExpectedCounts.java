package io.bayou.model.network;

import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.JointCounts;
import java.util.Arrays;
import java.util.List;

/**
 * What an example adds to the counts of hidden columns: every combination of their values, by its
 * probability given the example and what was learned so far (online EM: Neal, Hinton 1998).
 */
final class ExpectedCounts {
  /** Shares that are not worth a cell. */
  private static final double MIN_SHARE = 1e-9;

  private final NetworkStructure structure;
  private final List<DiscreteColumn> columns;
  private final NetworkInference inference;
  private JointTable[] tables = {};
  private boolean[] hidden = {};
  private int[] values = {};
  private List<Factor> factors = List.of();

  ExpectedCounts(
      NetworkStructure structure, List<DiscreteColumn> columns, NetworkInference inference) {
    this.structure = structure;
    this.columns = columns;
    this.inference = inference;
  }

  /** The columns and tables have changed. */
  void reset(JointTable[] changed, boolean[] hiddenColumns) {
    tables = changed;
    hidden = hiddenColumns;
    values = new int[columns.size()];
  }

  /** Looks at an example of a class, before it changes any count. */
  void expect(int c, int[] codes) {
    inference.observe(codes);
    factors = inference.factors(c);
  }

  private boolean isExpected(int column) {
    return hidden[column] && inference.evidence().isSummed(column);
  }

  /** Takes the weight of one combination. */
  private interface Sink {
    boolean take(int[] values, double weight);
  }

  /** Adds the example; false if there was no room for some combination of values. */
  boolean add(ClassCells cells, int[] codes, double weight) {
    boolean complete = true;
    for (int j = 0; j < hidden.length; j++) {
      if (isExpected(j)) {
        CategoryCounts single = cells.single(j);
        complete &=
            spread(new int[] {j}, codes, weight, (cell, share) -> single.offer(cell[0], share));
      }
    }
    for (int t = 0; t < tables.length; t++) {
      if (isSpread(tables[t], codes)) {
        JointCounts joint = cells.open(t);
        complete &= spread(tables[t].columns(), codes, weight, joint::add);
      }
    }
    return complete;
  }

  /** Takes the example back, by the probabilities of now; never more than there is. */
  void retract(ClassCells cells, int[] codes, double weight) {
    for (int j = 0; j < hidden.length; j++) {
      if (isExpected(j)) {
        CategoryCounts single = cells.single(j);
        spread(new int[] {j}, codes, weight, (cell, share) -> single.take(cell[0], share));
      }
    }
    for (int t = 0; t < tables.length; t++) {
      JointCounts joint = cells.joint(t);
      if (joint != null && isSpread(tables[t], codes)) {
        spread(tables[t].columns(), codes, weight, joint::take);
      }
    }
  }

  /* All columns are known or expected, and one is expected. */
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

  private boolean spread(int[] ofColumns, int[] codes, double weight, Sink sink) {
    int[] expected = expectedOf(ofColumns);
    Factor shares = Elimination.sum(factors, structure.elimination(), expected);
    double sum = 0.0;
    for (double cell : shares.cells()) {
      sum += cell;
    }
    boolean complete = true;
    int[] cursor = new int[expected.length];
    for (double cell : shares.cells()) {
      if (cell > sum * MIN_SHARE) {
        select(ofColumns, codes, expected, cursor);
        complete &= sink.take(values, weight * (cell / sum));
      }
      Factor.advance(cursor, shares.sizes());
    }
    return complete;
  }

  private int[] expectedOf(int[] ofColumns) {
    int[] expected = new int[ofColumns.length];
    int size = 0;
    for (int column : ofColumns) {
      if (isExpected(column)) {
        expected[size++] = column;
      }
    }
    Arrays.sort(expected, 0, size);
    return Arrays.copyOf(expected, size);
  }

  private void select(int[] ofColumns, int[] codes, int[] expected, int[] cursor) {
    for (int k = 0; k < ofColumns.length; k++) {
      int place = Arrays.binarySearch(expected, ofColumns[k]);
      values[k] =
          place < 0 ? codes[ofColumns[k]] : columns.get(ofColumns[k]).domain()[cursor[place]];
    }
  }
}
