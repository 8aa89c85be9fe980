package io.bayou.model.stat;

import java.util.List;

/**
 * Where the latest tokens are in a vocabulary, by the hash that a string keeps. A guess is checked
 * before it is used, so that any thread may add one, and some may be lost.
 */
final class StringGuesses {
  /* Strings of equal hashes, which senders can choose, must not make a search long. */
  private static final int MAX_STEPS = 4;

  private static final int GOLDEN = 0x9E3779B9; // 2^32 divided by the golden ratio

  private final long[] guesses; // the hash of a string, then 1 + its number; 0 if there is none
  private final int mask;
  private final int shift;

  /**
   * @param tokens how many there are, a power of two
   */
  StringGuesses(int tokens) {
    guesses = new long[2 * tokens];
    mask = guesses.length - 1;
    shift = Integer.numberOfLeadingZeros(mask);
  }

  /**
   * The number of a token, or -1 if it is not known here.
   *
   * @param tokens by number
   */
  int find(String token, String[] tokens) {
    int place = place(token.hashCode());
    for (int step = 0; step < MAX_STEPS; step++) {
      long guess = guesses[(place + step) & mask];
      if (guess == 0) {
        return -1;
      }
      if (isGuess(guess, token, tokens)) {
        return (int) guess - 1;
      }
    }
    return -1;
  }

  private static boolean isGuess(long guess, String token, String[] tokens) {
    int id = (int) guess - 1;
    int hash = (int) (guess >>> Integer.SIZE);
    return hash == token.hashCode() && id >= 0 && token.equals(tokens[id]);
  }

  /**
   * As {@link #find} for many tokens, but -1 also for some that are known here. The first loop only
   * fetches, so that all tokens wait for memory at the same time.
   *
   * @param fetched scratch space
   * @param numbers the result
   */
  void find(List<String> wanted, String[] tokens, long[] fetched, int[] numbers) {
    int size = wanted.size();
    for (int i = 0; i < size; i++) {
      fetched[i] = guesses[place(wanted.get(i).hashCode())];
    }
    for (int i = 0; i < size; i++) {
      numbers[i] = isGuess(fetched[i], wanted.get(i), tokens) ? (int) fetched[i] - 1 : -1;
    }
  }

  /* Hashes of similar strings are close together: the product spreads them. */
  private int place(int hash) {
    return (hash * GOLDEN) >>> shift;
  }

  void put(String token, int id) {
    int hash = token.hashCode();
    int place = place(hash);
    int at = place;
    for (int step = 0; step < MAX_STEPS; step++) {
      if (guesses[(place + step) & mask] == 0) {
        at = (place + step) & mask;
        break;
      }
    }
    guesses[at] = ((long) hash << Integer.SIZE) | (id + 1);
  }

  /** Forgets a number that is no longer that of a token. */
  void remove(String token, int id) {
    int place = place(token.hashCode());
    for (int step = 0; step < MAX_STEPS; step++) {
      int at = (place + step) & mask;
      if ((int) guesses[at] == id + 1) {
        guesses[at] = 0;
      }
    }
  }
}
