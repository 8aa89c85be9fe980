package io.bayou.stream.topics;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a read that makes no progress, so that no command hangs silently. Single-threaded. */
public final class ProgressDeadline {
  private static final Logger log = LoggerFactory.getLogger(ProgressDeadline.class);
  private static final Duration WARN_AFTER = Duration.ofSeconds(5);

  /** How long a read may make no progress. */
  public static final Duration LIMIT = Duration.ofSeconds(60);

  private final Duration limit;
  private long position = Long.MIN_VALUE;
  private long movedAt = System.nanoTime();
  private boolean warned;

  public ProgressDeadline(Duration limit) {
    this.limit = limit;
  }

  /**
   * Reports the position of the read.
   *
   * @param awaited what the read waits for; called only without progress
   * @throws TimeoutException if there was no progress for too long
   */
  public void check(long reached, Supplier<String> awaited) {
    long now = System.nanoTime();
    if (reached != position) {
      position = reached;
      movedAt = now;
      warned = false;
      return;
    }
    long idle = now - movedAt;
    if (idle > limit.toNanos()) {
      throw new TimeoutException("waited " + limit.toSeconds() + " s for " + awaited.get());
    }
    if (!warned && idle > WARN_AFTER.toNanos()) {
      warned = true;
      log.warn("waiting for {}", awaited.get());
    }
  }
}
