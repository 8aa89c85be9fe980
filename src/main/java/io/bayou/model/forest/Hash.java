package io.bayou.model.forest;

import io.bayou.model.stat.TokenHash;

/** The randomness of a forest: functions of the seed and what they are for, never of the order. */
final class Hash {
  private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;

  private static final double SQRT_HALF = 0.7071067811865476;
  private static final double LN_2 = 0.6931471805599453;

  /** The exponent from which on terms of the series do not count: 0.18^23 is below 1e-17. */
  private static final int LAST_TERM = 23;

  private Hash() {}

  /** The finalizer of SplitMix64: each bit of the result depends on each of the value. */
  static long mix(long value) {
    long h = (value ^ (value >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return h ^ (h >>> 31);
  }

  static long mix(long one, long other) {
    return mix(mix(one + GAMMA) ^ (other * GAMMA));
  }

  /** The hash of a name or value: the same in every process and version. */
  static long text(String text) {
    return TokenHash.stable(text);
  }

  /** A number between 0 and 1, without either, for one of several purposes. */
  static double uniform(long hash, int purpose) {
    return ((mix(hash, purpose) >>> 12) + 0.5) * 0x1p-52;
  }

  /** A number above 0 with the standard exponential distribution. */
  static double exponential(long hash, int purpose) {
    return -log(uniform(hash, purpose));
  }

  /*
   * The logarithm of a number between 0 and 1. Of additions, multiplications and divisions only:
   * they give the same bits in every language, which no library promises for its logarithms.
   */
  static double log(double number) {
    double m = number;
    int doublings = 0;
    while (m < SQRT_HALF) {
      m *= 2.0;
      doublings++;
    }
    double s = (m - 1.0) / (m + 1.0);
    double square = s * s;
    double series = 0.0;
    for (int k = LAST_TERM; k > 0; k -= 2) {
      series = series * square + 1.0 / k;
    }
    return 2.0 * s * series - doublings * LN_2;
  }
}
