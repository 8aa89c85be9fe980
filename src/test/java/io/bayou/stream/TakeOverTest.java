package io.bayou.stream;

import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.state.EvaluationCodec;
import io.bayou.codec.state.RowWriter;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A task that takes over goes on where the former one stopped, whatever that had published. */
class TakeOverTest {
  private static final ModelSpec SPEC = ModelSpec.defaults();

  private final TestStream stream = new TestStream();

  @AfterEach
  void stop() {
    stream.close();
  }

  private static String event(int i) {
    return "{\"features\":{\"x\":"
        + i * 1.7
        + ",\"c\":\"v"
        + i % 3
        + "\"},\"label\":\"l"
        + i % 4
        + "\"}";
  }

  @Test
  void shouldPublishWhatItHasRestored() {
    stream.learn(event(1));
    stream.learn(event(2));
    try (TakeOver next = new TakeOver(stream, TakeOver.rowsOf(stream))) {
      SnapshotCodec codec = new SnapshotCodec();

      assertThat(next.publish(LearningTopology.SNAPSHOTS))
          .extracting(row -> codec.decode(row.value()))
          .allSatisfy(row -> assertThat(row.examples()).isEqualTo(2))
          .allSatisfy(row -> assertThat(row.covered().get("labeled-0").to()).isEqualTo(2))
          .extracting(SnapshotRow::row)
          .containsExactly("class/l1", "class/l2", "features", "coverage");
      assertThat(next.context.forwarded(LearningTopology.EVALUATIONS))
          .singleElement()
          .extracting(sent -> new EvaluationCodec().decode(sent.record().value()))
          .satisfies(own -> assertThat(own.cumulative().instances()).isEqualTo(2.0));
      assertThat(next.publish(LearningTopology.SNAPSHOTS)).isEmpty();
    }
  }

  @Test
  void shouldEndInTheSameRowsAsATaskThatNeverStopped() {
    try (TestStream whole = new TestStream()) {
      for (int i = 0; i < 200; i++) {
        whole.learn(event(i), i);
      }
      for (int i = 0; i < 120; i++) {
        stream.learn(event(i), i);
      }
      try (TakeOver next = new TakeOver(stream, TakeOver.rowsOf(stream))) {
        for (int i = 120; i < 200; i++) {
          next.learn(event(i), i, i);
        }
        assertThat(hex(next.rows())).isEqualTo(hex(TakeOver.rowsOf(whole)));
      }
    }
  }

  @Test
  void shouldTakeItsShareOutOfTheSumOfItsThreadWhenItCloses() {
    TakeOver former = new TakeOver(stream, stream.services, Map.of());
    former.learn(event(1), 0, 0);
    try (TakeOver other = new TakeOver(stream, stream.services, Map.of())) {
      assertThat(other.ask("{\"features\":{\"x\":1}}").examples()).isEqualTo(1);
      former.close();
      other.context.setCurrentSystemTimeMs(60_000);

      assertThat(other.ask("{\"features\":{\"x\":1}}").examples()).isZero();
    }
  }

  @Test
  void shouldForgetWhatWasNotCommittedWhenItStartsAgain() {
    try (TakeOver task = new TakeOver(stream, Map.of())) {
      task.learn(event(1), 1, 0);
      Map<String, String> committed = hex(task.rows());
      task.learnUncommitted(event(2), 2, 1);

      task.restart();
      task.commit();
      assertThat(hex(task.rows())).isEqualTo(committed);

      task.learn(event(2), 2, 1); // it is read again
      assertThat(task.ask("{\"features\":{\"x\":1}}").examples()).isEqualTo(2);
    }
  }

  @Test
  void shouldCloseATaskThatHasNotStarted() {
    LearnProcessor processor = new LearnProcessor(stream.options, stream.services);

    assertThatCode(processor::close).doesNotThrowAnyException();
  }

  /* A row that has become smaller has fewer slices, in the store as well as in the topic. */
  @Test
  void shouldDeleteTheSlicesThatARowNoLongerHas() {
    stream.learn("{\"features\":{\"x\":1},\"label\":\"a\"}", 0);
    Map<Bytes, byte[]> rows = new TreeMap<>(TakeOver.rowsOf(stream));
    String row = "default@1/labeled-0/class/a/";
    byte[] whole = rows.get(key(row + 0));
    rows.put(key(row + 0), slice(whole, 4, 7));
    rows.put(key(row + 1), slice(whole, 7, 9));
    rows.put(key(row + 2), slice(whole, 9, whole.length));

    try (TakeOver next = new TakeOver(stream, rows)) {
      assertThat(next.publish(LearningTopology.SNAPSHOTS))
          .filteredOn(sent -> text(sent.key()).startsWith(row))
          .hasSize(3)
          .allSatisfy(sent -> assertThat(sent.value()).isNotNull());
      next.learn("{\"features\":{\"x\":1},\"label\":\"a\"}", 1, 1);
      assertThat(next.rows()).containsKey(key(row + 0));
      assertThat(next.rows()).doesNotContainKeys(key(row + 1), key(row + 2));

      assertThat(next.publish(LearningTopology.SNAPSHOTS))
          .filteredOn(sent -> text(sent.key()).startsWith(row))
          .extracting(sent -> text(sent.key()) + (sent.value() == null ? " deleted" : ""))
          .containsExactly(row + "0", row + "1 deleted", row + "2 deleted");
    }
  }

  /* Without transactions a crash may leave a slice behind that the row no longer has. */
  @Test
  void shouldPassOverASliceThatIsLeftOver() {
    stream.learn(event(1));
    Map<Bytes, byte[]> rows = new TreeMap<>(TakeOver.rowsOf(stream));
    byte[] whole = rows.get(key("default@1/labeled-0/class/l1/0"));
    rows.put(key("default@1/labeled-0/class/l1/1"), slice(whole, 4, 7));

    try (TakeOver next = new TakeOver(stream, rows)) {
      assertThat(next.ask("{\"features\":{\"x\":1}}").examples()).isEqualTo(1);
    }
  }

  @Test
  void shouldSetAsideAModelOfWhichASliceIsMissing() {
    stream.learn(event(1));
    Map<Bytes, byte[]> rows = new TreeMap<>(TakeOver.rowsOf(stream));
    Bytes first = key("default@1/labeled-0/class/l1/0");
    rows.put(first, slice(rows.get(first), 4, 7));

    try (TakeOver next = new TakeOver(stream, rows)) {
      assertThatThrownBy(() -> next.learn(event(2), 1, 1))
          .isInstanceOf(BadRecordException.class)
          .hasMessageContaining("cannot be read by this build");
    }
  }

  private static Bytes key(String key) {
    return Bytes.wrap(TestStream.bytes(key));
  }

  /* As one of three. */
  private static byte[] slice(byte[] stored, int from, int to) {
    return ByteBuffer.allocate(4 + to - from).putInt(3).put(stored, from, to - from).array();
  }

  @Test
  void shouldDeleteTheRowsOfAModelThatWasDeletedMeanwhile() {
    stream.define("fraud");
    stream.learn("{\"model\":\"fraud\",\"features\":{\"x\":1},\"label\":\"a\"}");
    stream.learn(event(1));
    var rows = TakeOver.rowsOf(stream);
    assertThat(rows.keySet()).anyMatch(key -> text(key.get()).startsWith("fraud@1/"));
    stream.delete("fraud");

    try (TakeOver next = new TakeOver(stream, rows)) {
      assertThat(next.publish(LearningTopology.SNAPSHOTS))
          .filteredOn(row -> text(row.key()).startsWith("fraud@1/"))
          .isNotEmpty()
          .allSatisfy(row -> assertThat(row.value()).isNull());
      assertThat(next.rows().keySet())
          .isNotEmpty()
          .noneMatch(key -> text(key.get()).contains("fraud"));
    }
  }

  @Test
  void shouldCutALargeClassIntoMessagesThatABrokerTakes() {
    Learner fold = Learners.create(SPEC);
    for (int i = 0; i < 20; i++) {
      String value = i + "x".repeat(60_000);
      stream.learn("{\"features\":{\"c\":\"" + value + "\"},\"label\":\"a\"}", i);
      fold.learn(new Features().text("c", value), "a", 1.0, i);
    }
    stream.passInterval();

    List<KeyValue<byte[], byte[]>> rows = stream.snapshots.readKeyValuesToList();
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.key.length + row.value.length).isLessThan(512 << 10))
        .extracting(row -> text(row.key))
        .contains("default@1/labeled-0/class/a/0", "default@1/labeled-0/class/a/1");
    assertThat(rowsOf(stream.shared.merged("default", 1, SPEC))).isEqualTo(rowsOf(fold));
    assertThat(TakeOver.rowsOf(stream).values())
        .allSatisfy(row -> assertThat(row.length).isLessThan(512 << 10));

    try (TakeOver next = new TakeOver(stream, TakeOver.rowsOf(stream))) {
      assertThat(next.publish(LearningTopology.SNAPSHOTS)).hasSameSizeAs(rows);
    }
  }

  private static Map<String, String> rowsOf(Learner learner) {
    RowWriter writer = new RowWriter();
    Map<String, String> rows = new TreeMap<>();
    learner.rows((row, content) -> rows.put(row, HexFormat.of().formatHex(writer.encode(content))));
    return rows;
  }

  private static Map<String, String> hex(Map<?, byte[]> rows) {
    Map<String, String> hex = new TreeMap<>();
    rows.forEach((key, row) -> hex.put(key.toString(), HexFormat.of().formatHex(row)));
    return hex;
  }
}
