package io.bayou.demo;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/** Accuracy over time: one bar for every half second, the oldest ones dropped. */
final class AccuracyHistory {
  /**
   * The answers of one interval.
   *
   * @param turn the phase that began in it
   */
  record Bar(Rate rate, Optional<String> turn) {
    private static final Bar EMPTY = new Bar(Rate.NONE, Optional.empty());
  }

  static final int BAR_MILLIS = 500;
  private static final int CAPACITY = 500;

  private final ArrayDeque<Bar> bars = new ArrayDeque<>();
  private long current = -1;

  /**
   * @param millis since the start; never less than in the call before
   */
  void answered(boolean hit, long millis) {
    Bar bar = open(millis);
    replaceLast(new Bar(bar.rate.plus(hit), bar.turn));
  }

  /** A new phase has begun. */
  void turned(String phase, long millis) {
    Bar bar = open(millis);
    replaceLast(new Bar(bar.rate, Optional.of(phase)));
  }

  List<Bar> bars() {
    return List.copyOf(bars);
  }

  private Bar open(long millis) {
    for (long wanted = millis / BAR_MILLIS; current < wanted; current++) {
      bars.addLast(Bar.EMPTY);
      if (bars.size() > CAPACITY) {
        bars.removeFirst();
      }
    }
    return bars.getLast();
  }

  private void replaceLast(Bar bar) {
    bars.removeLast();
    bars.addLast(bar);
  }
}
