package io.bayou.stream;

import java.util.function.LongConsumer;

/**
 * Times one call in so many: reading the clock for each would cost more than it tells. Not
 * thread-safe.
 */
final class SampledTimer {
  private static final int ONE_IN = 64;

  private final LongConsumer took;
  private int calls;
  private boolean running;
  private long begin;

  /**
   * @param took told of each call that was timed, in nanoseconds
   */
  SampledTimer(LongConsumer took) {
    this.took = took;
  }

  /** A call begins; one that never stopped is forgotten. */
  void start() {
    running = calls++ % ONE_IN == 0;
    if (running) {
      begin = System.nanoTime();
    }
  }

  void stop() {
    if (running) {
      took.accept(System.nanoTime() - begin);
    }
  }
}
