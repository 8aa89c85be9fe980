package io.bayou.model.stat;

import java.util.Arrays;

/**
 * The values of one discrete feature, numbered in order of appearance, with how many classes hold
 * each: a value that was learned and taken back everywhere is unknown again.
 */
public final class Categories {
  private final int declared;
  private final int limit;
  private String[] values;
  private int[] holders;
  private int[] table;
  private int size;
  private int known;

  /**
   * @param declared values that are known from the start
   * @param limit how many values there may be at most
   */
  public Categories(String[] declared, int limit) {
    this.declared = declared.length;
    this.limit = Math.max(limit, declared.length);
    values = new String[Math.max(4, declared.length)];
    holders = new int[values.length];
    table = emptyTable(values.length);
    for (String value : declared) {
      append(value);
    }
    known = declared.length;
  }

  /** How many values are declared or held by some class. */
  public int known() {
    return known;
  }

  /** How many numbers were given out. */
  public int size() {
    return size;
  }

  public String value(int code) {
    return values[code];
  }

  public boolean isKnown(int code) {
    return code >= 0 && (code < declared || holders[code] > 0);
  }

  /** The number of this value, or -1. */
  public int find(String value) {
    return table[slotOf(value)];
  }

  /** The number of this value; a new value gets the next one, or -1 when there are too many. */
  public int open(String value) {
    int code = find(value);
    if (code >= 0) {
      return code;
    }
    return size >= limit ? -1 : append(value);
  }

  /** Some class began to hold the value. */
  public void hold(int code) {
    if (holders[code]++ == 0 && code >= declared) {
      known++;
    }
  }

  /** Some class holds the value no longer. */
  public void release(int code) {
    if (--holders[code] == 0 && code >= declared) {
      known--;
    }
  }

  private int append(String value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
      holders = Arrays.copyOf(holders, size * 2);
      table = emptyTable(values.length);
      for (int code = 0; code < size; code++) {
        table[slotOf(values[code])] = code;
      }
    }
    values[size] = value;
    table[slotOf(value)] = size;
    return size++;
  }

  private int slotOf(String value) {
    int mask = table.length - 1;
    int hash = value.hashCode();
    int slot = (hash ^ (hash >>> 15)) & mask;
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
