package io.bayou.model.stat;

import java.util.Arrays;
import java.util.List;

/**
 * The tokens of one text feature, numbered, with how many classes hold each. A token that no class
 * holds any longer is gone at once, and its number goes to another.
 *
 * <p>Tokens are kept in buckets by their hash, in token order within each: an order that does not
 * depend on how the tokens came.
 */
public final class Vocabulary {
  public static final int BUCKETS = 256;

  private static final int[] NONE = {};

  private final int declared;
  private String[] tokens = new String[16];
  private int[] holders = new int[16];
  private byte[] buckets = new byte[16];
  private int[] next = new int[16]; // in the chain of the same hash
  private int[] heads = new int[32];
  private int[] free = new int[16];
  private int freeSize;
  private int size;
  private int known;
  private int revision;
  private final int[][] members = new int[BUCKETS][];
  private final int[] memberCount = new int[BUCKETS];

  /**
   * @param declared tokens that are known from the start and for ever
   */
  public Vocabulary(List<String> declared) {
    this.declared = declared.size();
    Arrays.fill(heads, -1);
    Arrays.fill(members, NONE);
    declared.forEach(this::open);
    known = this.declared;
  }

  /** How many tokens are declared or held by some class. */
  public int known() {
    return known;
  }

  /** Numbers are below this. */
  public int capacity() {
    return tokens.length;
  }

  /** Changes whenever a number gets or loses its token. */
  public int revision() {
    return revision;
  }

  public String token(int id) {
    return tokens[id];
  }

  public boolean isDeclared(int id) {
    return id < declared;
  }

  /** How many tokens there are in a bucket. */
  public int size(int bucket) {
    return memberCount[bucket];
  }

  /** The i-th token of a bucket, in token order. */
  public int member(int bucket, int i) {
    return members[bucket][i];
  }

  int bucket(int id) {
    return buckets[id] & 0xFF;
  }

  static int bucketOf(CharSequence token) {
    return (int) (TokenHash.stable(token) >>> 56);
  }

  /** The number of a known token, or -1. */
  public int find(CharSequence token) {
    int id = lookUp(token, TokenHash.secret(token));
    return id >= 0 && (id < declared || holders[id] > 0) ? id : -1;
  }

  /** The number of a token; a new one gets a free number and must be held soon. */
  public int open(CharSequence token) {
    long hash = TokenHash.secret(token);
    int id = lookUp(token, hash);
    return id >= 0 ? id : add(token.toString(), hash);
  }

  /** Keeps a token until it is released as often as it was held. */
  public void hold(int id) {
    if (holders[id]++ == 0 && id >= declared) {
      known++;
    }
  }

  /** Forgets a token that nobody holds any longer. */
  public void release(int id) {
    if (--holders[id] == 0 && id >= declared) {
      known--;
      remove(id);
    }
  }

  private int lookUp(CharSequence token, long hash) {
    int id = heads[(int) hash & (heads.length - 1)];
    while (id >= 0 && !tokens[id].contentEquals(token)) {
      id = next[id];
    }
    return id;
  }

  private int add(String token, long hash) {
    if (freeSize == 0 && size == tokens.length) {
      grow();
    }
    int id = freeSize > 0 ? free[--freeSize] : size++;
    tokens[id] = token;
    link(id, hash);
    int bucket = bucketOf(token);
    buckets[id] = (byte) bucket;
    int at = -place(bucket, token) - 1;
    int count = memberCount[bucket]++;
    if (count == members[bucket].length) {
      members[bucket] = Arrays.copyOf(members[bucket], 4 + count + count / 2);
    }
    System.arraycopy(members[bucket], at, members[bucket], at + 1, count - at);
    members[bucket][at] = id;
    revision++;
    return id;
  }

  private void remove(int id) {
    String token = tokens[id];
    unlink(id, TokenHash.secret(token));
    int bucket = bucket(id);
    int at = place(bucket, token);
    int rest = --memberCount[bucket] - at;
    System.arraycopy(members[bucket], at + 1, members[bucket], at, rest);
    tokens[id] = null;
    if (freeSize == free.length) {
      free = Arrays.copyOf(free, freeSize * 2);
    }
    free[freeSize++] = id;
    revision++;
  }

  /* Binary search for a token in its bucket. */
  private int place(int bucket, String token) {
    int low = 0;
    int high = memberCount[bucket] - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = tokens[members[bucket][middle]].compareTo(token);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  private void link(int id, long hash) {
    int slot = (int) hash & (heads.length - 1);
    next[id] = heads[slot];
    heads[slot] = id;
  }

  private void unlink(int id, long hash) {
    int slot = (int) hash & (heads.length - 1);
    if (heads[slot] == id) {
      heads[slot] = next[id];
      return;
    }
    int before = heads[slot];
    while (next[before] != id) {
      before = next[before];
    }
    next[before] = next[id];
  }

  private void grow() {
    int capacity = tokens.length * 2;
    tokens = Arrays.copyOf(tokens, capacity);
    holders = Arrays.copyOf(holders, capacity);
    buckets = Arrays.copyOf(buckets, capacity);
    next = Arrays.copyOf(next, capacity);
    heads = new int[capacity * 2];
    Arrays.fill(heads, -1);
    for (int id = 0; id < size; id++) {
      if (tokens[id] != null) {
        link(id, TokenHash.secret(tokens[id]));
      }
    }
  }
}
