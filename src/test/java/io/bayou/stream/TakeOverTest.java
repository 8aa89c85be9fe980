package io.bayou.stream;

import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.EvaluationCodec;
import io.bayou.codec.state.RowWriter;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        .contains("default@1/labeled-0/class/a/0", "default@1/labeled-0/class/a/2");
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
