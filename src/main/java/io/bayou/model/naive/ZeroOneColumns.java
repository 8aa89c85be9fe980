package io.bayou.model.naive;

import io.bayou.model.Fit;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Variance;
import io.bayou.model.stat.Moments;
import java.util.List;

/**
 * The columns of which every number so far is 0 or 1. A normal distribution does not fit them: they
 * are read as truth values, each with a probability in every class.
 *
 * <p>The moments tell which columns these are. x² - x is 0 for 0 and 1, and of one sign for all
 * other integers, so only then is the variance m (1 - m), with m the mean. They also have the
 * counts: m times the weight is how often the number was 1. So a column that gets another number
 * becomes normal, and nothing need be learned again.
 */
final class ZeroOneColumns {
  /* Of the variance; rounding is a thousandth of it at most. */
  private static final double TOLERANCE = 1e-9;

  /** Laplace's rule: each value counts as if it had been seen so often already. */
  private static final double PSEUDO_COUNT = 1.0;

  /* Of M2 divided by the weight: the largest rounding in a class of numbers that are 0 or 1. */
  private static final double ROUNDING = 1e-9;

  private static final double SMALL = 1e-200;

  private final ModelSpec spec;
  private final boolean applies;
  private boolean[] inferred = {};
  private boolean[] zeroOne = {};
  private int count;

  /* Declared numbers are normal, and so are all where the spec says how. */
  ZeroOneColumns(ModelSpec spec) {
    this.spec = spec;
    applies = spec.estimate().isEmpty() && spec.variance() instanceof Variance.Shrink;
  }

  /** Whether there is none, so that nothing of this matters. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Whether a number of a column is a truth value. */
  boolean has(int j, double x) {
    return has(j) && (x == 0.0 || x == 1.0);
  }

  /**
   * Finds the columns.
   *
   * @param changed a class that has changed, if it is the only one
   */
  void refresh(NumericBlock block, int changed, PooledMoments pooled) {
    if (!applies) {
      return;
    }
    if (changed >= 0 && isRuledOut(block.moments(changed))) {
      count = 0;
      return;
    }
    if (inferred.length != block.columns()) {
      inferred = new boolean[block.columns()];
      zeroOne = new boolean[block.columns()];
      for (int j = 0; j < inferred.length; j++) {
        inferred[j] = !spec.features().containsKey(block.name(j));
      }
    }
    double[] means = pooled.means();
    count = 0;
    for (int j = 0; j < zeroOne.length; j++) {
      boolean fits = inferred[j] && isZeroOne(pooled.variance()[j], means[j]);
      zeroOne[j] = fits && isPossible(j, block.moments());
      count += zeroOne[j] ? 1 : 0;
    }
  }

  /* Whether a class has had other numbers in every column: the columns of most models. */
  private static boolean isRuledOut(Moments moments) {
    for (int j = 0; j < moments.size(); j++) {
      if (!isRuledOut(j, moments)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPossible(int j, List<Moments> classes) {
    for (Moments moments : classes) {
      if (isRuledOut(j, moments)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRuledOut(int j, Moments moments) {
    double mean = moments.mean(j);
    double weight = moments.weight(j);
    return Math.abs(moments.m2(j) - weight * (mean * (1.0 - mean))) > ROUNDING * weight;
  }

  private static boolean isZeroOne(double variance, double mean) {
    double expected = mean * (1.0 - mean);
    return variance > 0.0 && Math.abs(variance - expected) <= TOLERANCE * expected;
  }

  /**
   * The log probability of the truth values of an event in a class, which are then left out.
   *
   * @param factor the decay of the statistics of the class
   */
  double logOf(double[] x, Moments moments, double factor) {
    double log = 0.0;
    double product = 1.0;
    for (int j = 0; j < x.length; j++) {
      if (has(j, x[j])) {
        product *= probability(j, x[j], moments, factor);
        if (product < SMALL) {
          log += Math.log(product);
          product = 1.0;
        }
      }
    }
    return log + Math.log(product);
  }

  /** Copies the other numbers of an event, and NaN in place of the truth values. */
  void copyOthers(double[] x, double[] to) {
    for (int j = 0; j < x.length; j++) {
      to[j] = has(j, x[j]) ? Double.NaN : x[j];
    }
  }

  double probability(int j, double x, Moments moments, double factor) {
    double weight = Math.max(0.0, moments.weight(j) * factor);
    double ones = Math.max(0.0, Math.min(moments.mean(j), 1.0)) * weight;
    double seen = x == 1.0 ? ones : weight - ones;
    return (seen + PSEUDO_COUNT) / (weight + 2.0 * PSEUDO_COUNT);
  }

  /** One parameter for each column, and the log likelihood of what was counted. */
  Fit fit(int j, List<Moments> classes, double[] factors) {
    Fit fit = new Fit(0, 0.0);
    for (int c = 0; c < classes.size(); c++) {
      Moments moments = classes.get(c);
      double weight = moments.weight(j) * factors[c];
      double ones = weight * moments.mean(j);
      double log =
          ones * Math.log(probability(j, 1.0, moments, factors[c]))
              + (weight - ones) * Math.log(probability(j, 0.0, moments, factors[c]));
      fit = fit.plus(new Fit(1, log));
    }
    return fit;
  }

  boolean has(int j) {
    return count > 0 && zeroOne[j];
  }
}
