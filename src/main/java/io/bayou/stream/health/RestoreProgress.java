package io.bayou.stream.health;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far an instance has read the topics and changelogs with the state of its models. Safe for all
 * threads.
 */
public final class RestoreProgress implements StateRestoreListener {
  private static final Logger log = LoggerFactory.getLogger(RestoreProgress.class);

  private final LongSupplier nanoTime;
  private final Map<TopicPartition, Long> remaining = new HashMap<>();
  private long began;
  private long ended;
  private long restored;
  private long restoredBefore;
  private int complete;

  /**
   * @param nanoTime as of {@link System#nanoTime()}
   */
  public RestoreProgress(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized void onRestoreStart(
      TopicPartition partition, String store, long from, long to) {
    if (complete == 0 && remaining.isEmpty()) {
      began = nanoTime.getAsLong();
      restoredBefore = restored;
    }
    remaining.put(partition, Math.max(0, to - from));
  }

  @Override
  public synchronized void onBatchRestored(
      TopicPartition partition, String store, long to, long count) {
    restored += count;
    remaining.computeIfPresent(partition, (p, left) -> Math.max(0, left - count));
  }

  @Override
  public synchronized void onRestoreEnd(TopicPartition partition, String store, long count) {
    complete++;
    remaining.remove(partition);
    ended = nanoTime.getAsLong();
  }

  @Override
  public synchronized void onRestoreSuspended(TopicPartition partition, String store, long count) {
    remaining.remove(partition);
  }

  /** Logs what was restored since the last call, if anything was. */
  synchronized void tell() {
    if (complete > 0) {
      log.info(
          "restored {} records of {} partitions of the model topics and changelogs in {} ms",
          restored - restoredBefore,
          complete,
          Duration.ofNanos(ended - began).toMillis());
      complete = 0;
    }
  }

  /** How many stores still read their changelog. */
  public synchronized int stores() {
    return remaining.size();
  }

  /** How many records they still have to read, at most: a changelog also counts its gaps. */
  public synchronized long remaining() {
    return remaining.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many records were restored since the start. */
  public synchronized long restored() {
    return restored;
  }
}
