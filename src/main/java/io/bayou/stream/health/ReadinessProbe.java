package io.bayou.stream.health;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Observes the states of a stream from its start. */
public final class ReadinessProbe implements StateRestoreListener, KafkaStreams.StateListener {
  private final Set<TopicPartition> restoring = ConcurrentHashMap.newKeySet();
  private volatile long runningSince;
  private volatile boolean running;
  private volatile boolean stopped;
  private volatile boolean wasSettled;
  private volatile long settledAt;

  /** Makes a stream that is not started yet report to this. */
  public void watch(KafkaStreams streams) {
    streams.setStateListener(this);
    streams.setGlobalStateRestoreListener(this);
  }

  @Override
  public void onChange(KafkaStreams.State now, KafkaStreams.State before) {
    runningSince = System.nanoTime();
    running = now == KafkaStreams.State.RUNNING;
    stopped = !now.isRunningOrRebalancing() && now != KafkaStreams.State.CREATED;
  }

  @Override
  public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
    restoring.add(partition);
  }

  @Override
  public void onBatchRestored(TopicPartition partition, String store, long to, long count) {
    // only the end matters
  }

  @Override
  public void onRestoreEnd(TopicPartition partition, String store, long count) {
    restoring.remove(partition);
  }

  @Override
  public void onRestoreSuspended(TopicPartition partition, String store, long count) {
    restoring.remove(partition);
  }

  /**
   * The present readiness. The more often it is asked, the more exact is when it was last settled.
   */
  public Readiness readiness(KafkaStreams streams) {
    long now = System.nanoTime();
    Readiness readiness = running ? look(streams, now) : notRunning(now);
    if (readiness.isSettled()) {
      settledAt = now;
      wasSettled = true;
    }
    return readiness;
  }

  private Readiness look(KafkaStreams streams, long now) {
    int tasks = 0;
    boolean allRunning = true;
    for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
      tasks += thread.activeTasks().size() + thread.standbyTasks().size();
      allRunning &= thread.threadState().equals("RUNNING");
    }
    Duration idle = tasks > 0 ? Duration.ZERO : Duration.ofNanos(now - runningSince);
    return new Readiness(allRunning, tasks, restoring.size(), idle, unsettled(now));
  }

  private Readiness notRunning(long now) {
    return new Readiness(false, 0, restoring.size(), Duration.ZERO, unsettled(now));
  }

  private Duration unsettled(long now) {
    return wasSettled && !stopped ? Duration.ofNanos(now - settledAt) : Readiness.NEVER;
  }
}
