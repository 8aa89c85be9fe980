package io.bayou.stream.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.TaskMetadataImpl;
import org.apache.kafka.streams.processor.internals.ThreadMetadataImpl;
import org.junit.jupiter.api.Test;

class ReadinessProbeTest {
  private static final TopicPartition PARTITION = new TopicPartition("changelog", 0);

  private final ReadinessProbe probe = new ReadinessProbe();

  private Readiness notRunning() {
    return probe.readiness(null); // whose threads are asked only while it runs
  }

  @Test
  void shouldNotBeReadyBeforeItRuns() {
    assertThat(notRunning()).isEqualTo(new Readiness(false, 0, 0, Duration.ZERO, Readiness.NEVER));
    probe.onChange(State.REBALANCING, State.CREATED);
    assertThat(notRunning().isReady()).isFalse();
    probe.onChange(State.ERROR, State.REBALANCING);
    assertThat(notRunning().unsettled()).isEqualTo(Readiness.NEVER);
  }

  @Test
  void shouldCountTheStoresThatAreRestored() {
    probe.restore().onRestoreStart(PARTITION, "models", 0, 10);
    probe.restore().onRestoreStart(new TopicPartition("changelog", 1), "models", 0, 10);
    probe.restore().onBatchRestored(PARTITION, "models", 5, 5);
    assertThat(notRunning().restoring()).isEqualTo(2);
    probe.restore().onRestoreEnd(PARTITION, "models", 10);
    assertThat(notRunning().restoring()).isEqualTo(1);
    probe.restore().onRestoreSuspended(new TopicPartition("changelog", 1), "models", 10);
    assertThat(notRunning().restoring()).isZero();
  }

  /** A stream that is not started, with the threads that a test gives it. */
  private static final class Threads extends KafkaStreams {
    private final List<Object> listeners = new ArrayList<>();
    private Set<ThreadMetadata> given = Set.of();

    Threads() {
      super(topology(), settings());
    }

    private static Topology topology() {
      return new Topology().addSource("in", "in");
    }

    private static Properties settings() {
      Properties settings = new Properties();
      settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "threads");
      settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
      return settings;
    }

    @Override
    public Set<ThreadMetadata> metadataForLocalThreads() {
      return given;
    }

    @Override
    public void setStateListener(StateListener listener) {
      listeners.add(listener);
    }

    @Override
    public void setGlobalStateRestoreListener(StateRestoreListener listener) {
      listeners.add(listener);
    }
  }

  private static ThreadMetadata thread(String state, int active, int standby) {
    return new ThreadMetadataImpl(
        "t" + active, state, "c", "r", "p", "a", tasks(active), tasks(standby));
  }

  private static Set<TaskMetadata> tasks(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new TaskMetadataImpl(
                    new TaskId(0, i), Set.of(), Map.of(), Map.of(), Optional.empty()))
        .collect(Collectors.toSet());
  }

  @Test
  void shouldLookAtTheThreadsWhileItRuns() {
    try (Threads streams = new Threads()) {
      probe.watch(streams);
      assertThat(streams.listeners).containsExactly(probe, probe.restore());

      streams.given = Set.of(thread("RUNNING", 2, 1), thread("RUNNING", 1, 3));
      probe.onChange(State.RUNNING, State.REBALANCING);
      assertThat(probe.readiness(streams))
          .isEqualTo(new Readiness(true, 7, 0, Duration.ZERO, Readiness.NEVER));

      streams.given = Set.of(thread("RUNNING", 1, 0), thread("STARTING", 0, 0));
      assertThat(probe.readiness(streams).running()).isFalse();
    }
  }

  @Test
  void shouldLogARebalanceWithItsTasks() {
    try (Threads streams = new Threads();
        LogLines log = new LogLines(ReadinessProbe.class)) {
      probe.watch(streams);
      probe.onChange(State.REBALANCING, State.RUNNING);
      streams.given = Set.of(thread("RUNNING", 2, 1));
      probe.onChange(State.RUNNING, State.REBALANCING);
      probe.onChange(State.PENDING_SHUTDOWN, State.RUNNING);

      assertThat(log.lines().get(0)).startsWith("INFO rebalance: ");
      assertThat(log.lines().get(1))
          .matches("INFO after a rebalance of \\d+ ms .* 2 tasks: 0_0 0_1");
      assertThat(log.lines().get(2)).isEqualTo("INFO the stream is PENDING_SHUTDOWN");
    }
  }

  @Test
  void shouldSayHowLongItHasBeenIdleOrUnsettled() {
    try (Threads streams = new Threads()) {
      probe.watch(streams);
      long begin = System.nanoTime();
      probe.onChange(State.RUNNING, State.REBALANCING);
      Duration idle = probe.readiness(streams).idle();
      assertThat(idle).isPositive().isLessThan(Duration.ofNanos(System.nanoTime() - begin));

      streams.given = Set.of(thread("RUNNING", 1, 0));
      assertThat(probe.readiness(streams).isSettled()).isTrue();
      for (State next : List.of(State.REBALANCING, State.CREATED)) {
        probe.onChange(next, State.RUNNING);
        Duration unsettled = notRunning().unsettled();
        assertThat(unsettled).isPositive().isLessThan(Duration.ofNanos(System.nanoTime() - begin));
      }
      probe.onChange(State.PENDING_SHUTDOWN, State.RUNNING);
      assertThat(notRunning().unsettled()).isEqualTo(Readiness.NEVER);
    }
  }
}
