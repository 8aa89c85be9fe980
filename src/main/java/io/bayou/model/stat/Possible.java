package io.bayou.model.stat;

import io.bayou.model.Features;

/**
 * What sums over numbers up to {@link Features#MAX_NUMBER} can be. Adding and merging never leads
 * beyond; taking back what was never added would, farther each time, until a sum overflows. Only
 * what is retracted is held to these bounds: whatever was learned before is within them.
 */
final class Possible {
  /** What is left of a weight after everything was retracted is rounding, if it is this share. */
  private static final double NOTHING = 1e-12;

  private static final double LARGEST_SQUARE = Features.MAX_NUMBER * Features.MAX_NUMBER;

  private Possible() {}

  /** Whether all of a weight was taken back. */
  static boolean isNothing(double rest, double before) {
    return rest <= before * NOTHING || rest < Decay.FORGOTTEN;
  }

  /** A sum of squared deviations. */
  static double squares(double sum, double weight) {
    return Math.max(0.0, Math.min(sum, weight * LARGEST_SQUARE));
  }

  /** A sum of products of deviations. */
  static double products(double sum, double weight) {
    double most = weight * LARGEST_SQUARE;
    return Math.max(-most, Math.min(sum, most));
  }

  /** Bounds the mean at this place, kept as two doubles. */
  static void boundMean(double[] s, int at) {
    if (Math.abs(s[at]) > Features.MAX_NUMBER) {
      s[at] = Math.copySign(Features.MAX_NUMBER, s[at]);
      s[at + 1] = 0.0;
    }
  }
}
