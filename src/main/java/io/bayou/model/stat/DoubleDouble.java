package io.bayou.model.stat;

/**
 * Numbers kept as an unevaluated sum of two doubles, one after the other in an array: about twice
 * the digits of a double, for running means that must not round.
 */
final class DoubleDouble {
  private DoubleDouble() {}

  /** Adds a step to the number at this offset. */
  static void add(double[] s, int offset, double step) {
    // Knuth's two-sum: the second double takes the part of the step that the first cannot hold.
    double high = s[offset];
    double sum = high + step;
    double part = sum - high;
    double low = s[offset + 1] + ((high - (sum - part)) + (step - part));
    double rounded = sum + low;
    s[offset] = rounded;
    s[offset + 1] = low - (rounded - sum);
  }

  /**
   * Moves a mean towards an observation.
   *
   * @param delta distance of the observation from the mean
   * @param share of the observation in the total weight, itself included
   */
  static void moveMean(double[] s, int offset, double x, double delta, double share) {
    if (share == 1.0) { // former observations must leave no rounding
      s[offset] = x;
      s[offset + 1] = 0.0;
    } else {
      add(s, offset, delta * share);
    }
  }

  /** Distance of a value from the number at this offset, without the rounding of the latter. */
  static double distance(double x, double[] s, int offset) {
    return (x - s[offset]) - s[offset + 1];
  }

  /** The difference of two numbers. */
  static double difference(double[] a, int offsetA, double[] b, int offsetB) {
    return (a[offsetA] - b[offsetB]) + (a[offsetA + 1] - b[offsetB + 1]);
  }
}
