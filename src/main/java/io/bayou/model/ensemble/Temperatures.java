package io.bayou.model.ensemble;

import io.bayou.model.Posterior;
import java.util.Arrays;

/**
 * One answer at several temperatures: each takes every probability to a power and normalises. A
 * buffer for one thread.
 */
final class Temperatures {
  /* Two series in which each power is the square of the one before, so that all of them together
   * take two exponentials for each class. */
  private static final int SERIES = 4;
  private static final double FIRST = 0.25;
  private static final double SECOND = 0.35;
  private static final double[] POWERS = powers();

  /* A class that is less probable than this, relative to the best one, hardly counts as less so:
   * independence assumed where there is none multiplies the same evidence over and over. */
  private static final double MIN_LOG_RATIO = -12.0 * Math.log(10.0);

  private final double[] sums = new double[POWERS.length];
  private String[] labels = {};
  private double[] first = {};
  private double[] second = {};
  private double[] mixed = {};
  private boolean usable;

  private static double[] powers() {
    double[] powers = new double[2 * SERIES];
    for (int i = 0; i < SERIES; i++) {
      powers[i] = FIRST * (1 << i);
      powers[SERIES + i] = SECOND * (1 << i);
    }
    return powers;
  }

  /** What each power weighs before any label: less, the further it is from 1. */
  static double[] prior() {
    return Arrays.stream(POWERS).map(power -> Math.min(power, 1.0 / power)).toArray();
  }

  /** A power that probabilities may be taken to. */
  static double power(int g) {
    return POWERS[g];
  }

  /** Reads an answer. One without a possible class is of no use. */
  void read(Posterior answer) {
    labels = answer.labels();
    int n = labels.length;
    usable = n > 0 && answer.logJoint(answer.best()) > Double.NEGATIVE_INFINITY;
    if (!usable) {
      return;
    }
    if (first.length < n) {
      first = new double[n];
      second = new double[n];
      mixed = new double[n];
    }
    Arrays.fill(sums, 0.0);
    double best = answer.logJoint(answer.best());
    for (int c = 0; c < n; c++) {
      add(c, answer.logJoint(c) - best);
    }
  }

  private void add(int c, double logRatio) {
    boolean possible = logRatio > Double.NEGATIVE_INFINITY; // what is impossible stays so
    double log = logRatio < MIN_LOG_RATIO ? compressed(logRatio) : logRatio;
    double a = possible ? Math.exp(FIRST * log) : 0.0;
    double b = possible ? Math.exp(SECOND * log) : 0.0;
    first[c] = a;
    second[c] = b;
    for (int i = 0; i < SERIES; i++) {
      sums[i] += a;
      sums[SERIES + i] += b;
      a *= a;
      b *= b;
    }
  }

  /* Keeps the order of what it compresses into one unit. */
  private static double compressed(double logRatio) {
    return MIN_LOG_RATIO - (1.0 - MIN_LOG_RATIO / logRatio);
  }

  /** Replaces the probabilities of the answer by the average over the temperatures. */
  void calibrate(HypothesisWeights weights, Posterior answer) {
    if (!usable) {
      return;
    }
    for (int c = 0; c < labels.length; c++) {
      double a = first[c];
      double b = second[c];
      double sum = 0.0;
      for (int i = 0; i < SERIES; i++) {
        sum += weights.weight(i) * a / sums[i];
        sum += weights.weight(SERIES + i) * b / sums[SERIES + i];
        a *= a;
        b *= b;
      }
      mixed[c] = Math.min(1.0, sum);
    }
    answer.calibrate(mixed);
  }

  /**
   * Fills in ln of the probability of a label at each temperature.
   *
   * @return false if the label was unknown or impossible: it tells nothing about temperatures
   */
  boolean logLikelihoods(String label, double[] out) {
    int c = usable ? Arrays.binarySearch(labels, label) : -1;
    if (c < 0 || !(first[c] > 0.0)) {
      return false;
    }
    double a = first[c];
    double b = second[c];
    for (int i = 0; i < SERIES; i++) {
      out[i] = StrictMath.log(Math.max(AverageLearner.MIN_PROBABILITY, a / sums[i]));
      out[SERIES + i] =
          StrictMath.log(Math.max(AverageLearner.MIN_PROBABILITY, b / sums[SERIES + i]));
      a *= a;
      b *= b;
    }
    return true;
  }
}
