package io.bayou.model.forest;

import java.util.Arrays;
import java.util.List;

/**
 * How the values of events that have the same features become a key for each tree: which bit of
 * which feature each bit of the key is.
 *
 * <p>The first bit of every eight is none of a value, but of a hash of the features of the next
 * seven bits, so that events with other features part sooner or later.
 */
final class CutPlan {
  private static final int GROUP = 8;
  private static final int VALUE_BITS = CountTree.MAX_DEPTH - CountTree.MAX_DEPTH / GROUP;

  private final int trees;
  private final int features;
  private final byte[] shifts; // by tree and value bit
  private final int[] slots;
  private final long[] others; // by tree, the bits that are none of a value
  private final double[] scales; // by tree and feature
  private final double[] offsets;
  private final long[] hashes;

  /**
   * @param forest for each tree, a hash of the seed and the tree
   * @param names hashes of the names of the features
   */
  CutPlan(long[] forest, long[] names) {
    trees = forest.length;
    features = names.length;
    shifts = new byte[trees * VALUE_BITS];
    slots = new int[trees * VALUE_BITS];
    others = new long[trees];
    scales = new double[trees * features];
    offsets = new double[trees * features];
    hashes = new long[trees * features];
    for (int t = 0; t < trees; t++) {
      plan(t, forest[t], names);
    }
  }

  private void plan(int t, long tree, long[] names) {
    Clock[] clocks = new Clock[features];
    Arrays.setAll(clocks, f -> new Clock(tree, names[f]));
    for (int f = 0; f < features; f++) {
      scales[t * features + f] = clocks[f].scale();
      offsets[t * features + f] = clocks[f].offset();
      hashes[t * features + f] = clocks[f].hash();
    }
    long group = 0;
    for (int i = 0; i < VALUE_BITS; i++) {
      int f = first(clocks);
      slots[t * VALUE_BITS + i] = f;
      shifts[t * VALUE_BITS + i] = (byte) (Long.SIZE - 1 - clocks[f].cut());
      group = Hash.mix(group, names[f]);
      if (i % (GROUP - 1) == GROUP - 2) {
        others[t] |= (group & 1) << (CountTree.MAX_DEPTH - 1 - i / (GROUP - 1) * GROUP);
      }
    }
  }

  private static int first(Clock[] clocks) {
    int first = 0;
    for (int f = 1; f < clocks.length; f++) {
      if (clocks[f].time() < clocks[first].time()) {
        first = f;
      }
    }
    return first;
  }

  /**
   * The key of an event in a tree.
   *
   * @param positions of the numbers of the event, between 0 and 1; NaN for other values
   * @param values hashes of the other values
   * @param bits room for the bits of each feature
   */
  long key(int t, double[] positions, long[] values, long[] bits) {
    int at = t * features;
    for (int f = 0; f < features; f++) {
      double position = positions[f];
      bits[f] =
          Double.isNaN(position)
              ? Hash.mix(values[f] ^ hashes[at + f])
              : (long) ((offsets[at + f] + scales[at + f] * position) * 0x1p53) << 11;
    }
    long key = 0;
    int i = t * VALUE_BITS;
    for (int group = 0; group < CountTree.MAX_DEPTH / GROUP; group++) {
      key <<= 1;
      for (int end = i + GROUP - 1; i < end; i++) {
        key = (key << 1) | ((bits[slots[i]] >>> shifts[i]) & 1);
      }
    }
    return key | others[t];
  }

  /** The feature that decides a bit of the key of a tree, or the bits after it. */
  int feature(int t, int level) {
    int after = level % GROUP == 0 ? level + 1 : level;
    return slots[t * VALUE_BITS + after - after / GROUP - 1];
  }

  /** For each tree, a hash of the seed and the tree. */
  static long[] forest(int seed, int trees) {
    long[] forest = new long[trees];
    Arrays.setAll(forest, t -> Hash.mix(seed, t));
    return forest;
  }

  /** A plan for features of these names. */
  static CutPlan of(long[] forest, List<String> names) {
    return new CutPlan(forest, names.stream().mapToLong(Hash::text).toArray());
  }
}
