package io.bayou.model.stat;

/**
 * How often each token of one text feature occurred in one class. The total includes occurrences of
 * evicted tokens.
 */
public final class TokenCounts extends BucketCounts {
  public TokenCounts(Vocabulary vocabulary) {
    super(vocabulary, 0, 0);
  }

  /** Adds occurrences of any tokens to the total. */
  public void addTotal(double w) {
    setTotal(total() + w);
  }

  /** Adds occurrences of a token, but not to the total. */
  public void add(int id, double w) {
    put(id, units(id) + toUnits(w), -1);
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
