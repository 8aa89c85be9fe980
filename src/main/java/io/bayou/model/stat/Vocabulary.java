package io.bayou.model.stat;

import java.util.Arrays;
import java.util.List;

/**
 * The tokens of one text feature, numbered, with how many classes hold each. A token that no class
 * holds any longer is gone at once, and its number goes to another.
 *
 * <p>Tokens are kept in {@link Buckets}, in token order within each: the same log gives the same
 * order.
 */
public final class Vocabulary implements Dictionary {
  private final int declared;
  private String[] tokens = new String[16];
  private int[] holders = new int[16];
  private long[] links = new long[16]; // hash of the token, then the next one in its chain
  private int[] heads = new int[32];
  private int[] guesses = new int[32]; // by the hash that a string keeps
  private int[] free = new int[16];
  private int freeSize;
  private int size;
  private int known;
  private int revision;
  private final Buckets buckets;

  /**
   * @param declared tokens that are always known
   */
  public Vocabulary(List<String> declared) {
    buckets = new Buckets(this::token);
    this.declared = declared.size();
    Arrays.fill(heads, -1);
    declared.forEach(this::open);
    known = this.declared;
  }

  /** How many tokens are declared or held by some class. */
  public int known() {
    return known;
  }

  @Override
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

  @Override
  public String name(int id) {
    return tokens[id];
  }

  public boolean isDeclared(int id) {
    return id < declared;
  }

  @Override
  public int buckets() {
    return buckets.count();
  }

  @Override
  public int size(int bucket) {
    return buckets.size(bucket);
  }

  @Override
  public int member(int bucket, int i) {
    return buckets.member(bucket, i);
  }

  @Override
  public int bucket(int id) {
    return buckets.of(id);
  }

  /** The number of a known token, or -1. */
  public int find(CharSequence token) {
    int id = token instanceof String string ? guess(string) : lookUp(token);
    return id >= 0 && (id < declared || holders[id] > 0) ? id : -1;
  }

  /* Tokens of events are mostly the very strings that came before: they are found without going
   * through their characters. */
  private int guess(String token) {
    int guess = token.hashCode() & (guesses.length - 1);
    int id = guesses[guess];
    if (token.equals(tokens[id])) {
      return id;
    }
    id = lookUp(token);
    if (id >= 0) {
      guesses[guess] = id; // by any thread: it is checked before it is used
    }
    return id;
  }

  private int lookUp(CharSequence token) {
    return lookUp(token, hash(token));
  }

  private static int hash(CharSequence token) {
    return (int) TokenHash.secret(token);
  }

  /** The number of a token; a new one gets a free number and must be held soon. */
  public int open(CharSequence token) {
    return open(token, -1);
  }

  @Override
  public int open(CharSequence token, int bucket) {
    int hash = hash(token);
    int id = lookUp(token, hash);
    return id >= 0 ? id : add(token.toString(), hash, bucket < 0 ? buckets.next() : bucket);
  }

  @Override
  public void hold(int id, int bucket) {
    if (holders[id]++ == 0 && id >= declared) {
      known++;
    }
  }

  /** Forgets a token that nobody holds any longer. */
  @Override
  public void release(int id) {
    if (--holders[id] == 0 && id >= declared) {
      known--;
      remove(id);
    }
  }

  /* Most tokens of a chain are told apart by their hashes, without fetching their characters. */
  private int lookUp(CharSequence token, int hash) {
    int id = heads[hash & (heads.length - 1)];
    while (id >= 0 && (hashOf(id) != hash || !tokens[id].contentEquals(token))) {
      id = next(id);
    }
    return id;
  }

  private int hashOf(int id) {
    return (int) (links[id] >>> Integer.SIZE);
  }

  private int next(int id) {
    return (int) links[id];
  }

  private int add(String token, int hash, int bucket) {
    if (freeSize == 0 && size == tokens.length) {
      grow();
    }
    int id = freeSize > 0 ? free[--freeSize] : size++;
    tokens[id] = token;
    link(id, hash);
    buckets.add(id, bucket);
    revision++;
    return id;
  }

  private void remove(int id) {
    unlink(id);
    buckets.remove(id);
    tokens[id] = null;
    if (freeSize == free.length) {
      free = Arrays.copyOf(free, freeSize * 2);
    }
    free[freeSize++] = id;
    revision++;
  }

  private void link(int id, int hash) {
    int slot = hash & (heads.length - 1);
    setLink(id, hash, heads[slot]);
    heads[slot] = id;
  }

  private void setLink(int id, int hash, int next) {
    links[id] = ((long) hash << Integer.SIZE) | (next & 0xFFFF_FFFFL);
  }

  private void unlink(int id) {
    int slot = hashOf(id) & (heads.length - 1);
    if (heads[slot] == id) {
      heads[slot] = next(id);
      return;
    }
    int before = heads[slot];
    while (next(before) != id) {
      before = next(before);
    }
    setLink(before, hashOf(before), next(id));
  }

  private void grow() {
    int capacity = tokens.length * 2;
    tokens = Arrays.copyOf(tokens, capacity);
    holders = Arrays.copyOf(holders, capacity);
    links = Arrays.copyOf(links, capacity);
    heads = new int[capacity * 2];
    guesses = new int[heads.length];
    Arrays.fill(heads, -1);
    for (int id = 0; id < size; id++) {
      if (tokens[id] != null) {
        link(id, hashOf(id));
      }
    }
  }
}
