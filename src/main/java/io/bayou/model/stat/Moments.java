package io.bayou.model.stat;

import io.bayou.model.Features;
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
   * Each of the four numbers has an array of its own, so that an event is learned along memory and
   * the compiler can work on several columns at once. */

  /** A feature with a smaller variance over all classes is constant. */
  public static final double CONSTANT_VARIANCE = 1e-280;

  /** With fewer columns, the compiler does not work on several at once. */
  public static final int FEW = 16;

  private double[] weights;
  private double[] means;
  private double[] rests;
  private double[] squares;

  private double[] steps = {}; // of one observation
  private double common;
  private boolean commonKnown = true;
  private long revision;

  public Moments(int size) {
    weights = new double[size];
    means = new double[size];
    rests = new double[size];
    squares = new double[size];
  }

  public int size() {
    return weights.length;
  }

  /** By column {@link #weight}, for loops that cannot afford a call each. Read-only. */
  public double[] weights() {
    return weights;
  }

  /** By column {@link #mean}. Read-only. */
  public double[] means() {
    return means;
  }

  /** By column {@link #meanRest}. Read-only. */
  public double[] meanRests() {
    return rests;
  }

  /** By column {@link #m2}. Read-only. */
  public double[] squares() {
    return squares;
  }

  /** Changes with every change of the moments. */
  public long revision() {
    return revision;
  }

  public double weight(int j) {
    return weights[j];
  }

  /** The mean rounded to a double; 0 without observations. */
  public double mean(int j) {
    return means[j];
  }

  /** The exact running mean minus {@link #mean}. */
  public double meanRest(int j) {
    return rests[j];
  }

  public double m2(int j) {
    return squares[j];
  }

  /** M2 / w; NaN without observations. */
  public double variance(int j) {
    return m2(j) / weight(j);
  }

  /** Distance of a value from the mean, without the rounding of the mean. */
  public double deviation(int j, double x) {
    return (x - means[j]) - rests[j];
  }

  /** Adds one value per column. The weight is positive and finite. */
  public void add(double[] x, double w) {
    for (int j = 0; j < x.length; j++) {
      if (!Double.isNaN(x[j])) {
        add(j, x[j], w, w / (weights[j] + w));
      }
    }
    changed();
  }

  /** As {@link #add(double[], double)}, to the bit, if no value is missing. */
  public void addAll(double[] x, double w) {
    double share = w / (commonWeight() + w);
    if (!(share < 1.0)) {
      add(x, w);
      return;
    }
    revision++;
    if (x.length < FEW) {
      for (int j = 0; j < x.length; j++) {
        add(j, x[j], w, share);
      }
    } else {
      addToEach(x, w, share);
    }
    common += w;
  }

  /* The hot path: loops without cases, in which the compiler works on several columns at once. With
   * both in one it does not. */
  private void addToEach(double[] x, double w, double share) {
    double[] mean = means;
    double[] rest = rests;
    double[] m2 = squares;
    double[] steps = this.steps.length == x.length ? this.steps : new double[x.length];
    this.steps = steps;
    double before = common;
    for (int j = 0; j < x.length; j++) {
      double delta = (x[j] - mean[j]) - rest[j];
      steps[j] = delta * share;
      m2[j] += delta * share * (delta * before);
    }
    for (int j = 0; j < x.length; j++) {
      double high = mean[j];
      double step = steps[j];
      double sum = high + step;
      double part = sum - high;
      double low = rest[j] + ((high - (sum - part)) + (step - part));
      double rounded = sum + low;
      mean[j] = rounded;
      rest[j] = low - (rounded - sum);
    }
    Arrays.fill(weights, before + w);
  }

  public void add(int j, double x, double w) {
    add(j, x, w, w / (weights[j] + w));
    changed();
  }

  /* The share of the new observation in the weight of the column. */
  private void add(int j, double x, double w, double share) {
    double delta = deviation(j, x);
    double step = delta * share;
    // Two factors of one sign: with Welford's two deltas rounding can make M2 negative.
    squares[j] += step * (delta * weights[j]);
    weights[j] += w;
    if (share == 1.0) {
      // All former observations have decayed away and must leave no rounding.
      means[j] = x;
      rests[j] = 0.0;
    } else {
      moveMean(j, step);
    }
  }

  /* Knuth's two-sum: the rest takes the part of the step that the mean cannot hold. */
  private void moveMean(int j, double step) {
    double high = means[j];
    double sum = high + step;
    double part = sum - high;
    double low = rests[j] + ((high - (sum - part)) + (step - part));
    means[j] = sum + low;
    rests[j] = low - (means[j] - sum);
  }

  private void changed() {
    revision++;
    commonKnown = false;
  }

  /** The weight of every column if they all have the same, as without missing values; or NaN. */
  public double commonWeight() {
    if (!commonKnown) {
      common = weights.length == 0 ? 0.0 : weights[0];
      for (double weight : weights) {
        common = weight == common ? common : Double.NaN;
      }
      commonKnown = true;
    }
    return common;
  }

  /** Takes back one value per column that was added with the same weight. */
  public void retract(double[] x, double w) {
    for (int j = 0; j < x.length; j++) {
      if (!Double.isNaN(x[j])) {
        retract(j, x[j], w);
      }
    }
  }

  public void retract(int j, double x, double w) {
    double rest = weights[j] - w;
    if (RetractionBounds.isNothing(rest, weights[j])) {
      clear(j);
    } else {
      double delta = deviation(j, x);
      double step = delta * (w / rest);
      double m2 = squares[j] - step * (delta * weights[j]);
      squares[j] = RetractionBounds.squares(m2, rest);
      weights[j] = rest;
      moveMean(j, -step);
      if (Math.abs(means[j]) > Features.MAX_NUMBER) {
        means[j] = Math.copySign(Features.MAX_NUMBER, means[j]);
        rests[j] = 0.0;
      }
    }
    changed();
  }

  /** Adds another column's observations to column j. */
  public void merge(int j, Moments other, int k) {
    merge(j, other.weights[k], other.means[k], other.rests[k], other.squares[k]);
  }

  /** As {@link #merge(int, Moments, int)}, each observation with this many times the weight. */
  public void merge(int j, Moments other, int k, double factor) {
    double weight = other.weights[k] * factor;
    if (weight >= Decay.FORGOTTEN) {
      merge(j, weight, other.means[k], other.rests[k], other.squares[k] * factor);
    }
  }

  /** Takes over the observations of another with as many columns, each times a weight. */
  public void set(Moments other, double factor) {
    System.arraycopy(other.weights, 0, weights, 0, weights.length);
    System.arraycopy(other.means, 0, means, 0, means.length);
    System.arraycopy(other.rests, 0, rests, 0, rests.length);
    System.arraycopy(other.squares, 0, squares, 0, squares.length);
    if (factor == 1.0) {
      changed();
    } else {
      scale(factor);
    }
  }

  /** Adds observations to column j, given by what the column would hold of them alone. */
  void merge(int j, double w, double mean, double rest, double m2) {
    if (w == 0.0) {
      return;
    }
    double total = weights[j] + w;
    double delta = (mean - means[j]) + (rest - rests[j]);
    double share = w / total;
    double step = delta * share;
    squares[j] += m2 + step * (delta * weights[j]);
    weights[j] = total;
    if (share == 1.0) {
      means[j] = mean;
      rests[j] = rest;
    } else {
      moveMean(j, step);
    }
    changed();
  }

  /** Multiplies the weight of every observation, as decay does. */
  public void scale(double factor) {
    for (int j = 0; j < weights.length; j++) {
      if (weights[j] * factor < Decay.FORGOTTEN) {
        clear(j);
      } else {
        weights[j] *= factor;
        squares[j] *= factor;
      }
    }
    changed();
  }

  /** Opens an empty column at this index; the later ones move up. */
  public void insert(int j) {
    weights = insert(weights, j);
    means = insert(means, j);
    rests = insert(rests, j);
    squares = insert(squares, j);
    changed();
  }

  private static double[] insert(double[] numbers, int j) {
    double[] wider = Arrays.copyOf(numbers, numbers.length + 1);
    System.arraycopy(numbers, j, wider, j + 1, numbers.length - j);
    wider[j] = 0.0;
    return wider;
  }

  public void write(int j, StateWriter out) {
    out.number(weights[j]);
    out.number(means[j]);
    out.number(rests[j]);
    out.number(squares[j]);
  }

  /** Replaces column j with what was written, bit for bit. */
  public void read(int j, StateReader in) {
    weights[j] = in.amount();
    means[j] = in.number();
    rests[j] = in.number();
    squares[j] = in.amount();
    changed();
  }

  private void clear(int j) {
    weights[j] = 0.0;
    means[j] = 0.0;
    rests[j] = 0.0;
    squares[j] = 0.0;
  }
}
