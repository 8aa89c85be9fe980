package io.bayou.model.network;

import io.bayou.model.learner.DiscreteColumn;
import java.util.Arrays;
import java.util.List;

/** The known values of an event, and the columns without a value that must be summed over. */
final class NetworkEvidence {
  private static final int NONE = -1;

  private final NetworkStructure structure;
  private final List<DiscreteColumn> columns;
  private final int[] codes;
  private final boolean[] summed;
  private int sums;
  private int kept = NONE;

  NetworkEvidence(NetworkStructure structure, List<DiscreteColumn> columns) {
    this.structure = structure;
    this.columns = columns;
    codes = new int[columns.size()];
    summed = new boolean[columns.size()];
  }

  /**
   * Sets the known values.
   *
   * @param event by column, the code of its value
   * @param asked the column that is asked for, whose value is ignored; or -1
   */
  void observe(int[] event, int asked) {
    System.arraycopy(event, 0, codes, 0, codes.length);
    kept = asked;
    Arrays.fill(summed, false);
    sums = 0;
    if (asked != NONE) {
      codes[asked] = DiscreteColumn.MISSING;
      sumOver(asked);
    }
    findSummed();
  }

  /* The columns without a value on which one with a value depends. */
  private void findSummed() {
    sumOverUnobserved(structure.parentsOfClass());
    int[] order = structure.order();
    for (int i = order.length - 1; i >= 0; i--) {
      if (matters(order[i])) {
        sumOverUnobserved(structure.families()[order[i]].parents());
      }
    }
  }

  private void sumOverUnobserved(int[] parents) {
    for (int parent : parents) {
      if (!isObserved(parent)) {
        sumOver(parent);
      }
    }
  }

  private void sumOver(int column) {
    sums += summed[column] ? 0 : 1;
    summed[column] = true;
  }

  private boolean isObserved(int column) {
    return codes[column] >= 0
        || (codes[column] == DiscreteColumn.UNKNOWN && columns.get(column).reserves());
  }

  /** By column, the code of its value. A sum over a column sets its code and restores it. */
  int[] codes() {
    return codes;
  }

  /** The column that is asked for, or -1. */
  int kept() {
    return kept;
  }

  int sums() {
    return sums;
  }

  boolean isSummed(int column) {
    return summed[column];
  }

  /** Whether a column counts: it is observed, or an observed column depends on it. */
  boolean matters(int column) {
    return summed[column] || isObserved(column);
  }

  boolean isAnySummed(int[] parents) {
    if (sums > 0) {
      for (int parent : parents) {
        if (summed[parent]) {
          return true;
        }
      }
    }
    return false;
  }

  boolean isAnySummed(Family family) {
    return summed[family.child()] || isAnySummed(family.parents());
  }
}
