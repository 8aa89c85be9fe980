package io.bayou.model.forest;

import java.util.Arrays;

/**
 * The probability that a leaf gives to the labels it has seen: each label by the share of its class
 * among those before, with a pseudo-count of one, divided among all classes. For two classes this
 * is the estimator of Krichevsky and Trofimov. It is a function of the counts, not of their order.
 */
final class LeafEvidence {
  private static final int TABLE = 1 << 14;

  /** From here on, Stirling's series is exact to the last digits. */
  private static final double LARGE = 10.0;

  private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2.0 * Math.PI);

  /** ln Gamma(n + 1) */
  private static final double[] OF_ALL = new double[TABLE];

  static {
    Arrays.setAll(OF_ALL, n -> logGamma(n + 1.0));
  }

  private final int classes;
  private final double pseudoCount;
  private final double logGammaOfPseudoCount;
  private final double[] ofClass = new double[TABLE]; // ln Gamma(n + pseudoCount), less that of 0

  LeafEvidence(int classes) {
    this.classes = classes;
    pseudoCount = 1.0 / classes;
    logGammaOfPseudoCount = logGamma(pseudoCount);
    for (int n = 1; n < TABLE; n++) {
      ofClass[n] = logGamma(n + pseudoCount) - logGammaOfPseudoCount;
    }
  }

  int classes() {
    return classes;
  }

  /** The pseudo-count of each class. */
  double pseudoCount() {
    return pseudoCount;
  }

  /**
   * The logarithm of the probability of the labels.
   *
   * @param counts has those of the classes from an index on
   * @param total their sum
   */
  double logProbability(double[] counts, int from, double total) {
    if (!(total < TABLE) || total != (int) total) {
      return ofAnyCounts(counts, from, total);
    }
    double sum = -OF_ALL[(int) total];
    for (int c = from; c < from + classes; c++) {
      int count = (int) counts[c];
      if (counts[c] != count) {
        return ofAnyCounts(counts, from, total);
      }
      sum += ofClass[count];
    }
    return sum;
  }

  /** As {@link #logProbability}, to the last bit, of whole counts. */
  double ofWholeCounts(double[] counts, int from, double total) {
    if (!(total < TABLE)) {
      return ofAnyCounts(counts, from, total);
    }
    double sum = -OF_ALL[(int) total];
    for (int c = from; c < from + classes; c++) {
      sum += ofClass[(int) counts[c]];
    }
    return sum;
  }

  /* ln Gamma(z) is z ln z - z and a small rest. Of the large parts only their difference is
   * calculated, so that nothing cancels. */
  private double ofAnyCounts(double[] counts, int from, double total) {
    double all = total + 1.0;
    double logAll = Math.log(all);
    double sum = -rest(all);
    for (int c = from; c < from + classes; c++) {
      if (counts[c] == 0.0) {
        sum += pseudoCount * (1.0 - logAll);
      } else {
        double z = counts[c] + pseudoCount;
        sum += z * Math.log(z / all) + rest(z) - logGammaOfPseudoCount;
      }
    }
    return sum;
  }

  private static double logGamma(double z) {
    return z * Math.log(z) - z + rest(z);
  }

  /* ln Gamma(z) - (z ln z - z) */
  private static double rest(double z) {
    if (z >= LARGE) {
      double r = 1.0 / z;
      double r2 = r * r;
      double series = r * (1.0 / 12.0 - r2 * (1.0 / 360.0 - r2 * (1.0 / 1260.0 - r2 / 1680.0)));
      return HALF_LOG_TWO_PI - 0.5 * Math.log(z) + series;
    }
    double product = 1.0;
    double x = z;
    while (x < LARGE) {
      product *= x;
      x += 1.0;
    }
    return x * Math.log(x) - x + rest(x) - Math.log(product) - (z * Math.log(z) - z);
  }
}
