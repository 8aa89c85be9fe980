package io.bayou.model.discriminant;

import io.bayou.model.Description;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.stat.CoMoments;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Triangle;

/** The co-moments of one class, and their summary as of the last refresh. */
final class ClassMoments {
  private final CoMoments moments;
  private double[] weights = {};
  private double[] means = {};
  private double[] centre = {};
  private double factor = Double.NaN;
  private boolean changed = true;
  private boolean renewed;
  private boolean outdated = true;

  ClassMoments(int columns) {
    moments = new CoMoments(columns);
  }

  /** The sums, for a caller that will change them. */
  CoMoments change() {
    changed = true;
    return moments;
  }

  CoMoments moments() {
    return moments;
  }

  /**
   * Brings the summary up to date.
   *
   * @param now what the statistics still count
   */
  void refresh(double now) {
    renewed = changed || now != factor;
    if (renewed) {
      if (weights.length != moments.size()) {
        weights = new double[moments.size()];
        means = new double[2 * moments.size()];
      }
      moments.summarise(weights, means);
      factor = now;
      for (int j = 0; j < weights.length; j++) {
        weights[j] = weights[j] * now < Decay.FORGOTTEN ? 0.0 : weights[j] * now;
      }
      changed = false;
      outdated = true;
    }
  }

  /** Whether the last refresh found other statistics than the one before. */
  boolean isRenewed() {
    return renewed;
  }

  /** Whether the statistics are others than at the last {@link #markEstimated}. */
  boolean isOutdated() {
    return outdated;
  }

  /** To be called when the covariance was estimated. */
  void markEstimated() {
    outdated = false;
  }

  /** What the observations of a column still count. */
  double weight(int j) {
    return weights[j];
  }

  /** Two doubles per column, whose unevaluated sum is the mean. */
  double[] means() {
    return means;
  }

  /**
   * Takes the means over all classes where this one has seen nothing, so that a column says nothing
   * for or against a class that never met it.
   */
  void locate(double[] pooled) {
    centre = means;
    for (int j = 0; j < weights.length; j++) {
      if (weights[j] == 0.0) {
        centre = centre == means ? means.clone() : centre;
        centre[2 * j] = pooled[2 * j];
        centre[2 * j + 1] = pooled[2 * j + 1];
      }
    }
  }

  /** As {@link #means()}, with the pooled mean where there is none. */
  double[] centre() {
    return centre;
  }

  /** How far the mean of a column lies from another one. */
  double meanLess(int j, double[] other) {
    return (means[2 * j] - other[2 * j]) + (means[2 * j + 1] - other[2 * j + 1]);
  }

  void addScatter(double[] sum) {
    moments.addScatter(factor, means, sum);
  }

  /** Says what was learned of every column. */
  void describe(ColumnNames names, Description out) {
    int n = names.size();
    double[] weight = new double[n];
    double[] mean = new double[2 * n];
    double[] scatter = new double[Triangle.size(n)];
    moments.summarise(weight, mean);
    moments.addScatter(1.0, mean, scatter);
    for (int j = 0; j < n; j++) {
      if (weight[j] > 0.0) {
        out.number(names.get(j), weight[j], mean[2 * j], scatter[Triangle.index(j, j)] / weight[j]);
      }
    }
  }
}
