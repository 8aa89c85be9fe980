package io.bayou.stream.health;

import io.bayou.model.Flag;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** What an instance has done with one model since it started; safe for all threads. */
public final class ModelCounts {
  private final LongAdder learned = new LongAdder();
  private final LongAdder predicted = new LongAdder();
  private final LongAdder novel = new LongAdder();
  private final LongAdder rejected = new LongAdder();

  /** An event was learned, or corrected. */
  public void learned() {
    learned.increment();
  }

  /** An event was answered. */
  public void predicted(Set<Flag> flags) {
    predicted.increment();
    if (!flags.isEmpty()) { // most have none
      novel.add(flags.contains(Flag.NOVEL) ? 1 : 0);
      rejected.add(flags.contains(Flag.REJECTED) ? 1 : 0);
    }
  }

  public long learnedEvents() {
    return learned.sum();
  }

  public long predictedEvents() {
    return predicted.sum();
  }

  public long novelEvents() {
    return novel.sum();
  }

  public long rejectedEvents() {
    return rejected.sum();
  }
}
