package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/**
 * Weight, means and scatter matrix of observations that all have values in the same columns. The
 * other columns stay at zero.
 */
final class CompleteMoments {
  /* Welford's update and Chan's merge in vector form; means are unevaluated sums of two doubles,
   * for the same reason as in Moments. */
  private final int size;
  private double weight;
  private final double[] means;
  private final double[] scatter;
  private final double[] delta;

  CompleteMoments(int size) {
    this.size = size;
    means = new double[2 * size];
    scatter = new double[Triangle.size(size)];
    delta = new double[size];
  }

  double weight() {
    return weight;
  }

  /** Two doubles per column. Read-only. */
  double[] means() {
    return means;
  }

  /** A {@link Triangle}. Read-only. */
  double[] scatter() {
    return scatter;
  }

  /** Adds one observation; NaN marks the columns that stay at zero. */
  void add(double[] x, double w) {
    double total = weight + w;
    double share = w / total;
    deviations(x);
    Triangle.addOuterProduct(scatter, share * weight, delta);
    for (int j = 0; j < size; j++) {
      if (!Double.isNaN(x[j])) {
        DoubleDouble.moveMean(means, 2 * j, x[j], delta[j], share);
      }
    }
    weight = total;
  }

  void retract(double[] x, double w) {
    double rest = weight - w;
    if (RetractionBounds.isNothing(rest, weight)) {
      clear();
      return;
    }
    deviations(x);
    Triangle.addOuterProduct(scatter, -(w / rest) * weight, delta);
    for (int i = 0, offset = 0; i < size; i++, offset++) {
      for (int j = 0; j < i; j++, offset++) {
        scatter[offset] = RetractionBounds.products(scatter[offset], rest);
      }
      scatter[offset] = RetractionBounds.squares(scatter[offset], rest);
    }
    shiftMeans(-(w / rest));
    for (int j = 0; j < size; j++) {
      RetractionBounds.boundMean(means, 2 * j);
    }
    weight = rest;
  }

  /**
   * Adds another one.
   *
   * @param columns the own index of each column of the other, or -1 to skip it
   */
  void merge(CompleteMoments other, int[] columns) {
    double total = weight + other.weight;
    double share = other.weight / total;
    Arrays.fill(delta, 0.0);
    for (int k = 0; k < columns.length; k++) {
      if (columns[k] >= 0) {
        delta[columns[k]] = DoubleDouble.difference(other.means, 2 * k, means, 2 * columns[k]);
      }
    }
    Triangle.addOuterProduct(scatter, share * weight, delta);
    if (share == 1.0) {
      copyMeans(other, columns); // exactly, where a shift from elsewhere would round
    } else {
      shiftMeans(share);
    }
    for (int k = 0, offset = 0; k < columns.length; k++) {
      for (int l = 0; l <= k; l++, offset++) {
        if (columns[k] >= 0 && columns[l] >= 0) {
          scatter[Triangle.index(columns[k], columns[l])] += other.scatter[offset];
        }
      }
    }
    weight = total;
  }

  void scale(double factor) {
    if (weight * factor < Decay.FORGOTTEN) {
      clear();
      return;
    }
    weight *= factor;
    for (int offset = 0; offset < scatter.length; offset++) {
      scatter[offset] *= factor;
    }
  }

  /** Adds a multiple of the scatter around other means. */
  void addScatter(double factor, double[] around, double[] sum) {
    for (int j = 0; j < size; j++) {
      delta[j] = DoubleDouble.difference(means, 2 * j, around, 2 * j);
    }
    addScatter(factor, sum);
    Triangle.addOuterProduct(sum, factor * weight, delta);
  }

  /** Adds a multiple of the scatter around its own means. */
  void addScatter(double factor, double[] sum) {
    for (int offset = 0; offset < scatter.length; offset++) {
      sum[offset] += factor * scatter[offset];
    }
  }

  void clear() {
    weight = 0.0;
    Arrays.fill(means, 0.0);
    Arrays.fill(scatter, 0.0);
  }

  void write(int[] columns, StateWriter out) {
    out.number(weight);
    for (int i = 0; i < columns.length; i++) {
      out.number(means[2 * columns[i]]);
      out.number(means[2 * columns[i] + 1]);
      for (int j = 0; j <= i; j++) {
        out.number(scatter[Triangle.index(columns[i], columns[j])]);
      }
    }
  }

  void read(int[] columns, StateReader in) {
    weight = in.amount();
    for (int i = 0; i < columns.length; i++) {
      means[2 * columns[i]] = in.number();
      means[2 * columns[i] + 1] = in.number();
      for (int j = 0; j <= i; j++) {
        scatter[Triangle.index(columns[i], columns[j])] = i == j ? in.amount() : in.number();
      }
    }
  }

  private void copyMeans(CompleteMoments other, int[] columns) {
    for (int k = 0; k < columns.length; k++) {
      if (columns[k] >= 0) {
        System.arraycopy(other.means, 2 * k, means, 2 * columns[k], 2);
      }
    }
  }

  private void deviations(double[] x) {
    for (int j = 0; j < size; j++) {
      delta[j] = Double.isNaN(x[j]) ? 0.0 : DoubleDouble.distance(x[j], means, 2 * j);
    }
  }

  private void shiftMeans(double share) {
    for (int j = 0; j < size; j++) {
      DoubleDouble.add(means, 2 * j, delta[j] * share);
    }
  }
}
