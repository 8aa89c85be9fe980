package io.bayou.stream.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.LogLines;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RestoreProgressTest {
  private static final TopicPartition ONE = new TopicPartition("changelog", 0);
  private static final TopicPartition TWO = new TopicPartition("changelog", 1);

  private long nanos;
  private final RestoreProgress progress = new RestoreProgress(() -> nanos);

  @Test
  void shouldTellHowMuchIsLeftAndInTheEndHowMuchItWas() {
    try (LogLines log = new LogLines(RestoreProgress.class)) {
      progress.onRestoreStart(ONE, "models", 100, 150);
      progress.onRestoreStart(TWO, "models", 0, 20);
      progress.onBatchRestored(ONE, "models", 130, 30);
      assertThat(progress.remaining()).isEqualTo(40);
      assertThat(progress.stores()).isEqualTo(2);

      progress.onRestoreEnd(ONE, "models", 30); // a changelog has gaps
      progress.onBatchRestored(TWO, "models", 20, 20);
      nanos += 1_500_000_000L;
      progress.onRestoreEnd(TWO, "models", 20);
      nanos += 1_000_000_000L; // until the other tasks are ready, too
      progress.tell();
      progress.tell();
      assertThat(progress.remaining()).isZero();
      assertThat(progress.restored()).isEqualTo(50);
      assertThat(log.lines())
          .containsExactly(
              "INFO restored 50 records of 2 partitions of the model topics and changelogs in 1500"
                  + " ms");
    }
  }

  @Test
  void shouldCountEachRestoreAnew() {
    restore(ONE, 5);
    progress.tell();
    try (LogLines log = new LogLines(RestoreProgress.class)) {
      restore(TWO, 3);
      progress.tell();
      assertThat(log.lines())
          .containsExactly(
              "INFO restored 3 records of 1 partitions of the model topics and changelogs in 0 ms");
    }
  }

  private void restore(TopicPartition partition, long count) {
    progress.onRestoreStart(partition, "models", 0, count);
    progress.onBatchRestored(partition, "models", count, count);
    progress.onRestoreEnd(partition, "models", count);
  }
}
