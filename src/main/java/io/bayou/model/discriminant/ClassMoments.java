package io.bayou.model.discriminant;

import io.bayou.model.Description;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.stat.CoMoments;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Triangle;

/** The co-moments of one class, and a summary of them as of the last refresh. */
final class ClassMoments {
  private final CoMoments moments;
  private double[] weights = {};
  private double[] means = {};
  private double[] center = {};
  private double factor = Double.NaN;
  private boolean changed = true;
  private boolean renewed;
  private boolean outdated = true;

  ClassMoments(int columns) {
    moments = new CoMoments(columns);
  }

  /** The co-moments, for a caller that changes them. */
  CoMoments change() {
    changed = true;
    return moments;
  }

  CoMoments moments() {
    return moments;
  }

  /** Updates the summary for the present decay factor. */
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

  /** Whether the last refresh changed the summary. */
  boolean isRenewed() {
    return renewed;
  }

  /** Whether the summary changed since the last {@link #markEstimated}. */
  boolean isOutdated() {
    return outdated;
  }

  void markEstimated() {
    outdated = false;
  }

  /** The decayed weight of the observations of a column. */
  double weight(int j) {
    return weights[j];
  }

  /** Two doubles per column, whose unevaluated sum is the mean. */
  double[] means() {
    return means;
  }

  /** Uses the pooled mean of unseen columns, so that they neither support nor oppose the class. */
  void locate(double[] pooled) {
    center = means;
    for (int j = 0; j < weights.length; j++) {
      if (weights[j] == 0.0) {
        center = center == means ? means.clone() : center;
        center[2 * j] = pooled[2 * j];
        center[2 * j + 1] = pooled[2 * j + 1];
      }
    }
  }

  /** As {@link #means()}, with the pooled mean of unseen columns. */
  double[] center() {
    return center;
  }

  /** Two means of a column, subtracted without losing digits. */
  static double difference(double[] a, double[] b, int j) {
    return (a[2 * j] - b[2 * j]) + (a[2 * j + 1] - b[2 * j + 1]);
  }

  void addScatter(double[] sum) {
    moments.addScatter(factor, means, sum);
  }

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
