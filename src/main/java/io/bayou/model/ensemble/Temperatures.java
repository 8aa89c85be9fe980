package io.bayou.model.ensemble;

import io.bayou.model.Posterior;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * One answer at several temperatures: each takes every probability to a power and normalises. Some
 * then mix in a share of noise, for labels that are wrong or cannot be known. A buffer for one
 * thread.
 */
final class Temperatures {
  /* Two series in which each power is the double of the one before, and its exponential the square:
   * all of them together take two exponentials for each class. */
  private static final double FIRST = 0.25;
  private static final double SECOND = 0.35;
  private static final int OF_FIRST = 7;
  private static final int OF_SECOND = 4;
  private static final double[] POWERS = powers();

  /* Noise caps how sure an answer can be, so it goes with powers that make answers surer: a steep
   * change between classes, of which neither is ever certain. The more noise, the steeper it may be:
   * a wrong label of a sure answer costs ln of the noise, whatever the power. */
  private static final double[] NOISES = {0.0, 0.03, 0.2};
  private static final double[] PRIORS_OF_NOISES = {1.0, 0.5, 0.1};
  private static final int[][] POWERS_OF_NOISES = {
    {0, 1, 2, 3, OF_FIRST, OF_FIRST + 1, OF_FIRST + 2, OF_FIRST + 3}, {2, 3, 4}, {2, 3, 4, 5, 6}
  };

  /** How many temperatures there are, with and without noise. */
  static final int COUNT = Arrays.stream(POWERS_OF_NOISES).mapToInt(p -> p.length).sum();

  /* By temperature. */
  private static final int[] POWER_OF =
      Arrays.stream(POWERS_OF_NOISES).flatMapToInt(Arrays::stream).toArray();
  private static final double[] NOISE_OF = byNoise(NOISES);
  private static final double[] PRIOR_OF_NOISE = byNoise(PRIORS_OF_NOISES);

  /* A class that is less probable than this, relative to the best one, hardly counts as less so:
   * independence assumed where there is none multiplies the same evidence over and over. */
  private static final double MIN_LOG_RATIO = -12.0 * Math.log(10.0);

  private final double[] sums = new double[POWERS.length];
  private final double[] parts = new double[POWERS.length];
  private String[] labels = {};
  private double[] first = {};
  private double[] second = {};
  private double[] mixed = {};
  private int possible;
  private boolean usable;

  private static double[] powers() {
    double[] powers = new double[OF_FIRST + OF_SECOND];
    for (int i = 0; i < powers.length; i++) {
      powers[i] = i < OF_FIRST ? FIRST * (1 << i) : SECOND * (1 << (i - OF_FIRST));
    }
    return powers;
  }

  private static double[] byNoise(double[] values) {
    return IntStream.range(0, values.length)
        .boxed()
        .flatMapToDouble(k -> Arrays.stream(POWERS_OF_NOISES[k]).mapToDouble(p -> values[k]))
        .toArray();
  }

  /** What each temperature weighs before any label: less, the further its power is from 1. */
  static double[] prior() {
    double[] prior = new double[COUNT];
    for (int g = 0; g < COUNT; g++) {
      prior[g] = Math.min(power(g), 1.0 / power(g)) * PRIOR_OF_NOISE[g];
    }
    return prior;
  }

  /** The power that a temperature takes probabilities to. */
  static double power(int g) {
    return POWERS[POWER_OF[g]];
  }

  /** The share of noise that a temperature mixes in. */
  static double noise(int g) {
    return NOISE_OF[g];
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
    possible = 0;
    double best = answer.logJoint(answer.best());
    for (int c = 0; c < n; c++) {
      add(c, answer.logJoint(c) - best);
    }
  }

  private void add(int c, double logRatio) {
    boolean isPossible = logRatio > Double.NEGATIVE_INFINITY; // what is impossible stays so
    possible += isPossible ? 1 : 0;
    double log = logRatio < MIN_LOG_RATIO ? compressed(logRatio) : logRatio;
    double a = isPossible ? Math.exp(FIRST * log) : 0.0;
    double b = isPossible ? Math.exp(SECOND * log) : 0.0;
    first[c] = a;
    second[c] = b;
    for (int i = 0; i < OF_FIRST; i++) {
      sums[i] += a;
      a *= a;
    }
    for (int i = OF_FIRST; i < POWERS.length; i++) {
      sums[i] += b;
      b *= b;
    }
  }

  /* Keeps the order of what it compresses into one unit. */
  private static double compressed(double logRatio) {
    return MIN_LOG_RATIO - (1.0 - MIN_LOG_RATIO / logRatio);
  }

  /** Replaces the probabilities of the answer by the average over the temperatures. */
  void calibrate(TemperatureWeights weights, Posterior answer) {
    if (!usable) {
      return;
    }
    double noise = setParts(weights);
    for (int c = 0; c < labels.length; c++) {
      double a = first[c];
      double b = second[c];
      double sum = a > 0.0 ? noise / possible : 0.0;
      for (int i = 0; i < OF_FIRST; i++) {
        sum += parts[i] * a;
        a *= a;
      }
      for (int i = OF_FIRST; i < POWERS.length; i++) {
        sum += parts[i] * b;
        b *= b;
      }
      mixed[c] = Math.min(1.0, sum);
    }
    answer.calibrate(mixed);
  }

  /* Fills in the factor of the probabilities at each power; returns the share of noise. */
  private double setParts(TemperatureWeights weights) {
    double noise = 0.0;
    Arrays.fill(parts, 0.0);
    for (int g = 0; g < COUNT; g++) {
      double share = NOISE_OF[g];
      double weight = weights.weight(g);
      noise += weight * share;
      parts[POWER_OF[g]] += weight * (1.0 - share);
    }
    for (int p = 0; p < POWERS.length; p++) {
      parts[p] /= sums[p];
    }
    return noise;
  }

  /**
   * Fills in the probability of a label at each temperature.
   *
   * @return false if the label was unknown or impossible: it tells nothing about temperatures
   */
  boolean likelihoods(String label, double[] out) {
    int c = usable ? Arrays.binarySearch(labels, label) : -1;
    if (c < 0 || !(first[c] > 0.0)) {
      return false;
    }
    double a = first[c];
    double b = second[c];
    for (int i = 0; i < OF_FIRST; i++) {
      parts[i] = a / sums[i];
      a *= a;
    }
    for (int i = OF_FIRST; i < POWERS.length; i++) {
      parts[i] = b / sums[i];
      b *= b;
    }
    for (int g = 0; g < COUNT; g++) {
      double noise = NOISE_OF[g];
      double probability = (1.0 - noise) * parts[POWER_OF[g]] + noise / possible;
      out[g] = Math.max(AverageLearner.MIN_PROBABILITY, probability);
    }
    return true;
  }
}
