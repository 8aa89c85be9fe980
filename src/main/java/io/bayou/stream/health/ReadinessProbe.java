package io.bayou.stream.health;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Observes the states of a stream from its start. */
public final class ReadinessProbe implements KafkaStreams.StateListener {
  private static final Logger log = LoggerFactory.getLogger(ReadinessProbe.class);
  private static final int MAX_TASKS_LOGGED = 20;

  private final RestoreProgress restore = new RestoreProgress(System::nanoTime);
  private KafkaStreams watched;
  private volatile long rebalancingSince;
  private volatile long runningSince;
  private volatile boolean running;
  private volatile boolean stopped;
  private volatile boolean wasSettled;
  private volatile long settledAt;

  /** Makes a stream that is not started yet report to this. */
  public void watch(KafkaStreams streams) {
    watched = streams;
    streams.setStateListener(this);
    streams.setGlobalStateRestoreListener(restore);
  }

  /** How far its stores have been restored. */
  public RestoreProgress restore() {
    return restore;
  }

  @Override
  public void onChange(KafkaStreams.State now, KafkaStreams.State before) {
    runningSince = System.nanoTime();
    running = now == KafkaStreams.State.RUNNING;
    stopped = !now.isRunningOrRebalancing() && now != KafkaStreams.State.CREATED;
    tell(now);
  }

  private void tell(KafkaStreams.State now) {
    if (now == KafkaStreams.State.REBALANCING) {
      rebalancingSince = System.nanoTime();
      log.info("rebalance: the partitions of this instance may change");
    } else if (now == KafkaStreams.State.RUNNING) {
      restore.tell();
      List<String> tasks = tasks();
      log.info(
          "after a rebalance of {} ms this instance has {} tasks: {}{}",
          Duration.ofNanos(System.nanoTime() - rebalancingSince).toMillis(),
          tasks.size(),
          String.join(" ", tasks.subList(0, Math.min(tasks.size(), MAX_TASKS_LOGGED))),
          tasks.size() > MAX_TASKS_LOGGED ? " ..." : "");
    } else {
      log.info("the stream is {}", now);
    }
  }

  private List<String> tasks() {
    return watched.metadataForLocalThreads().stream()
        .flatMap(thread -> thread.activeTasks().stream())
        .map(task -> task.taskId().toString())
        .sorted()
        .toList();
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
    return new Readiness(allRunning, tasks, restore.stores(), idle, unsettled(now));
  }

  private Readiness notRunning(long now) {
    return new Readiness(false, 0, restore.stores(), Duration.ZERO, unsettled(now));
  }

  private Duration unsettled(long now) {
    return wasSettled && !stopped ? Duration.ofNanos(now - settledAt) : Readiness.NEVER;
  }
}
