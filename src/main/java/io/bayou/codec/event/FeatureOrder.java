package io.bayou.codec.event;

import io.bayou.codec.ByteRange;
import java.util.Arrays;

/**
 * Remembers which feature was at which position of an event. Senders mostly keep the order of
 * features, so a name is compared with one other name instead of looked up among all.
 */
final class FeatureOrder {
  private static final int MAX_POSITIONS = 1 << 12;

  private byte[][] names = new byte[16][];
  private int[] ids = new int[16];

  /** The id of the feature if it was at this position before, otherwise -1. */
  int find(int position, byte[] bytes, int from, int to) {
    if (position >= names.length) {
      return -1;
    }
    byte[] name = names[position];
    return name != null && ByteRange.equals(name, bytes, from, to) ? ids[position] : -1;
  }

  /** Sets the feature at this position. */
  void set(int position, byte[] bytes, int from, int to, int id) {
    if (position >= MAX_POSITIONS) {
      return;
    }
    if (position >= names.length) {
      names = Arrays.copyOf(names, 2 * position);
      ids = Arrays.copyOf(ids, 2 * position);
    }
    names[position] = Arrays.copyOfRange(bytes, from, to);
    ids[position] = id;
  }

  /** Call this when feature ids change their meaning. */
  void forget() {
    Arrays.fill(names, null);
  }
}
