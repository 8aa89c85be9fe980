package io.bayou.stream.health;

import java.util.concurrent.atomic.LongAdder;

/** What an instance has done with one model since it started; safe for all threads. */
public final class ModelCounts {
  private final LongAdder learned = new LongAdder();
  private final LongAdder predicted = new LongAdder();

  /** An event was learned, or corrected. */
  public void learned() {
    learned.increment();
  }

  /** An event was answered. */
  public void predicted() {
    predicted.increment();
  }

  public long learnedEvents() {
    return learned.sum();
  }

  public long predictedEvents() {
    return predicted.sum();
  }
}
