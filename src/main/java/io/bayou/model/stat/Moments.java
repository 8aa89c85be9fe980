package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/**
 * Weight, mean and sum of squared deviations of several independent columns.
 *
 * <p>A commutative monoid: a column without observations is the neutral element, {@link #merge}
 * adds. NaN is a missing value and leaves its column as it is.
 */
public final class Moments {
  /* Welford's update with Chan's merge (Chan, Golub, LeVeque 1983). The mean is kept as an
   * unevaluated sum mean + rest, so that a spread of 1e-7 around 1e9 keeps its digits: with a plain
   * double, M2 would measure the rounding of the mean. M2 is kept instead of the variance because
   * it merges without dividing by zero on the first example.
   *
   * All columns share one array, four numbers each, so that an event is learned along memory. */

  /** A feature with a smaller variance over all classes is constant. */
  public static final double CONSTANT_VARIANCE = 1e-280;

  /** How many numbers a column has in {@link #state()}. */
  public static final int STRIDE = 4;

  /** Offsets of the numbers of a column in {@link #state()}. */
  public static final int WEIGHT = 0;

  public static final int MEAN = 1;
  public static final int REST = 2;
  public static final int M2 = 3;

  private int size;
  private double[] state;

  public Moments(int size) {
    this.size = size;
    state = new double[size * STRIDE];
  }

  public int size() {
    return size;
  }

  /** The numbers of all columns, for loops that cannot afford a call each. Read-only. */
  public double[] state() {
    return state;
  }

  public double weight(int j) {
    return state[j * STRIDE + WEIGHT];
  }

  /** The mean rounded to a double; 0 without observations. */
  public double mean(int j) {
    return state[j * STRIDE + MEAN];
  }

  /** The exact running mean minus {@link #mean}. */
  public double meanRest(int j) {
    return state[j * STRIDE + REST];
  }

  public double m2(int j) {
    return state[j * STRIDE + M2];
  }

  /** M2 / w; NaN without observations. */
  public double variance(int j) {
    return m2(j) / weight(j);
  }

  /** Distance of a value from the mean, without the rounding of the mean. */
  public double deviation(int j, double x) {
    return (x - mean(j)) - meanRest(j);
  }

  /** Adds one value per column. The weight is positive and finite. */
  public void add(double[] x, double w) {
    double[] s = state;
    double lastTotal = w;
    double share = 1.0;
    for (int j = 0; j < x.length; j++) {
      if (!Double.isNaN(x[j])) {
        // Without missing values every column has the same weight: divide once for all of them.
        double total = s[j * STRIDE + WEIGHT] + w;
        if (total != lastTotal) {
          lastTotal = total;
          share = w / total;
        }
        add(s, j * STRIDE, x[j], w, share);
      }
    }
  }

  public void add(int j, double x, double w) {
    add(state, j * STRIDE, x, w, w / (weight(j) + w));
  }

  /* The share of the new observation in the weight of the column. */
  private static void add(double[] s, int offset, double x, double w, double share) {
    double delta = (x - s[offset + MEAN]) - s[offset + REST];
    double step = delta * share;
    // Two factors of one sign: with Welford's two deltas rounding can make M2 negative.
    s[offset + M2] += step * (delta * s[offset + WEIGHT]);
    s[offset + WEIGHT] += w;
    if (share == 1.0) {
      // All former observations have decayed away and must leave no rounding.
      s[offset + MEAN] = x;
      s[offset + REST] = 0.0;
    } else {
      DoubleDouble.add(s, offset + MEAN, step);
    }
  }

  /** Takes back one value per column that was added with the same weight. */
  public void retract(double[] x, double w) {
    for (int j = 0; j < size; j++) {
      if (!Double.isNaN(x[j])) {
        retract(j, x[j], w);
      }
    }
  }

  public void retract(int j, double x, double w) {
    double[] s = state;
    int offset = j * STRIDE;
    double rest = s[offset + WEIGHT] - w;
    if (RetractionBounds.isNothing(rest, s[offset + WEIGHT])) {
      clear(j);
      return;
    }
    double delta = (x - s[offset + MEAN]) - s[offset + REST];
    double step = delta * (w / rest);
    s[offset + M2] =
        RetractionBounds.squares(s[offset + M2] - step * (delta * s[offset + WEIGHT]), rest);
    s[offset + WEIGHT] = rest;
    DoubleDouble.add(s, offset + MEAN, -step);
    RetractionBounds.boundMean(s, offset + MEAN);
  }

  /** Adds another column's observations to column j. */
  public void merge(int j, Moments other, int k) {
    merge(j, other.state, k * STRIDE);
  }

  /** Adds observations, given as {@link #STRIDE} numbers from an offset, to column j. */
  void merge(int j, double[] other, int from) {
    int offset = j * STRIDE;
    double w = other[from + WEIGHT];
    if (w == 0.0) {
      return;
    }
    double total = weight(j) + w;
    double delta = DoubleDouble.difference(other, from + MEAN, state, offset + MEAN);
    double share = w / total;
    double step = delta * share;
    state[offset + M2] += other[from + M2] + step * (delta * weight(j));
    state[offset + WEIGHT] = total;
    if (share == 1.0) {
      state[offset + MEAN] = other[from + MEAN];
      state[offset + REST] = other[from + REST];
    } else {
      DoubleDouble.add(state, offset + MEAN, step);
    }
  }

  /** Multiplies the weight of every observation, as decay does. */
  public void scale(double factor) {
    for (int j = 0; j < size; j++) {
      if (weight(j) * factor < Decay.FORGOTTEN) {
        clear(j);
      } else {
        state[j * STRIDE + WEIGHT] *= factor;
        state[j * STRIDE + M2] *= factor;
      }
    }
  }

  /** Opens an empty column at this index; the later ones move up. */
  public void insert(int j) {
    double[] wider = new double[state.length + STRIDE];
    System.arraycopy(state, 0, wider, 0, j * STRIDE);
    System.arraycopy(state, j * STRIDE, wider, (j + 1) * STRIDE, (size - j) * STRIDE);
    state = wider;
    size++;
  }

  public void write(int j, StateWriter out) {
    for (int i = j * STRIDE; i < (j + 1) * STRIDE; i++) {
      out.number(state[i]);
    }
  }

  /** Replaces column j with what was written, bit for bit. */
  public void read(int j, StateReader in) {
    int offset = j * STRIDE;
    state[offset + WEIGHT] = in.amount();
    state[offset + MEAN] = in.number();
    state[offset + REST] = in.number();
    state[offset + M2] = in.amount();
  }

  private void clear(int j) {
    Arrays.fill(state, j * STRIDE, (j + 1) * STRIDE, 0.0);
  }
}
