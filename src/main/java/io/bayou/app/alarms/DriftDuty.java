package io.bayou.app.alarms;

import io.bayou.replay.DriftResponse;
import io.bayou.stream.SharedModels;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the instance on duty respond to drifts, on a thread of its own: training a version takes its
 * time. If the instance stops meanwhile, the next one on duty continues.
 */
public final class DriftDuty implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DriftDuty.class);
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final DriftResponse response;
  private final SharedModels models;
  private final BooleanSupplier onDuty;
  private final Thread thread;

  /** Starts. */
  public DriftDuty(DriftResponse response, SharedModels models, BooleanSupplier onDuty) {
    this.response = response;
    this.models = models;
    this.onDuty = onDuty;
    thread = ClusterAlarms.daemon("on-drift", this::run);
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(EVERY.toMillis());
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // this instance stops
    }
  }

  private void look() throws InterruptedException {
    try {
      if (onDuty.getAsBoolean()) {
        response.look(models);
      }
    } catch (RuntimeException e) {
      log.error("the response to drifts has failed, and is tried again", e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
