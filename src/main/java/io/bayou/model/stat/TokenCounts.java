package io.bayou.model.stat;

/**
 * How often each token of one text feature occurred in one class. The total includes occurrences of
 * evicted tokens.
 */
public final class TokenCounts extends BucketCounts {
  /* Sums of whole numbers up to here are exact in any order. */
  private static final double MAX_EXACT = 1L << 53;

  private final Vocabulary vocabulary;

  public TokenCounts(Vocabulary vocabulary) {
    super(vocabulary, 0, 0);
    this.vocabulary = vocabulary;
  }

  /** Adds occurrences of any tokens to the total. */
  public void addTotal(double w) {
    setTotal(total() + w);
  }

  /** Adds occurrences of a token, but not to the total. */
  public void add(int id, double w) {
    double[] cells = cells();
    if (id < cells.length && cells[id] > 0.0) {
      increase(id, toUnits(w), vocabulary.bucket(id));
    } else {
      put(id, toUnits(w), -1);
    }
  }

  /**
   * Multiplies by the counts of some tokens, each with a pseudo-count and as often as it occurs.
   *
   * @param unit the factor from units to counts
   */
  public void multiply(
      LogProduct product, int size, int[] ids, int[] times, double unit, double[] pseudo) {
    double[] cells = cells();
    for (int i = 0; i < size; i++) {
      double units = ids[i] < cells.length ? cells[ids[i]] : 0.0;
      product.multiply(units * unit + pseudo[i], times[i]);
    }
  }

  public void retractTotal(double w) {
    setTotal(total() - w > total() * RESIDUE ? total() - w : 0.0);
  }

  /** Takes back occurrences that were added with the same weight. */
  public void retract(int id, double w) {
    double before = units(id);
    if (before > 0.0) {
      double rest = before - toUnits(w);
      put(id, rest > before * RESIDUE ? rest : 0.0, -1);
    }
  }

  /**
   * Takes counts away and adds others, in units.
   *
   * @return false if the result would not be exact: something is left half done
   */
  public boolean exchange(TokenBucket before, TokenBucket after) {
    int i = 0;
    int j = 0;
    boolean exact = true;
    while (exact && (i < before.size() || j < after.size())) {
      int order = TokenBucket.order(before, i, after, j);
      double less = order <= 0 ? before.units(i) : 0.0;
      double more = order >= 0 ? after.units(j) : 0.0;
      if (less != more) {
        exact = exchange(order <= 0 ? before.token(i) : after.token(j), less, more);
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return exact;
  }

  private boolean exchange(String token, double less, double more) {
    int id = vocabulary.open(token);
    double sum = units(id) - less + more;
    put(id, Math.max(0.0, sum), -1);
    return isExact(less) && isExact(more) && sum >= 0.0 && sum <= MAX_EXACT;
  }

  private static boolean isExact(double count) {
    return count == Math.rint(count) && count <= MAX_EXACT;
  }

  /** Adds the counts of another class or partition, which may number its tokens differently. */
  public void merge(TokenCounts other) {
    merge(other, 1.0);
  }

  /**
   * As {@link #merge(TokenCounts)}, with the counts of the other multiplied by a factor.
   *
   * @return the factor from units of the other to own units
   */
  public double merge(TokenCounts other, double factor) {
    double ratio = ratio(other) * factor;
    setTotal(total() + other.total() * factor);
    mergeCounts(other, ratio);
    return ratio;
  }
}
