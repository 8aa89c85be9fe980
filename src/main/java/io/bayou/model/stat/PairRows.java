package io.bayou.model.stat;

import io.bayou.model.StateWriter;
import java.util.Arrays;

/** The combinations of {@link PairCells} by pair, to be written. */
public final class PairRows {
  private final int[] ends; // by pair
  private final int[] first;
  private final int[] second;
  private final double[] weights;

  public PairRows(PairCells cells, int pairs) {
    ends = new int[pairs];
    int size = 0;
    for (int pair = 0; pair < pairs; pair++) {
      ends[pair] = size; // where it begins, until it is filled in
      size += cells.size(pair);
    }
    first = new int[size];
    second = new int[size];
    weights = new double[size];
    cells.visit(this::put);
  }

  private void put(int pair, int a, int b, double weight) {
    int place = ends[pair]++;
    first[place] = a;
    second[place] = b;
    weights[place] = weight;
  }

  /**
   * Writes the combinations of a pair, in the order of their values.
   *
   * @param total weight of all examples, which is written first
   * @param ranks by feature, the number that each value is written as
   */
  public void write(int pair, double total, int[][] ranks, StateWriter out) {
    int begin = pair == 0 ? 0 : ends[pair - 1];
    int values = ranks[1][ranks[1].length - 1];
    long[] order = new long[ends[pair] - begin];
    for (int i = 0; i < order.length; i++) {
      long place = (long) ranks[0][first[begin + i]] * values + ranks[1][second[begin + i]];
      order[i] = place << 32 | i;
    }
    Arrays.sort(order);
    CellRows.amount(total, out);
    out.integer(order.length);
    for (long place : order) {
      int i = begin + (int) place;
      out.integer(ranks[0][first[i]]);
      out.integer(ranks[1][second[i]]);
      CellRows.amount(weights[i], out);
    }
  }
}
