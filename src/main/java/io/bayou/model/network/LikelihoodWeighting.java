package io.bayou.model.network;

import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.LogProduct;
import java.util.List;

/**
 * Estimates a sum over columns that has too many terms (Fung, Chang 1990): draws the columns from
 * their own distributions, each after its parents, and weights every draw by the probability of the
 * known values. The mean weight is the probability of the event.
 *
 * <p>The draws are a function of the event: equal events get equal predictions, and all classes are
 * compared on the same random numbers.
 */
final class LikelihoodWeighting {
  static final int MAX_SAMPLES = 4_096;
  static final int MIN_SAMPLES = 256;

  /** How many columns are drawn for one class, unless that leaves fewer than the minimum. */
  private static final int MAX_DRAWS = 1 << 19;

  private final NetworkStructure structure;
  private final List<DiscreteColumn> columns;
  private final NetworkParameters parameters;
  private final NetworkEvidence evidence;
  private final LogProduct product = new LogProduct();
  private final int[] values;

  private double[] probabilities = {};
  private double[] logWeights = {};
  private int[] asked = {};
  private int samples;
  private long seed;
  private long state;

  LikelihoodWeighting(NetworkParameters parameters, NetworkEvidence evidence) {
    this.parameters = parameters;
    this.evidence = evidence;
    structure = parameters.structure;
    columns = parameters.columns;
    values = new int[columns.size()];
  }

  /** Prepares for new evidence. */
  void begin() {
    samples = Math.max(MIN_SAMPLES, Math.min(MAX_SAMPLES, MAX_DRAWS / evidence.sums()));
    if (logWeights.length < samples) {
      logWeights = new double[MAX_SAMPLES];
      asked = new int[MAX_SAMPLES];
    }
    seed = 0;
    for (int j = 0; j < columns.size(); j++) {
      int code = evidence.codes()[j];
      if (code >= 0) {
        seed = mix(seed + parameters.names.get(j).hashCode());
        seed = mix(seed + columns.get(j).categories().value(code).hashCode());
      }
    }
  }

  /** ln of the mean weight, given the class. */
  double log(int c) {
    draw(c);
    return logSum(0, false) - Math.log(samples);
  }

  /** By value of the column that was asked for, ln of its share in the mean weight. */
  double[] logs(int c) {
    draw(c);
    double[] logs = new double[columns.get(evidence.kept()).domain().length];
    for (int value = 0; value < logs.length; value++) {
      logs[value] = logSum(value, true) - Math.log(samples);
    }
    return logs;
  }

  private double logSum(int value, boolean ofValue) {
    double max = Double.NEGATIVE_INFINITY;
    for (int s = 0; s < samples; s++) {
      max = !ofValue || asked[s] == value ? Math.max(max, logWeights[s]) : max;
    }
    if (max == Double.NEGATIVE_INFINITY) {
      return max;
    }
    double sum = 0.0;
    for (int s = 0; s < samples; s++) {
      sum += !ofValue || asked[s] == value ? Math.exp(logWeights[s] - max) : 0.0;
    }
    return max + Math.log(sum);
  }

  private void draw(int c) {
    state = seed;
    int[] codes = evidence.codes();
    int[] before = codes.clone();
    for (int s = 0; s < samples; s++) {
      product.reset();
      for (int column : structure.order()) {
        Family family = structure.families()[column];
        if (evidence.isSummed(column)) {
          draw(family, c, s);
        } else if (evidence.matters(column)) {
          product.multiply(parameters.probability(family, c, codes, values));
        }
      }
      if (structure.classTable() >= 0) {
        product.multiply(parameters.classProbability(c, codes, values));
      }
      logWeights[s] = product.log();
    }
    System.arraycopy(before, 0, codes, 0, codes.length);
  }

  /* One random number per column, so all classes see the same ones. */
  private void draw(Family family, int c, int sample) {
    int column = family.child();
    int[] codes = evidence.codes();
    int[] domain = columns.get(column).domain();
    if (probabilities.length < domain.length) {
      probabilities = new double[domain.length * 2];
    }
    double sum = 0.0;
    for (int i = 0; i < domain.length; i++) {
      codes[column] = domain[i];
      sum += parameters.probability(family, c, codes, values);
      probabilities[i] = sum;
    }
    double point = nextDouble() * sum;
    int drawn = 0;
    while (drawn < domain.length - 1 && probabilities[drawn] <= point) {
      drawn++;
    }
    codes[column] = domain[drawn];
    if (column == evidence.kept()) {
      asked[sample] = drawn;
    }
  }

  private double nextDouble() {
    state += 0x9E3779B97F4A7C15L;
    return (mix(state) >>> 11) * 0x1p-53;
  }

  /* The finalizer of SplitMix64. */
  private static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
