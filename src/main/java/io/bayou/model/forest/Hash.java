package io.bayou.model.forest;

import io.bayou.model.stat.TokenHash;

/** The randomness of a forest: functions of the seed and what they are for, never of the order. */
final class Hash {
  private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;

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
}
