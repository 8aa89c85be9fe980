package io.bayou.model;

import java.util.Arrays;

/**
 * A score of each class: e to the power of a sum, times a factor. Factors are multiplied as long as
 * they stay far from what a double cannot hold, so that most of their logarithms are never taken.
 */
public final class ClassScores {
  /** Factors between SMALL and LARGE multiply without overflow or loss. */
  private static final double SMALL = 1e-150;

  private static final double LARGE = 1e150;

  private static final double LN_2 = Math.log(2.0);

  /**
   * Below this, e to the power of a sum might vanish although its product with a factor does not.
   */
  private static final double LEAST_SUM = -300.0;

  private double[] sums = {};
  private double[] factors = {};

  /** Sets all scores to 1. */
  public void begin(int classes) {
    reserve(classes);
    Arrays.fill(sums, 0, classes, 0.0);
    Arrays.fill(factors, 0, classes, 1.0);
  }

  /** Makes room for the scores of this many classes, which are all to be set. */
  void reserve(int classes) {
    if (sums.length < classes) {
      sums = new double[2 * classes];
      factors = new double[2 * classes];
    }
  }

  /** Takes over the scores of others. */
  void set(ClassScores others, int classes) {
    for (int c = 0; c < classes; c++) {
      sums[c] = others.sums[c];
      factors[c] = others.factors[c];
    }
  }

  /** By class the sum, to which logarithms may be added. */
  public double[] sums() {
    return sums;
  }

  /** Sets the logarithm of a score. */
  public void setLog(int c, double log) {
    sums[c] = log;
    factors[c] = 1.0;
  }

  /** Multiplies a score by a number that is not negative. */
  public void multiply(int c, double by) {
    if (isMild(by)) {
      double product = factors[c] * by;
      if (isMild(product)) {
        factors[c] = product;
      } else {
        factors[c] = 1.0;
        sums[c] += Math.log(product);
      }
    } else {
      sums[c] += Math.log(by);
    }
  }

  /** Multiplies the score of each of some classes by another. */
  public void multiply(ClassScores by, int classes) {
    for (int c = 0; c < classes; c++) {
      sums[c] += by.sums[c];
      multiply(c, by.factors[c]);
    }
  }

  private static boolean isMild(double factor) {
    return factor > SMALL && factor < LARGE;
  }

  /** The logarithm of a score. */
  public double log(int c) {
    return factors[c] == 1.0 ? sums[c] : sums[c] + Math.log(factors[c]);
  }

  /** A class whose score is the largest or hardly less; -1 if all are 0. */
  int nearlyLargest(int classes) {
    int largest = -1;
    double log = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < classes; c++) {
      double rough = sums[c] + LN_2 * Math.getExponent(factors[c]);
      if (rough > log) {
        largest = c;
        log = rough;
      }
    }
    return largest;
  }

  /** The score of a class as a multiple of one that is {@link #nearlyLargest}. */
  double ratio(int c, int largest) {
    double sum = sums[c] - sums[largest];
    double factor = factors[c] / factors[largest];
    if (sum > LEAST_SUM || factor == 1.0) {
      return Math.exp(sum) * factor;
    }
    double root = Math.exp(0.5 * sum);
    return root * factor * root;
  }
}
