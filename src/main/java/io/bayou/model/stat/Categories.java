package io.bayou.model.stat;

import java.util.Arrays;

/**
 * The values of one discrete feature, numbered as they appear, with the number of classes that hold
 * each. A value that no class holds any longer is unknown again; its number is reused when numbers
 * run out.
 */
public final class Categories implements Dictionary {
  /** This many numbers beyond twice the known values are given out before others are reused. */
  private static final int SLACK = 64;

  private final int declared;
  private final int limit;
  private final ValueRoom room;
  private String[] values;
  private int[] holders;
  private int[] table;
  private int[] guesses;
  private int size;
  private int known;
  private int revision;
  private int[] free = {};
  private int freeSize;
  private final Buckets buckets = // of the values that are known
      new Buckets(this::value);

  /**
   * @param declared values that are known from the start
   * @param limit how many values there may be at most
   */
  public Categories(String[] declared, int limit) {
    this(declared, limit, new ValueRoom(Integer.MAX_VALUE));
  }

  /**
   * @param declared values that are known from the start
   * @param limit how many values there may be at most
   * @param room the cells that all columns of a learner share
   */
  public Categories(String[] declared, int limit, ValueRoom room) {
    this.room = room;
    this.declared = declared.length;
    this.limit = Math.max(limit, declared.length);
    values = new String[Math.max(4, declared.length)];
    holders = new int[values.length];
    table = emptyTable(values.length);
    guesses = new int[table.length];
    for (String value : declared) {
      buckets.add(append(value), buckets.next());
    }
    known = declared.length;
    room.addColumn(known);
  }

  /** Whether a value is known, or the columns together have room for one more. */
  boolean hasRoomFor(int code) {
    return isKnown(code) || room.hasForValue();
  }

  /** How many values are declared or held by some class. */
  public int known() {
    return known;
  }

  public String value(int code) {
    return values[code];
  }

  @Override
  public String name(int code) {
    return values[code];
  }

  @Override
  public int capacity() {
    return values.length;
  }

  @Override
  public int bucket(int code) {
    return buckets.of(code);
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

  public boolean isKnown(int code) {
    return code >= 0 && (code < declared || holders[code] > 0);
  }

  /** The number of this value, or -1. */
  public int find(String value) {
    // By the hash that the string itself keeps, without going through its characters.
    int guess = value.hashCode() & (guesses.length - 1);
    int code = guesses[guess];
    if (value.equals(values[code])) {
      return code;
    }
    code = table[slotOf(value)];
    if (code >= 0) {
      guesses[guess] = code; // by any thread: it is checked before it is used
    }
    return code;
  }

  /** The number of this value; a new value gets a free one, or -1 when all are held. */
  public int open(String value) {
    int code = find(value);
    return code >= 0 ? code : openNew(value);
  }

  @Override
  public int open(CharSequence value, int bucket) {
    return open(value.toString());
  }

  private int openNew(String value) {
    if (known >= limit) {
      return -1;
    }
    if (freeSize == 0 && size >= Math.min(limit, 2 * known + SLACK)) {
      reclaim();
    }
    if (freeSize > 0) {
      return place(value, free[--freeSize]);
    }
    return size < limit ? append(value) : -1;
  }

  /**
   * As {@link #open}, beyond the limit if need be: while rows are restored one by one, new values
   * arrive before old ones are gone.
   */
  public int admit(String value) {
    int code = find(value);
    if (code < 0) {
      code = openNew(value);
    }
    return code >= 0 ? code : append(value);
  }

  /** The numbers of all values that are declared or held, in value order. */
  public int[] knownInOrder() {
    int[] codes = new int[known];
    for (int code = 0, i = 0; i < known; code++) {
      if (isKnown(code)) {
        codes[i++] = code;
      }
    }
    return inOrder(codes);
  }

  /* Through the table: sorting numbers by their values would box them. */
  int[] inOrder(int[] codes) {
    String[] sorted = new String[codes.length];
    for (int i = 0; i < codes.length; i++) {
      sorted[i] = values[codes[i]];
    }
    Arrays.sort(sorted);
    for (int i = 0; i < codes.length; i++) {
      codes[i] = find(sorted[i]);
    }
    return codes;
  }

  /** Grows with every change of what is known. */
  public int revision() {
    return revision;
  }

  /** How many numbers were given out. */
  public int size() {
    return size;
  }

  @Override
  public void hold(int code, int bucket) {
    if (holders[code]++ == 0 && code >= declared) {
      buckets.add(code, bucket < 0 ? buckets.next() : bucket);
      known++;
      revision++;
      room.addValues(1);
    }
  }

  @Override
  public void release(int code) {
    if (--holders[code] == 0 && code >= declared) {
      buckets.remove(code);
      known--;
      revision++;
      room.addValues(-1);
    }
  }

  /** Whether a value is always known. */
  public boolean isDeclared(int code) {
    return code < declared;
  }

  private int append(String value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
      holders = Arrays.copyOf(holders, size * 2);
      rehash();
    }
    return place(value, size++);
  }

  private int place(String value, int code) {
    values[code] = value;
    table[slotOf(value)] = code;
    return code;
  }

  /* All at once when half of the numbers are unused. A value that is retracted and learned again in
   * between costs nothing, and counts, which are kept by number, take at most twice the memory. */
  private void reclaim() {
    free = new int[size - known];
    for (int code = size - 1; code >= declared; code--) {
      if (holders[code] == 0) {
        values[code] = null;
        free[freeSize++] = code;
      }
    }
    rehash();
  }

  private void rehash() {
    table = emptyTable(values.length);
    guesses = new int[table.length];
    for (int code = 0; code < size; code++) {
      if (values[code] != null) {
        table[slotOf(values[code])] = code;
      }
    }
  }

  private int slotOf(String value) {
    int mask = table.length - 1;
    int slot = (int) TokenHash.secret(value) & mask; // senders of events choose the values
    while (table[slot] >= 0 && !values[table[slot]].equals(value)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static int[] emptyTable(int capacity) {
    int[] empty = new int[Integer.highestOneBit(capacity) * 4];
    Arrays.fill(empty, -1);
    return empty;
  }
}
