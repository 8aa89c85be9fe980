package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams.State;
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
    probe.onRestoreStart(PARTITION, "models", 0, 10);
    probe.onRestoreStart(new TopicPartition("changelog", 1), "models", 0, 10);
    probe.onBatchRestored(PARTITION, "models", 5, 5);
    assertThat(notRunning().restoring()).isEqualTo(2);
    probe.onRestoreEnd(PARTITION, "models", 10);
    assertThat(notRunning().restoring()).isEqualTo(1);
    probe.onRestoreSuspended(new TopicPartition("changelog", 1), "models", 10);
    assertThat(notRunning().restoring()).isZero();
  }

  @Test
  void shouldTimeOneCallInSixtyFour() {
    List<Long> took = new ArrayList<>();
    SampledTimer timer = new SampledTimer(took::add);
    long begin = System.nanoTime();
    timer.stop(); // nothing was started
    for (int i = 0; i < 129; i++) {
      timer.start();
      timer.stop();
    }

    assertThat(took).hasSize(3);
    assertThat(took).allSatisfy(n -> assertThat(n).isBetween(0L, System.nanoTime() - begin));
  }

  @Test
  void shouldCountWhatItHasDone() {
    Activity activity = new Activity();
    activity.countLearned();
    activity.countCorrected();
    activity.countCorrected();
    activity.countPredicted();
    activity.countPredicted();
    activity.countPredicted();
    activity.countDeadLetter();
    activity.countTombstone();
    activity.countPublishedRows(5);
    activity.countPublishedRows(2);

    assertThat(activity.learned()).isEqualTo(1);
    assertThat(activity.corrected()).isEqualTo(2);
    assertThat(activity.predicted()).isEqualTo(3);
    assertThat(activity.deadLetters()).isEqualTo(1);
    assertThat(activity.tombstones()).isEqualTo(1);
    assertThat(activity.publishedRows()).isEqualTo(7);
    assertThat(activity.listener()).isSameAs(StreamListener.NONE);
    assertThat(activity.listener().wantsAnswer(0L)).isFalse();
    StreamListener listener = new StreamListener() {};
    activity.listen(listener);
    assertThat(activity.listener()).isSameAs(listener);
  }
}
