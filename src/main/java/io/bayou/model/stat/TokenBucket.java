package io.bayou.model.stat;

import io.bayou.model.StateReader;

/** The counts of one bucket of a vocabulary, as read from a row. */
public final class TokenBucket {
  public static final TokenBucket EMPTY = new TokenBucket(0);

  private final String[] tokens;
  private final double[] units;

  private TokenBucket(int size) {
    tokens = new String[size];
    units = new double[size];
  }

  /**
   * Reads what {@link TokenCounts#write} wrote.
   *
   * @throws IllegalStateException if a token has no count
   */
  public static TokenBucket read(StateReader in) {
    TokenBucket read = new TokenBucket(in.count(Integer.MAX_VALUE));
    for (int i = 0; i < read.tokens.length; i++) {
      read.tokens[i] = in.text();
      read.units[i] = in.amount();
      if (read.units[i] == 0.0) {
        throw new IllegalStateException("token '" + read.tokens[i] + "' of a row has no count");
      }
    }
    return read;
  }

  /** Whether a token comes before one of another bucket, or after it; after the last comes none. */
  static int order(TokenBucket one, int i, TokenBucket other, int j) {
    if (i == one.size() || j == other.size()) {
      return i == one.size() ? 1 : -1;
    }
    return one.tokens[i].compareTo(other.tokens[j]);
  }

  public int size() {
    return tokens.length;
  }

  public String token(int i) {
    return tokens[i];
  }

  double units(int i) {
    return units[i];
  }
}
