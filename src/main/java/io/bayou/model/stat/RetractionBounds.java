package io.bayou.model.stat;

import io.bayou.model.Features;

/**
 * Bounds of sums over numbers up to {@link Features#MAX_NUMBER}. Adding and merging never exceed
 * them. Retracting what was never added would, a little more each time, until a sum overflows. So
 * only retraction applies these bounds.
 */
final class RetractionBounds {
  /** A weight that retraction reduces to this share is rounding residue. */
  private static final double NOTHING = 1e-12;

  private static final double MAX_SQUARE = Features.MAX_NUMBER * Features.MAX_NUMBER;

  private RetractionBounds() {}

  /** Whether retraction left nothing of a weight. */
  static boolean isNothing(double rest, double before) {
    return rest <= before * NOTHING || rest < Decay.FORGOTTEN;
  }

  /** A sum of squared deviations. */
  static double squares(double sum, double weight) {
    return Math.max(0.0, Math.min(sum, weight * MAX_SQUARE));
  }

  /** A sum of products of deviations. */
  static double products(double sum, double weight) {
    double max = weight * MAX_SQUARE;
    return Math.max(-max, Math.min(sum, max));
  }

  /** Bounds the mean at this offset, kept as two doubles. */
  static void boundMean(double[] s, int offset) {
    if (Math.abs(s[offset]) > Features.MAX_NUMBER) {
      s[offset] = Math.copySign(Features.MAX_NUMBER, s[offset]);
      s[offset + 1] = 0.0;
    }
  }
}
