package io.bayou.model.network;

import java.util.List;

/**
 * Rows of discrete values with their weights: what a structure is searched in.
 *
 * @param nodes the class first, then the features in name order
 * @param sizes by node, how many values it has
 * @param codes by node and row, the value: its place in value order, or {@link #MISSING}
 * @param weights by row
 */
@SuppressWarnings("ArrayRecordComponent") // shared, compared by nobody
public record DiscreteTable(List<String> nodes, int[] sizes, int[][] codes, double[] weights) {
  public static final int MISSING = -1;

  public DiscreteTable {
    nodes = List.copyOf(nodes);
  }

  public int rows() {
    return weights.length;
  }

  /** Weight of all rows. */
  public double weight() {
    double sum = 0.0;
    for (double weight : weights) {
      sum += weight;
    }
    return sum;
  }
}
