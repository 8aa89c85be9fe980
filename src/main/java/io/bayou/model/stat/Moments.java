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
  /* Welford's update with Chan's merge (Chan, Golub, LeVeque 1983). The mean is kept as an unevaluated
   * sum mean + low, so that a spread of 1e-7 around 1e9 keeps its digits: with a plain double the
   * rounding of the mean itself is what M2 would measure. m2 is kept instead of the variance because
   * it merges without dividing by zero on the first example. */
  /** A weight that decayed this far is gone; smaller ones would lose their digits. */
  private static final double FORGOTTEN = 1e-200;

  private int size;
  private double[] weight;
  private double[] mean;
  private double[] low;
  private double[] m2;

  public Moments(int size) {
    this.size = size;
    weight = new double[size];
    mean = new double[size];
    low = new double[size];
    m2 = new double[size];
  }

  public Moments() {
    this(0);
  }

  public int size() {
    return size;
  }

  public double weight(int j) {
    return weight[j];
  }

  /** The mean rounded to a double; 0 without observations. */
  public double mean(int j) {
    return mean[j];
  }

  /** What {@link #mean} lacks of the exact running mean. */
  public double meanRest(int j) {
    return low[j];
  }

  public double m2(int j) {
    return m2[j];
  }

  /** M2 / w; NaN without observations. */
  public double variance(int j) {
    return m2[j] / weight[j];
  }

  /** Distance of a value from the mean, without the rounding of the mean. */
  public double deviation(int j, double x) {
    return (x - mean[j]) - low[j];
  }

  /** Adds one value per column. The weight is positive and finite. */
  public void add(double[] x, double w) {
    for (int j = 0; j < size; j++) {
      if (!Double.isNaN(x[j])) {
        add(j, x[j], w);
      }
    }
  }

  public void add(int j, double x, double w) {
    double total = weight[j] + w;
    double delta = (x - mean[j]) - low[j];
    weight[j] = total;
    shiftMean(j, delta * (w / total));
    m2[j] += w * delta * ((x - mean[j]) - low[j]);
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
    double rest = weight[j] - w;
    if (rest <= weight[j] * 1e-12) {
      clear(j);
      return;
    }
    double delta = (x - mean[j]) - low[j];
    weight[j] = rest;
    shiftMean(j, -delta * (w / rest));
    m2[j] = Math.max(0.0, m2[j] - w * delta * ((x - mean[j]) - low[j]));
  }

  /** Adds another column's observations to column j. */
  public void merge(int j, Moments other, int k) {
    if (other.weight[k] == 0.0) {
      return;
    }
    if (weight[j] == 0.0) {
      copy(j, other, k);
      return;
    }
    double total = weight[j] + other.weight[k];
    double delta = (other.mean[k] - mean[j]) + (other.low[k] - low[j]);
    double share = other.weight[k] / total;
    m2[j] += other.m2[k] + delta * delta * share * weight[j];
    weight[j] = total;
    shiftMean(j, delta * share);
  }

  /** Multiplies every observation's weight, as decay does. */
  public void scale(double factor) {
    for (int j = 0; j < size; j++) {
      if (weight[j] * factor < FORGOTTEN) {
        clear(j);
      } else {
        weight[j] *= factor;
        m2[j] *= factor;
      }
    }
  }

  /** Opens an empty column at this index; the later ones move up. */
  public void insert(int j) {
    weight = insert(weight, j);
    mean = insert(mean, j);
    low = insert(low, j);
    m2 = insert(m2, j);
    size++;
  }

  public void write(int j, StateWriter out) {
    out.number(weight[j]);
    out.number(mean[j]);
    out.number(low[j]);
    out.number(m2[j]);
  }

  /** Replaces column j by what was written, bit for bit. */
  public void read(int j, StateReader in) {
    weight[j] = in.number();
    mean[j] = in.number();
    low[j] = in.number();
    m2[j] = in.number();
  }

  private void copy(int j, Moments other, int k) {
    weight[j] = other.weight[k];
    mean[j] = other.mean[k];
    low[j] = other.low[k];
    m2[j] = other.m2[k];
  }

  private void clear(int j) {
    weight[j] = 0.0;
    mean[j] = 0.0;
    low[j] = 0.0;
    m2[j] = 0.0;
  }

  /* Knuth's two-sum: the part of the step that does not fit into mean goes to low. */
  private void shiftMean(int j, double step) {
    double high = mean[j];
    double sum = high + step;
    double part = sum - high;
    double rest = low[j] + ((high - (sum - part)) + (step - part));
    double rounded = sum + rest;
    mean[j] = rounded;
    low[j] = rest - (rounded - sum);
  }

  private double[] insert(double[] column, int j) {
    double[] wider = Arrays.copyOf(column, size + 1);
    System.arraycopy(column, j, wider, j + 1, size - j);
    wider[j] = 0.0;
    return wider;
  }
}
