package io.bayou.model.stat;

/**
 * Numbers of tokens by key, in one flat array: the code of the token if it has one, a hash
 * otherwise. Only a token without a code is compared with strings, and only with those of equal
 * hash.
 */
final class TokenTable {
  /* Senders of events choose the tokens. With a secret they cannot make them meet in one place.
   * Nothing that is learned or predicted depends on it. */
  private static final long SECRET = TokenHash.secret("") | 1;

  private static final int MIN_PLACES = 32;

  /* By place, the key and the number of a token; the key is 0 where there is none. */
  private long[] cells = new long[2 * MIN_PLACES];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(MIN_PLACES);
  private int size;

  /** The key of a token: positive if it says which token it is. */
  static long key(CharSequence token) {
    long code = WordCode.of(token);
    return code > 0 ? code : TokenHash.secret(token) | Long.MIN_VALUE;
  }

  /** The number of the word with this code, or -1. */
  int find(long code) {
    long[] table = cells;
    int at = place(code);
    while (table[at] != code) {
      if (table[at] == 0) {
        return -1;
      }
      at = (at + 2) & (table.length - 1);
    }
    return (int) table[at + 1];
  }

  /**
   * As {@link #find(long)}, for many words. The first loop only fetches, so that all words wait for
   * memory at the same time.
   */
  void find(long[] codes, int size, long[] fetched, int[] ids) {
    long[] table = cells;
    for (int i = 0; i < size; i++) {
      int at = place(codes[i]);
      fetched[i] = table[at];
      ids[i] = (int) table[at + 1];
    }
    for (int i = 0; i < size; i++) {
      if (fetched[i] != codes[i]) {
        ids[i] = fetched[i] == 0 ? -1 : find(codes[i]);
      }
    }
  }

  /**
   * The number of a token, or -1.
   *
   * @param tokens by number
   */
  int find(long key, CharSequence token, String[] tokens) {
    if (key > 0) {
      return find(key);
    }
    int at = place(key);
    while (cells[at] != 0) {
      int id = (int) cells[at + 1];
      if (cells[at] == key && tokens[id].contentEquals(token)) {
        return id;
      }
      at = next(at);
    }
    return -1;
  }

  /** Adds a token that is not there. */
  void add(long key, int id) {
    if (++size > cells.length / 2 * 5 / 8) {
      grow();
    }
    put(key, id);
  }

  private void put(long key, long id) {
    int at = place(key);
    while (cells[at] != 0) {
      at = next(at);
    }
    cells[at] = key;
    cells[at + 1] = id;
  }

  /** Removes a token that is there; moves later ones up so that no gap ends a search too early. */
  void remove(long key, int id) {
    int gap = place(key);
    while (cells[gap] != key || cells[gap + 1] != id) {
      gap = next(gap);
    }
    size--;
    for (int at = next(gap); cells[at] != 0; at = next(at)) {
      int distance = (at - place(cells[at])) & (cells.length - 1);
      if (distance >= ((at - gap) & (cells.length - 1))) {
        cells[gap] = cells[at];
        cells[gap + 1] = cells[at + 1];
        gap = at;
      }
    }
    cells[gap] = 0;
  }

  private void grow() {
    long[] former = cells;
    cells = new long[former.length * 2];
    shift--;
    for (int at = 0; at < former.length; at += 2) {
      if (former[at] != 0) {
        put(former[at], former[at + 1]);
      }
    }
  }

  private int next(int at) {
    return (at + 2) & (cells.length - 1);
  }

  /* Each product spreads the key over the upper bits. */
  private int place(long key) {
    long h = (key ^ (key >>> 32)) * SECRET;
    h = (h ^ (h >>> 29)) * SECRET;
    return (int) (h >>> shift) << 1;
  }
}
