package io.bayou.model.naive;

import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.Arrays;
import java.util.List;

/**
 * Mean and variance of each column over all classes, derived from the classes: no further state to
 * merge or to retract.
 *
 * <p>The classes are added up in pairs, the pairs in pairs, and so on. An example of one class
 * changes only the sums above that class. A sum does not depend on its former value, so a restored
 * model has the same sums as the one that learned.
 */
final class PooledMoments {
  /* From 1: the children of node i are 2i and 2i + 1; the last half are the classes. */
  private PoolNode[] nodes = {};
  private boolean[] changed = {};
  private double[] variance = {};
  private double leastVariance;
  private int columns;

  double mean(int j) {
    return nodes[1].mean(j);
  }

  /** By column; the length is a multiple of four. */
  double[] variance() {
    return variance;
  }

  /** The least multiple of four that is no less than a number. */
  static int fourfold(int number) {
    return (number + 3) & ~3;
  }

  double leastVariance() {
    return leastVariance;
  }

  /**
   * Pools the classes.
   *
   * @param factors by class, the decay of its statistics
   */
  void refresh(List<Moments> classes, int numberOfColumns, double[] factors) {
    int size = classes.size();
    if (nodes.length != 2 * size || columns != numberOfColumns) {
      columns = numberOfColumns;
      variance = new double[fourfold(columns)];
      nodes = new PoolNode[2 * size];
      Arrays.setAll(nodes, i -> new PoolNode());
      changed = new boolean[2 * size];
    }
    for (int c = 0; c < size; c++) {
      changed[size + c] = nodes[size + c].set(classes.get(c), factors[c]);
    }
    for (int i = size - 1; i > 0; i--) {
      changed[i] = changed[2 * i] || changed[2 * i + 1];
      if (changed[i]) {
        nodes[i].set(nodes[2 * i], nodes[2 * i + 1]);
      }
    }
    if (size > 0 && changed[1]) {
      finish(nodes[1]);
    }
  }

  private void finish(PoolNode all) {
    double lastWeight = 0.0;
    double reciprocal = 0.0;
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < columns; j++) {
      double weight = all.weight(j);
      if (weight != lastWeight) { // the same for all columns unless values are missing
        lastWeight = weight;
        reciprocal = weight >= Decay.FORGOTTEN ? 1.0 / weight : 0.0;
      }
      double ofColumn = all.m2(j) * reciprocal;
      variance[j] = ofColumn;
      least = ofColumn < least ? ofColumn : least;
    }
    leastVariance = least;
  }
}
