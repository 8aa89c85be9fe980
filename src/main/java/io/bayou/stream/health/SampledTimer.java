package io.bayou.stream.health;

import java.util.function.LongConsumer;

/**
 * Times a sample of the calls, because reading the clock for each would cost too much. Not
 * thread-safe.
 */
public final class SampledTimer {
  private static final int ONE_IN = 64;

  private final LongConsumer took;
  private int calls;
  private boolean running;
  private long begin;

  /**
   * @param took told of each call that was timed, in nanoseconds
   */
  public SampledTimer(LongConsumer took) {
    this.took = took;
  }

  /** Starts a call; one that was not stopped is discarded. */
  public void start() {
    running = calls++ % ONE_IN == 0;
    if (running) {
      begin = System.nanoTime();
    }
  }

  /** Ends a call; returns whether it was timed. */
  public boolean stop() {
    if (running) {
      took.accept(System.nanoTime() - begin);
    }
    return running;
  }
}
