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
  private final TokenTable table = new TokenTable();
  private StringGuesses strings = new StringGuesses(16);
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
    return token instanceof String string ? guess(string) : known(lookUp(token));
  }

  /** As {@link #find(CharSequence)}, by the {@link WordCode} of the token. */
  public int find(long code) {
    return known(table.find(code));
  }

  /**
   * As {@link #find(CharSequence)}, for many tokens at once.
   *
   * @param fetched scratch space
   * @param ids the result
   */
  public void find(List<String> wanted, long[] fetched, int[] ids) {
    strings.find(wanted, tokens, fetched, ids);
    for (int i = 0; i < wanted.size(); i++) {
      if (ids[i] < 0) {
        ids[i] = guess(wanted.get(i));
      }
    }
  }

  /**
   * As {@link #find(long)}, for many words at once.
   *
   * @param fetched scratch space
   * @param ids the result
   */
  public void find(long[] codes, int size, long[] fetched, int[] ids) {
    table.find(codes, size, fetched, ids);
    for (int i = 0; i < size; i++) {
      ids[i] = known(ids[i]);
    }
  }

  private int known(int id) {
    return id >= 0 && (id < declared || holders[id] > 0) ? id : -1;
  }

  /* Tokens of events are mostly the very strings that came before: they are found without going
   * through their characters. */
  private int guess(String token) {
    int id = strings.find(token, tokens);
    if (id < 0) {
      id = known(lookUp(token));
      if (id >= 0) {
        strings.put(token, id);
      }
    }
    return id;
  }

  private int lookUp(CharSequence token) {
    return table.find(TokenTable.key(token), token, tokens);
  }

  /** The number of a token; a new one gets a free number and must be held soon. */
  public int open(CharSequence token) {
    return open(token, -1);
  }

  @Override
  public int open(CharSequence token, int bucket) {
    long key = TokenTable.key(token);
    int id = table.find(key, token, tokens);
    return id >= 0 ? id : add(token.toString(), key, bucket < 0 ? buckets.next() : bucket);
  }

  @Override
  public void hold(int id, int bucket) {
    if (holders[id]++ == 0 && id >= declared) {
      known++;
      strings.put(tokens[id], id);
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

  private int add(String token, long key, int bucket) {
    if (freeSize == 0 && size == tokens.length) {
      grow();
    }
    int id = freeSize > 0 ? free[--freeSize] : size++;
    tokens[id] = token;
    table.add(key, id);
    buckets.add(id, bucket);
    revision++;
    return id;
  }

  private void remove(int id) {
    table.remove(TokenTable.key(tokens[id]), id);
    strings.remove(tokens[id], id);
    buckets.remove(id);
    tokens[id] = null;
    if (freeSize == free.length) {
      free = Arrays.copyOf(free, freeSize * 2);
    }
    free[freeSize++] = id;
    revision++;
  }

  private void grow() {
    int capacity = tokens.length * 2;
    tokens = Arrays.copyOf(tokens, capacity);
    holders = Arrays.copyOf(holders, capacity);
    strings = new StringGuesses(capacity);
    for (int id = 0; id < size; id++) {
      if (known(id) >= 0) {
        strings.put(tokens[id], id);
      }
    }
  }
}
