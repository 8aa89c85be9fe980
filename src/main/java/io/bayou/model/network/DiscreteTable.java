package io.bayou.model.network;

import java.util.List;

/**
 * Weighted rows of discrete values, in which a structure is searched.
 *
 * @param nodes the class, then the features in name order
 * @param sizes by node, its number of values
 * @param codes by node and row, the rank of the value in value order, or {@link #MISSING}
 * @param weights by row
 */
@SuppressWarnings("ArrayRecordComponent") // shared, never compared
public record DiscreteTable(List<String> nodes, int[] sizes, int[][] codes, double[] weights) {
  public static final int MISSING = -1;

  public DiscreteTable {
    nodes = List.copyOf(nodes);
  }

  public int rows() {
    return weights.length;
  }

  public double weight() {
    double sum = 0.0;
    for (double weight : weights) {
      sum += weight;
    }
    return sum;
  }
}
