package io.bayou.model.ensemble;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/**
 * How many events of a class there were, and in how many of them it was missing in the prediction
 * set. What was missed too often or too rarely so far corrects how much may be missed from now on
 * (adaptive conformal inference; Gibbs and Candès 2021).
 *
 * <p>The correction follows from two discounted sums, so that it merges by addition.
 */
final class SetMisses {
  /* About the last 10,000 events of a class. */
  private static final double FORGETTING = 0.9999;

  /* A miss changes the share that may be missed by half a percent at most; by less, the more events
   * there are, so that the sum over partitions is corrected as each of them is. */
  private static final double GAIN = 50.0;
  private static final double EVENTS_BEFORE = 10_000.0;

  private final double miss;
  private double events;
  private double missed;

  /**
   * @param miss the share of the events in which the class may be missing
   */
  SetMisses(double miss) {
    this.miss = miss;
  }

  void add(boolean isMissed) {
    events = FORGETTING * events + 1.0;
    missed = FORGETTING * missed + (isMissed ? 1.0 : 0.0);
  }

  /** The share that may be missed from now on; below 0 or above 1 if all or none must be. */
  double corrected() {
    return miss + GAIN * (miss * events - missed) / (events + EVENTS_BEFORE);
  }

  void merge(SetMisses other) {
    events += other.events;
    missed += other.missed;
  }

  void write(StateWriter out) {
    out.number(events);
    out.number(missed);
  }

  void read(StateReader in) {
    events = in.amount();
    missed = in.amount();
  }
}
