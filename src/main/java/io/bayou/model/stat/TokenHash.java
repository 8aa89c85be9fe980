package io.bayou.model.stat;

import java.security.SecureRandom;

/** Hashes of tokens. */
public final class TokenHash {
  /* Senders of events choose the tokens. With a secret key they cannot make them collide in a
   * table. Nothing that is learned or predicted depends on the key. */
  private static final long SECRET = new SecureRandom().nextLong();

  private static final long START = 0xCBF2_9CE4_8422_2325L;
  private static final long PRIME = 0x100_0000_01B3L;

  private TokenHash() {}

  /** The same in every process and version: rows and hashed features depend on it. */
  public static long stable(CharSequence token) {
    return hash(token, START);
  }

  /** For tables in memory; different in every process. */
  static long secret(CharSequence token) {
    return hash(token, SECRET);
  }

  /* FNV-1a with a shift, so that the upper bits of the key reach the lower ones, and the finalizer
   * of SplitMix64. */
  private static long hash(CharSequence token, long start) {
    long h = start;
    for (int i = 0; i < token.length(); i++) {
      h = (h ^ token.charAt(i)) * PRIME;
      h ^= h >>> 32;
    }
    h = (h ^ (h >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return h ^ (h >>> 31);
  }
}
