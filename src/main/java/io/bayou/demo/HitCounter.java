package io.bayou.demo;

/** Counts right and wrong answers: all of them, and the latest. */
final class HitCounter {
  private final boolean[] ring;
  private Rate all = Rate.NONE;
  private int latestHits;

  /**
   * @param latest how many answers count as the latest
   */
  HitCounter(int latest) {
    ring = new boolean[latest];
  }

  void add(boolean hit) {
    int slot = (int) (all.total() % ring.length);
    latestHits += (hit ? 1 : 0) - (ring[slot] ? 1 : 0);
    ring[slot] = hit;
    all = all.plus(hit);
  }

  Rate all() {
    return all;
  }

  Rate latest() {
    return new Rate(latestHits, Math.min(all.total(), ring.length));
  }
}
