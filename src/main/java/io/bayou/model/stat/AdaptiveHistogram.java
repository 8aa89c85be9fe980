package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/**
 * How often numbers were seen, in at most {@link #MAX_CELLS} cells of equal width in asinh of the
 * number. Numbers are forgotten: each counts a little less with every one that follows.
 *
 * <p>The width is the least with which the numbers do not take up too many cells. It depends on
 * which they are, and not on their order or on who counted them, so that histograms add up.
 */
public final class AdaptiveHistogram {
  public static final int MAX_CELLS = 128;

  /* Cells are between 2^-20 and 1/4 wide. With the widest, all numbers up to 1e6 of either sign have
   * room. */
  private static final int FINEST = 20;
  private static final int COARSEST = 2;
  private static final double MAX_NUMBER = 1e6;
  private static final int MAX_CELL = 16; // asinh of the largest number is below

  /* Forgetting scales new numbers up instead of all weights down. */
  private static final double MAX_UNIT = 1e100;

  private final double forgetting;
  private int[] cells = new int[4];
  private double[] weights = new double[4];
  private int size;
  private int scale = FINEST;
  private double unit = 1.0;

  /**
   * @param forgetting factor by which each number reduces the weight of earlier ones, at most 1
   */
  public AdaptiveHistogram(double forgetting) {
    this.forgetting = forgetting;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** Counts a number. */
  public void add(double number) {
    unit /= forgetting;
    if (unit > MAX_UNIT) {
      for (int i = 0; i < size; i++) {
        weights[i] /= unit;
      }
      unit = 1.0;
    }
    add(cell(number) >> (FINEST - scale), unit);
  }

  private static int cell(double number) {
    return (int) Math.floor(Math.scalb(asinh(number), FINEST));
  }

  /* StrictMath, for cells are part of the state. */
  private static double asinh(double number) {
    double size = Math.min(MAX_NUMBER, Math.abs(number));
    return Math.copySign(StrictLog.of(size + Math.sqrt(size * size + 1.0)), number);
  }

  private void add(int cell, double weight) {
    int index = Arrays.binarySearch(cells, 0, size, cell);
    if (index < 0) {
      index = -index - 1;
      insert(index, cell);
    }
    weights[index] += weight;
    while (size > MAX_CELLS) {
      coarsen();
    }
  }

  private void insert(int index, int cell) {
    if (size == cells.length) {
      cells = Arrays.copyOf(cells, size * 2);
      weights = Arrays.copyOf(weights, size * 2);
    }
    System.arraycopy(cells, index, cells, index + 1, size - index);
    System.arraycopy(weights, index, weights, index + 1, size - index);
    cells[index] = cell;
    weights[index] = 0.0;
    size++;
  }

  private void coarsen() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int cell = cells[i] >> 1;
      if (kept > 0 && cells[kept - 1] == cell) {
        weights[kept - 1] += weights[i];
      } else {
        cells[kept] = cell;
        weights[kept] = weights[i];
        kept++;
      }
    }
    size = kept;
    scale--;
  }

  /** How many numbers there are; those that are forgotten in part count in part. */
  public double count() {
    double sum = 0.0;
    for (int i = 0; i < size; i++) {
      sum += weights[i];
    }
    return sum / unit;
  }

  /**
   * The number that so many others are below; minus infinity for a negative rank. Within a cell,
   * numbers are taken as evenly spread.
   */
  public double atRank(double rank) {
    if (rank < 0.0) {
      return Double.NEGATIVE_INFINITY;
    }
    double below = 0.0;
    for (int i = 0; i < size; i++) {
      double weight = weights[i] / unit;
      if (below + weight > rank) {
        // The narrowest cells hold numbers that are all alike: none of them is below another.
        double share = scale == FINEST ? 0.0 : (rank - below) / weight;
        return Math.sinh(Math.scalb(cells[i] + share, -scale));
      }
      below += weight;
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Adds the numbers of another histogram. */
  public void merge(AdaptiveHistogram other) {
    if (size == 0) {
      copy(other); // to the last bit
      return;
    }
    while (scale > other.scale) {
      coarsen();
    }
    for (int i = 0; i < other.size; i++) {
      add(other.cells[i] >> (other.scale - scale), other.weights[i] / other.unit * unit);
    }
  }

  private void copy(AdaptiveHistogram other) {
    cells = other.cells.clone();
    weights = other.weights.clone();
    size = other.size;
    scale = other.scale;
    unit = other.unit;
  }

  public void write(StateWriter out) {
    out.number(unit);
    out.integer(scale);
    out.integer(size);
    for (int i = 0; i < size; i++) {
      out.integer(i == 0 ? cells[0] : cells[i] - cells[i - 1]);
      out.number(weights[i]);
    }
  }

  /** Reads what was written into an empty histogram. */
  public void read(StateReader in) {
    double readUnit = in.amount();
    int readScale = in.index(FINEST + 1);
    int count = in.count(MAX_CELLS);
    if (readScale < COARSEST || !(readUnit >= 1.0)) {
      throw new IllegalStateException("a histogram has the scale " + readScale);
    }
    unit = readUnit;
    scale = readScale;
    for (int i = 0; i < count; i++) {
      long cell = in.integer() + (i == 0 ? 0 : cells[i - 1]);
      if (Math.abs(cell) > ((long) MAX_CELL << scale) || (i > 0 && cell <= cells[i - 1])) {
        throw new IllegalStateException("a histogram has the cell " + cell + " out of order");
      }
      insert(i, (int) cell);
      weights[i] = in.amount();
    }
  }
}
