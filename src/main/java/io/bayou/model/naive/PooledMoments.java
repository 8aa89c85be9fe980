package io.bayou.model.naive;

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
  /* From 1: the children of node i are 2i and 2i + 1; the last half are the classes. With two
   * classes or more, nothing is kept in the first: its variances are all that is needed. */
  private PoolNode[] nodes = {};
  private boolean[] changed = {};
  private double[] variance = {};
  private double[] mean = {};
  private double leastVariance;
  private int varying;
  private int columns;

  double mean(int j) {
    return nodes.length == 2 ? nodes[1].mean(j) : PoolNode.mean(nodes[2], nodes[3], j);
  }

  /** By column {@link #mean(int)}; worked out for the call. */
  double[] means() {
    if (nodes.length == 2) {
      System.arraycopy(nodes[1].means(), 0, mean, 0, columns);
    } else {
      PoolNode.means(nodes[2], nodes[3], mean);
    }
    return mean;
  }

  /** By column. */
  double[] variance() {
    return variance;
  }

  /** The least variance of the columns that have one. */
  double leastVariance() {
    return leastVariance;
  }

  /** How many columns have a variance. */
  int varying() {
    return varying;
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
      variance = new double[columns];
      mean = new double[columns];
      nodes = new PoolNode[2 * size];
      Arrays.setAll(nodes, i -> new PoolNode());
      changed = new boolean[2 * size];
    }
    for (int c = 0; c < size; c++) {
      changed[size + c] = nodes[size + c].set(classes.get(c), factors[c]);
    }
    for (int i = size - 1; i > 1; i--) {
      changed[i] = changed[2 * i] || changed[2 * i + 1];
      if (changed[i]) {
        nodes[i].set(nodes[2 * i], nodes[2 * i + 1]);
      }
    }
    finish();
  }

  /** Pools the classes after a change of one that does not decay. */
  void refresh(int c, Moments moments) {
    int i = nodes.length / 2 + c;
    nodes[i].set(moments, 1.0);
    for (i /= 2; i > 1; i /= 2) {
      nodes[i].set(nodes[2 * i], nodes[2 * i + 1]);
    }
    finish();
  }

  private void finish() {
    if (nodes.length == 2) {
      nodes[1].variances(variance);
    } else if (nodes.length > 2) {
      PoolNode.variances(nodes[2], nodes[3], variance);
    }
    double least = Double.POSITIVE_INFINITY;
    int constant = 0;
    for (double ofColumn : variance) {
      if (ofColumn == 0.0) {
        constant++;
      } else if (ofColumn < least) {
        least = ofColumn;
      }
    }
    leastVariance = least;
    varying = columns - constant;
  }
}
