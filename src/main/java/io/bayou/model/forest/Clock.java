package io.bayou.model.forest;

/**
 * When a feature is cut in a tree: a Poisson process, fixed by the hash of its name. The features
 * of an event are cut in the order of time, whichever other features there are. Clocks run at
 * different rates, so that each tree prefers some features.
 */
final class Clock {
  private static final int RATE = 1;
  private static final int SCALE = 2;
  private static final int OFFSET = 3;
  private static final int FIRST_CUT = 4;

  private final long hash;
  private final double rate;
  private double time;
  private int cuts;

  /**
   * @param tree hash of the seed and the tree
   * @param name hash of the name of the feature
   */
  Clock(long tree, long name) {
    hash = Hash.mix(tree, name);
    rate = Hash.uniform(hash, RATE);
    advance();
  }

  private void advance() {
    time += Hash.exponential(hash, FIRST_CUT + cuts) / rate;
  }

  long hash() {
    return hash;
  }

  /** The time of the next cut. */
  double time() {
    return time;
  }

  /** The number of the next cut, from 0, after which the one that follows is next. */
  int cut() {
    int cut = cuts++;
    advance();
    return cut;
  }

  /** How much of the range of positions the feature takes: trees cut at different places. */
  double scale() {
    return 0.5 + 0.5 * Hash.uniform(hash, SCALE);
  }

  /** Where it begins. */
  double offset() {
    return Hash.uniform(hash, OFFSET) * (1.0 - scale());
  }
}
