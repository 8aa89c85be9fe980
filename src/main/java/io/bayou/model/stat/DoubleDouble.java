package io.bayou.model.stat;

/**
 * Numbers kept as an unevaluated sum of two doubles, one after the other in an array: about twice
 * the digits of a double, for running means that must not round.
 */
final class DoubleDouble {
  private DoubleDouble() {}

  /** Adds a step to the number at this place. */
  static void add(double[] s, int at, double step) {
    // Knuth's two-sum: the part of the step that does not fit into the first goes to the second.
    double high = s[at];
    double sum = high + step;
    double part = sum - high;
    double low = s[at + 1] + ((high - (sum - part)) + (step - part));
    double rounded = sum + low;
    s[at] = rounded;
    s[at + 1] = low - (rounded - sum);
  }

  /**
   * Moves a mean towards an observation.
   *
   * @param delta how far it is from there
   * @param share what the observation has of the weight, itself included
   */
  static void moveMean(double[] s, int at, double x, double delta, double share) {
    if (share == 1.0) { // all of it, as far as digits go: what was before must leave no rounding
      s[at] = x;
      s[at + 1] = 0.0;
    } else {
      add(s, at, delta * share);
    }
  }

  /** How far a value lies from the number at this place, without the rounding of the latter. */
  static double distance(double x, double[] s, int at) {
    return (x - s[at]) - s[at + 1];
  }

  /** The number at one place less the number at another. */
  static double difference(double[] a, int atA, double[] b, int atB) {
    return (a[atA] - b[atB]) + (a[atA + 1] - b[atB + 1]);
  }
}
