package io.bayou.model.logistic;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.StrictLog;
import java.util.Arrays;

/**
 * How much of the variance of the logits predictions average over. The labels so far decide: each
 * share is weighted by how probable they were with it.
 */
final class VarianceShare {
  /* The posterior is approximated at its mode. With many inputs or classes it is too wide there: it
   * leans towards larger weights if the classes can be told apart, a confident example adds no
   * curvature while the older ones are forgotten, and weights that are estimated separately lack
   * their negative correlations. Averaging over all of the variance then turns sure answers into
   * guesses; with few examples averaging over none is too sure. */
  private static final double[] SHARES = {1.0, 0.125, 1.0 / 64.0, 0.0};
  private static final double[] ROOTS = Arrays.stream(SHARES).map(Math::sqrt).toArray();

  /** Each example reduces the evidence so far to this part: about 500 count. */
  private static final double FORGETTING = 0.998;

  /** With less variance than this all shares give the same answer, in five digits. */
  private static final double NO_VARIANCE = 1e-5;

  /* MacKay's approximation of the mean of the logistic function under a normal distribution. */
  private static final double MACKAY = Math.PI / 8.0;

  private static final double MIN_LOG = -700.0;

  private final double[] evidence = new double[SHARES.length];
  private double[] logits = {};
  private double share;

  VarianceShare() {
    refresh();
  }

  /** The share that predictions average over. */
  double share() {
    return share;
  }

  /**
   * Adds an example before it is learned.
   *
   * @param y its class
   */
  void learn(double[] means, double[] variances, int classes, int y, double weight) {
    if (classes < 2 || max(variances, classes) < NO_VARIANCE) {
      return;
    }
    if (logits.length < classes) {
      logits = new double[2 * classes];
    }
    for (int k = 0; k < SHARES.length; k++) {
      double log = logProbability(means, variances, classes, SHARES[k], y);
      evidence[k] = FORGETTING * evidence[k] + weight * Math.max(MIN_LOG, log);
    }
    refresh();
  }

  private static double max(double[] values, int n) {
    double max = 0.0;
    for (int c = 0; c < n; c++) {
      max = Math.max(max, values[c]);
    }
    return max;
  }

  /* Part of the state, so by StrictMath. */
  private double logProbability(
      double[] means, double[] variances, int classes, double part, int y) {
    int top = top(means, classes);
    double sum = 0.0;
    logits[top] = 0.0;
    for (int c = 0; c < classes; c++) {
      if (c == top) {
        sum += 1.0;
      } else {
        logits[c] = (means[c] - means[top]) * shrink(variances[c] + variances[top], part);
        sum += StrictMath.exp(logits[c]);
      }
    }
    return logits[y] - StrictLog.of(sum);
  }

  /** The class with the largest mean: predictions shrink the differences to it. */
  static int top(double[] means, int classes) {
    int top = 0;
    for (int c = 1; c < classes; c++) {
      top = means[c] > means[top] ? c : top;
    }
    return top;
  }

  /** The factor of a difference of two logits that averages over a share of its variance. */
  static double shrink(double variance, double part) {
    return 1.0 / Math.sqrt(1.0 + MACKAY * part * variance);
  }

  void merge(VarianceShare other) {
    for (int k = 0; k < evidence.length; k++) {
      evidence[k] += other.evidence[k];
    }
    refresh();
  }

  void clear() {
    Arrays.fill(evidence, 0.0);
    refresh();
  }

  /* A mean of the shares by their weights changes steadily with the evidence. Of their roots, for
   * answers depend on deviations. */
  private void refresh() {
    double max = evidence[0];
    for (double value : evidence) {
      max = Math.max(max, value);
    }
    double sum = 0.0;
    double weighted = 0.0;
    for (int k = 0; k < evidence.length; k++) {
      double weight = Math.exp(evidence[k] - max);
      sum += weight;
      weighted += weight * ROOTS[k];
    }
    share = weighted / sum * (weighted / sum);
  }

  void write(StateWriter out) {
    for (double value : evidence) {
      out.number(value);
    }
  }

  void read(StateReader in) {
    for (int k = 0; k < evidence.length; k++) {
      evidence[k] = in.number();
    }
    refresh();
  }
}
