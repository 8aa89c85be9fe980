package io.bayou.model.forest;

/**
 * How probable each of two hypotheses is by the difference of their logarithms, from a table:
 * exponential and logarithm of every node that an event passes would take most of the time.
 *
 * <p>The functions are ln(1 + e^-x) and its slope 1 / (1 + e^x), for x of at least 0. Between the
 * points of the table, five terms of Taylor's series are exact to the last digits.
 */
final class OneOfTwo {
  /** Beyond this difference of logarithms the smaller number does not change a sum. */
  static final double NEGLIGIBLE = 40.0;

  private static final int STEPS = 64; // per unit
  private static final double[] TABLE = table(); // by step, function and slope

  private OneOfTwo() {}

  private static double[] table() {
    int size = (int) (NEGLIGIBLE * STEPS) + 1;
    double[] table = new double[2 * size];
    for (int i = 0; i < size; i++) {
      double ratio = Math.exp(-(double) i / STEPS);
      table[2 * i] = Math.log1p(ratio);
      table[2 * i + 1] = ratio / (1.0 + ratio);
    }
    return table;
  }

  /** ln(1 + e^-x), for x up to {@link #NEGLIGIBLE}. */
  static double logOfSum(double x) {
    int i = step(x);
    double h = x - (double) i / STEPS;
    double q = TABLE[2 * i + 1];
    double r = q * (1.0 - q);
    double d = 1.0 - 2.0 * q;
    double square = h * h;
    // In pairs, not one after the other: what follows has to wait for the result.
    double low = q - h * (0.5 * r);
    double middle = r * (d * (1.0 / 6.0) - h * ((1.0 - 6.0 * r) * (1.0 / 24.0)));
    double high = r * d * (1.0 - 12.0 * r) * (1.0 / 120.0);
    return TABLE[2 * i] - h * (low + square * (middle + square * high));
  }

  /** The probability 1 / (1 + e^x) of the one that is behind, for x up to {@link #NEGLIGIBLE}. */
  static double ofSmaller(double x) {
    int i = step(x);
    double h = x - (double) i / STEPS;
    double q = TABLE[2 * i + 1];
    double r = q * (1.0 - q);
    double d = 1.0 - 2.0 * q;
    double fifth = (1.0 - 30.0 * r + 120.0 * r * r) * (-1.0 / 120.0);
    double fourth = d * (1.0 - 12.0 * r) * (1.0 / 24.0) + h * fifth;
    double second = d * 0.5 + h * ((1.0 - 6.0 * r) * (-1.0 / 6.0) + h * fourth);
    return q - h * r * (1.0 - h * second);
  }

  private static int step(double x) {
    return (int) (x * STEPS + 0.5);
  }
}
