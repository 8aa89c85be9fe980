package io.bayou.model;

import java.util.Arrays;

/**
 * The feature names that one reader of events has met, numbered from 0 in order of appearance.
 *
 * <p>Names are resolved to numbers once, where bytes are decoded; learners then bind the numbers to
 * their own columns and never hash a string per event. Append-only: a number keeps its meaning for
 * as long as the dictionary lives. A reader that meets too many names starts a new dictionary.
 */
public final class FeatureNames {
  /* Open addressing over interned entries: String caches its hash, so a hit costs one comparison. */
  private String[] names = new String[16];
  private int[] table = new int[64];
  private int size;

  public FeatureNames() {
    Arrays.fill(table, -1);
  }

  /** The number of this name; a new name gets the next free one. */
  public int idOf(String name) {
    int slot = slotOf(name);
    if (table[slot] >= 0) {
      return table[slot];
    }
    if (size == names.length) {
      grow();
      slot = slotOf(name);
    }
    names[size] = name;
    table[slot] = size;
    return size++;
  }

  /** The number of this name, or -1 for a name not met yet. */
  public int find(String name) {
    return table[slotOf(name)];
  }

  public String nameOf(int id) {
    if (id >= size) {
      throw new IndexOutOfBoundsException("feature number " + id + " of " + size);
    }
    return names[id];
  }

  public int size() {
    return size;
  }

  private int slotOf(String name) {
    int mask = table.length - 1;
    int slot = spread(name.hashCode()) & mask;
    while (table[slot] >= 0 && !names[table[slot]].equals(name)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    names = Arrays.copyOf(names, names.length * 2);
    table = new int[names.length * 4];
    Arrays.fill(table, -1);
    for (int id = 0; id < size; id++) {
      table[slotOf(names[id])] = id;
    }
  }

  private static int spread(int hash) {
    return hash ^ (hash >>> 15);
  }
}
