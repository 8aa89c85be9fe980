package io.bayou.model.stat;

import java.util.Arrays;

/**
 * Removes the lightest tokens from a full vocabulary. Of equal ones it takes those in neighboring
 * buckets, so that few rows change. The first bucket is drawn by a hash of what was counted so far:
 * the same for the same log, and neither always the oldest tokens nor the newest.
 */
public final class Eviction {
  /** A full vocabulary loses one token in this many at once. */
  private static final int EVICTED_SHARE = 8;

  /** Spreads similar numbers: 2^64 divided by the golden ratio. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The tokens of a feature. */
  public interface Tokens {
    boolean isEvictable(int id);

    double weight(int id);

    /** How much was counted, of tokens that were given up as well. */
    double counted();

    /** Forgets a token; no class holds it afterwards. */
    void evict(int id);
  }

  private final Vocabulary vocabulary;
  private final Tokens tokens;

  public Eviction(Vocabulary vocabulary, Tokens tokens) {
    this.vocabulary = vocabulary;
    this.tokens = tokens;
  }

  /**
   * Makes room for more tokens. Evicts some more than needed, because every call scans all tokens.
   *
   * @return how many tokens were evicted
   */
  public int makeRoom(int more, int limit) {
    int excess = vocabulary.known() + more - limit;
    return excess > 0 ? evict(Math.max(excess, limit / EVICTED_SHARE)) : 0;
  }

  /**
   * Evicts the tokens beyond the limit.
   *
   * @return how many tokens were evicted
   */
  public int cutBack(int limit) {
    int excess = vocabulary.known() - limit;
    return excess > 0 ? evict(excess) : 0;
  }

  private int evict(int wanted) {
    double[] weights = new double[vocabulary.known()];
    int candidates = 0;
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        int id = vocabulary.member(b, i);
        if (tokens.isEvictable(id)) {
          weights[candidates++] = tokens.weight(id);
        }
      }
    }
    int evicted = Math.min(wanted, candidates);
    if (evicted > 0) {
      Arrays.sort(weights, 0, candidates);
      double threshold = weights[evicted - 1];
      int below = 0;
      while (weights[below] < threshold) {
        below++;
      }
      evictUpTo(threshold, evicted - below);
    }
    return evicted;
  }

  private void evictUpTo(double threshold, int equalOnes) {
    int rest = equalOnes;
    int buckets = vocabulary.buckets(); // fewer when the last one becomes empty
    int start = draw(buckets);
    for (int k = 0; k < buckets; k++) {
      int b = (start + k) % buckets;
      int i = 0;
      while (i < vocabulary.size(b)) {
        int id = vocabulary.member(b, i);
        double weight = tokens.isEvictable(id) ? tokens.weight(id) : Double.POSITIVE_INFINITY;
        if (weight < threshold || (weight == threshold && rest-- > 0)) {
          tokens.evict(id);
        } else {
          i++; // otherwise the next one has moved up
        }
      }
    }
  }

  /* Two rounds of mixing: totals are often whole numbers, which differ in few bits. */
  private int draw(int bound) {
    long bits = Double.doubleToLongBits(tokens.counted());
    bits = (bits ^ (bits >>> 32)) * GOLDEN;
    bits = (bits ^ (bits >>> 29)) * GOLDEN;
    return (int) Long.remainderUnsigned(bits ^ (bits >>> 32), bound);
  }

  /**
   * Gives up the tokens that have come to this bucket from another one: what is known of them is
   * out of date.
   *
   * @throws IllegalStateException if a token cannot have moved
   */
  public void giveUpMoved(int bucket, TokenBucket into) {
    for (int i = 0; i < into.size(); i++) {
      int id = vocabulary.find(into.token(i));
      if (id >= 0 && vocabulary.bucket(id) != bucket) {
        if (vocabulary.isDeclared(id)) {
          throw new IllegalStateException(
              "token '" + into.token(i) + "' does not belong to bucket " + bucket + " of a row");
        }
        tokens.evict(id);
      }
    }
  }
}
