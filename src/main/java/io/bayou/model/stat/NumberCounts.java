package io.bayou.model.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How often numbers were seen, in at most {@link #MAX_CELLS} cells, to find their quantiles.
 *
 * <p>A cell is a run of neighboring doubles. At first each number has a cell of its own; where that
 * takes too many, all cells become twice as long, as often as it takes. So the cells depend on
 * which numbers there were, and not on their order or on who counted them: counts add up exactly.
 * Runs of doubles are as long as the numbers are large, so an outlier costs one cell.
 */
public final class NumberCounts {
  public static final int MAX_CELLS = 4096;

  private NavigableMap<Long, Long> cells = new TreeMap<>();
  private int shift; // a cell has 2^shift doubles

  public void add(double number) {
    cells.merge(place(number) >> shift, 1L, Long::sum);
    lengthenCells();
  }

  public void merge(NumberCounts other) {
    lengthenCells(other.shift - shift);
    int more = shift - other.shift;
    other.cells.forEach((cell, count) -> cells.merge(cell >> more, count, Long::sum));
    lengthenCells();
  }

  private void lengthenCells() {
    if (cells.size() <= MAX_CELLS) {
      return;
    }
    int[] joining = new int[Long.SIZE + 1]; // by shift, how many cells join the one before them
    long before = cells.firstKey();
    for (long cell : cells.keySet()) {
      joining[Long.SIZE - Long.numberOfLeadingZeros(before ^ cell)]++;
      before = cell;
    }
    int by = 0;
    for (int left = cells.size(); left > MAX_CELLS; left -= joining[by]) {
      by++;
    }
    lengthenCells(by);
  }

  private void lengthenCells(int by) {
    if (by > 0) {
      NavigableMap<Long, Long> longer = new TreeMap<>();
      cells.forEach((cell, count) -> longer.merge(cell >> by, count, Long::sum));
      cells = longer;
      shift += by;
    }
  }

  /**
   * Edges between intervals that hold equally many of the numbers, or as nearly as cells allow:
   * each is the edge of cells nearest to its quantile, of two the lower one.
   *
   * @param intervals how many to have at most
   * @return increasing; fewer where many numbers are alike
   */
  public List<Double> edges(int intervals) {
    List<Long> starts = new ArrayList<>(cells.keySet());
    long[] below = new long[starts.size()]; // by cell, how many numbers are in lower ones
    long total = 0;
    for (int i = 0; i < below.length; i++) {
      below[i] = total;
      total += cells.get(starts.get(i));
    }
    List<Double> edges = new ArrayList<>();
    int last = 0;
    for (int i = 1, quantile = 1; quantile < intervals && below.length > 1; quantile++) {
      while (i + 1 < below.length
          && distance(below[i + 1], total, quantile, intervals)
              < distance(below[i], total, quantile, intervals)) {
        i++;
      }
      if (i > last) {
        edges.add(number(starts.get(i) << shift));
        last = i;
      }
    }
    return edges;
  }

  private static long distance(long below, long total, int quantile, int intervals) {
    return Math.abs(below * intervals - total * quantile);
  }

  /* The doubles in their order, as whole numbers without gaps. */
  private static long place(double number) {
    long bits = Double.doubleToRawLongBits(number + 0.0); // -0 is 0
    return bits >= 0 ? bits : Long.MIN_VALUE - bits;
  }

  private static double number(long place) {
    return place >= 0 ? Double.longBitsToDouble(place) : -Double.longBitsToDouble(-place);
  }

  /** The lowest number of each cell, and how many numbers it has. */
  public NavigableMap<Double, Long> toMap() {
    NavigableMap<Double, Long> counts = new TreeMap<>();
    for (Map.Entry<Long, Long> cell : cells.entrySet()) {
      counts.put(number(cell.getKey() << shift), cell.getValue());
    }
    return counts;
  }
}
