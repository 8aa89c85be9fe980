package io.bayou.model.network;

import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.Information;
import java.util.Arrays;
import java.util.List;

/**
 * The columns that others may depend on: all that are counted in pairs, or of very many columns
 * those that tell most about the class. A function of the present counts alone.
 */
final class Superparents {
  /** Beyond this many columns a choice is made. */
  static final int MAX_COLUMNS = PairedColumns.MAX;

  /** How many are chosen. */
  static final int CHOSEN = 32;

  private boolean[] chosen = {};
  private long[] information = {};
  private double[] ofValues = {};

  boolean includes(int column) {
    return column < chosen.length && chosen[column];
  }

  int size() {
    int size = 0;
    for (boolean included : chosen) {
      size += included ? 1 : 0;
    }
    return size;
  }

  /**
   * Chooses among the paired columns.
   *
   * @param factors by class, the decay of its counts
   */
  void choose(
      List<DiscreteColumn> columns, int paired, List<ClassCells> classes, double[] factors) {
    if (chosen.length != paired) {
      chosen = new boolean[paired];
      information = new long[paired];
    }
    boolean all = columns.size() <= MAX_COLUMNS || paired <= CHOSEN;
    Arrays.fill(chosen, all);
    if (!all) {
      for (int j = 0; j < paired; j++) {
        information[j] = information(j, classes, factors);
      }
      for (int k = 0; k < CHOSEN; k++) {
        chosen[best()] = true;
      }
    }
  }

  /* The most informative column that is not chosen; of equal ones the first. */
  private int best() {
    int best = -1;
    for (int j = 0; j < chosen.length; j++) {
      if (!chosen[j] && (best < 0 || information[j] > information[best])) {
        best = j;
      }
    }
    return best;
  }

  /* What a column tells about the class, times the weight of the examples that have it. */
  private long information(int column, List<ClassCells> classes, double[] factors) {
    Arrays.fill(ofValues, 0.0);
    long steps = 0L;
    double total = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      CategoryCounts counts = classes.get(c).single(column);
      if (counts.capacity() > ofValues.length) {
        ofValues = Arrays.copyOf(ofValues, counts.capacity());
      }
      for (int code = 0; code < counts.capacity(); code++) {
        double weight = counts.count(code) * factors[c];
        ofValues[code] += weight;
        steps += weight > 0.0 ? Information.of(weight) : 0L;
      }
      double ofClass = counts.total() * factors[c];
      total += ofClass;
      steps -= ofClass > 0.0 ? Information.of(ofClass) : 0L;
    }
    for (double weight : ofValues) {
      steps -= weight > 0.0 ? Information.of(weight) : 0L;
    }
    return steps + (total > 0.0 ? Information.of(total) : 0L);
  }
}
