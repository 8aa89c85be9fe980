package io.bayou.demo;

import java.time.Duration;

/** Time since its start; none before. */
public final class Stopwatch {
  private volatile long startNanos;
  private volatile boolean started;

  public void start() {
    startNanos = System.nanoTime();
    started = true;
  }

  public Duration elapsed() {
    return started ? Duration.ofNanos(System.nanoTime() - startNanos) : Duration.ZERO;
  }
}
