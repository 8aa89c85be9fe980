package io.bayou.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.topics.EventLogs;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An event is learned once, whatever became of the group's offsets or of the topic. */
class LearnedOnceTest {
  private static final TopicPartition LABELED = new TopicPartition("labeled", 0);

  private final TestStream stream = new TestStream();

  @AfterEach
  void stop() {
    stream.close();
  }

  private static String event(String label) {
    return "{\"features\":{\"x\":1},\"label\":\"" + label + "\"}";
  }

  private InstanceServices logs(String topicId, long end) {
    return new InstanceServices(
        stream.shared,
        ThreadLocal.withInitial(ThreadServices::new),
        stream.activity,
        (name, spec) -> {
          throw new AssertionError();
        },
        partitions -> Map.of(LABELED, new EventLogs.Log(topicId, end)),
        stream.services.held(),
        stream.services.decoders(),
        stream.services.partitions());
  }

  private static SnapshotRow last(TakeOver task) {
    List<SnapshotRow> rows =
        task.publish(LearningTopology.SNAPSHOTS).stream()
            .map(row -> new SnapshotCodec().decode(row.value()))
            .toList();
    return rows.get(rows.size() - 1);
  }

  @Test
  void shouldSkipWhatItHasLearnedBefore() {
    for (int i = 0; i < 10; i++) {
      stream.learn(event("a"), i);
    }
    Map<Bytes, byte[]> rows = TakeOver.rowsOf(stream);

    try (TakeOver next = new TakeOver(stream, rows)) {
      for (int offset = 0; offset < 10; offset++) { // the group's offsets were lost
        next.learn(event("a"), offset, offset);
      }
      assertThat(next.rows()).isEqualTo(rows);
      assertThat(stream.activity.skipped()).isEqualTo(10);
      next.learn(event("a"), 10, 10);
      assertThat(last(next).examples()).isEqualTo(11);
    }
  }

  /* Without transactions a crash may leave the changelog between two rows of one commit. */
  @Test
  void shouldLearnAgainWhereACrashLeftSomeRowsBehind() {
    stream.learn(event("a"), 0);
    stream.learn(event("b"), 1);
    Map<Bytes, byte[]> torn = new TreeMap<>(TakeOver.rowsOf(stream));
    stream.learn(event("a"), 2);
    stream.learn(event("b"), 3);
    TakeOver.rowsOf(stream).entrySet().stream()
        .filter(row -> new String(row.getKey().get(), UTF_8).contains("class/a"))
        .forEach(row -> torn.put(row.getKey(), row.getValue()));

    try (TakeOver next = new TakeOver(stream, torn)) {
      next.learn(event("a"), 2, 2);
      next.learn(event("b"), 3, 3);

      assertThat(last(next).examples()).as("a counts three times, b twice").isEqualTo(5);
    }
  }

  @Test
  void shouldRecogniseATopicThatWasCreatedAgain() {
    for (int i = 0; i < 10; i++) {
      stream.learn(event("old"), i);
    }
    Map<Bytes, byte[]> rows;
    try (TakeOver task = new TakeOver(stream, logs("id-1", 10), TakeOver.rowsOf(stream))) {
      rows = task.rows();
    }
    try (TakeOver task = new TakeOver(stream, logs("id-2", 2), rows)) {
      task.learn(event("new"), 0, 0);
      task.learn(event("new"), 1, 1);
      SnapshotRow row = last(task);
      assertThat(row.examples()).isEqualTo(12);
      assertThat(row.covered().get("labeled-0").to()).isEqualTo(2);
      rows = task.rows();
    }
    try (TakeOver task = new TakeOver(stream, logs("id-2", 3), rows)) { // and again, the same
      task.learn(event("new"), 1, 1);
      task.learn(event("new"), 2, 2);
      assertThat(last(task).examples()).isEqualTo(13);
    }
  }

  @Test
  void shouldRecogniseATopicThatIsCreatedAgainWhileItRuns() {
    try (TakeOver task = new TakeOver(stream, services(stream), Map.of())) {
      stream.logs.put(LABELED, new EventLogs.Log("id-1", 3));
      for (int offset = 0; offset < 3; offset++) {
        task.learn(event("old"), offset, offset);
      }
      task.learn(event("old"), 2, 2); // looks the topic up for the first time
      stream.logs.put(LABELED, new EventLogs.Log("id-2", 1));
      task.learn(event("new"), 0, 0);

      assertThat(last(task).examples()).isEqualTo(4);
    }
  }

  private static InstanceServices services(TestStream stream) {
    return stream.services;
  }

  @Test
  void shouldLookAtTheLogsWhenItStartsAndWhenAnOffsetComesAgain() {
    AtomicInteger looks = new AtomicInteger();
    InstanceServices counted =
        new InstanceServices(
            stream.shared,
            stream.threads,
            stream.activity,
            stream.services.creator(),
            partitions -> {
              looks.incrementAndGet();
              return Map.of();
            },
            stream.services.held(),
            stream.services.decoders(),
            stream.services.partitions());
    try (TakeOver task = new TakeOver(stream, counted, Map.of())) {
      task.learn(event("a"), 0, 0);
      task.learn(event("a"), 1, 1);
      assertThat(looks).hasValue(1);
      task.restart();
      task.learn(event("a"), 1, 1); // was not committed
      assertThat(looks).hasValue(2);
      task.learn(event("a"), 1, 1);
      assertThat(looks).hasValue(3);
    }
  }

  @Test
  void shouldRememberANewLogBeforeItHasLearnedFromIt() {
    for (int i = 0; i < 10; i++) {
      stream.learn(event("old"), i);
    }
    Map<Bytes, byte[]> rows;
    try (TakeOver task = new TakeOver(stream, logs("id-1", 10), TakeOver.rowsOf(stream))) {
      rows = task.rows();
    }
    try (TakeOver task = new TakeOver(stream, logs("id-2", 0), rows)) {
      rows = task.rows();
      assertThat(last(task).covered()).isEmpty();
    }
    try (TakeOver task = new TakeOver(stream, logs("id-2", 1), rows)) {
      task.learn(event("new"), 0, 0);

      assertThat(last(task).examples()).isEqualTo(11);
    }
  }

  @Test
  void shouldGoBackToTheBeginningOfALogThatHasLostEverything() {
    stream.learn(event("a"), 0);
    Map<Bytes, byte[]> rows;
    try (TakeOver task = new TakeOver(stream, logs("id", 1), TakeOver.rowsOf(stream))) {
      rows = task.rows();
    }
    try (TakeOver task = new TakeOver(stream, logs("id", 0), rows)) {
      assertThat(task.ask("{\"features\":{\"x\":1}}").learnedTo()).containsEntry("labeled-0", 0L);
    }
  }

  @Test
  void shouldGoOnWithALogThatItSeesForTheFirstTime() {
    stream.learn(event("a"), 0);
    stream.learn(event("a"), 1);
    try (TakeOver task = new TakeOver(stream, logs("id", 2), TakeOver.rowsOf(stream))) {
      assertThat(last(task).covered().get("labeled-0").to()).isEqualTo(2);
      task.learn(event("a"), 1, 1);
      task.learn(event("a"), 1, 1); // looks at the log, which ends where it has learned to

      assertThat(stream.activity.skipped()).isEqualTo(2);
      assertThat(task.publish(LearningTopology.SNAPSHOTS)).isEmpty();
    }
  }

  @Test
  void shouldLearnWhatComesAfterALogHasLostItsEnd() {
    for (int i = 0; i < 10; i++) {
      stream.learn(event("a"), i);
    }
    Map<Bytes, byte[]> rows;
    try (TakeOver task = new TakeOver(stream, logs("id", 10), TakeOver.rowsOf(stream))) {
      rows = task.rows();
    }
    try (TakeOver task = new TakeOver(stream, logs("id", 8), rows)) {
      task.learn(event("b"), 8, 8);

      SnapshotRow row = last(task);
      assertThat(row.examples()).isEqualTo(11);
      assertThat(row.covered().get("labeled-0").to()).isEqualTo(9);
    }
  }
}
