package io.bayou.codec.event;

import java.util.Arrays;

/**
 * Which feature was met at which place of an event. A sender mostly names its features in the same
 * order, so that a name is compared with one other name, and not looked up among all.
 */
final class FeatureOrder {
  private static final int MOST_PLACES = 1 << 12;

  private byte[][] names = new byte[16][];
  private int[] ids = new int[16];

  /** The number of the feature if it is the one that was met at this place before, else -1. */
  int find(int place, byte[] bytes, int from, int to) {
    if (place >= names.length) {
      return -1;
    }
    byte[] name = names[place];
    return name != null && Arrays.equals(name, 0, name.length, bytes, from, to) ? ids[place] : -1;
  }

  /** Notes which feature was met at this place. */
  void set(int place, byte[] bytes, int from, int to, int id) {
    if (place >= MOST_PLACES) {
      return;
    }
    if (place >= names.length) {
      names = Arrays.copyOf(names, 2 * place);
      ids = Arrays.copyOf(ids, 2 * place);
    }
    names[place] = Arrays.copyOfRange(bytes, from, to);
    ids[place] = id;
  }

  /** To be called when feature numbers get a new meaning. */
  void forget() {
    Arrays.fill(names, null);
  }
}
