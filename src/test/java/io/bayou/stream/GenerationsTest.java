package io.bayou.stream;

import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reader sees what a source has been at some moment: all of a publication, or nothing. */
class GenerationsTest {
  private static final ModelSpec SPEC = ModelSpec.defaults();

  private final TestStream stream = new TestStream();
  private final SharedModels read = new SharedModels();
  private final SnapshotReader reader = new SnapshotReader(read);

  @AfterEach
  void stop() {
    stream.close();
  }

  private List<KeyValue<byte[], byte[]>> publish(String... labels) {
    for (String label : labels) {
      stream.learn("{\"features\":{\"x\":1},\"label\":\"" + label + "\"}");
    }
    stream.passInterval();
    return stream.snapshots.readKeyValuesToList();
  }

  private long examples() {
    return read.merged("default", 1, SPEC).examples();
  }

  private void take(KeyValue<byte[], byte[]> row) {
    reader.read(row.key, row.value, 0);
  }

  @Test
  void shouldShowTheFormerGenerationUntilTheNextIsWhole() {
    publish("a", "b").forEach(this::take);
    assertThat(examples()).isEqualTo(2);

    for (KeyValue<byte[], byte[]> row : publish("a", "b", "c")) {
      assertThat(examples()).as("before " + text(row.key)).isEqualTo(2);
      assertThat(read.published("default", 1))
          .singleElement()
          .satisfies(coverage -> assertThat(coverage.examples()).isEqualTo(2));
      take(row);
    }
    assertThat(examples()).isEqualTo(5);
  }

  @Test
  void shouldCloseAGenerationWithoutAnyRow() {
    try (TestStream full = new TestStream(Map.of("stale.after.ms", "6000"), oneClass())) {
      full.learn("{\"features\":{\"x\":1},\"label\":\"a\"}");
      full.passInterval();
      full.snapshots.readKeyValuesToList();
      for (int second = 0; second < 14; second++) {
        full.learn("{\"features\":{\"x\":1},\"label\":\"beyond the limit " + second + "\"}");
        full.passInterval();
        assertThat(full.snapshots.readKeyValuesToList())
            .extracting(row -> text(row.key))
            .contains("default@1/labeled-0/coverage/0");
      }
      assertThat(full.activity.leftOut().get("default").values()).containsExactly(14L);
    }
  }

  private static ModelSpec oneClass() {
    return SpecCodec.read("test", "{\"limits\": {\"classes\": 1}}");
  }

  @Test
  void shouldHideOneRowForOneTombstone() {
    var rows = publish("a", "b");
    rows.forEach(this::take);
    examples(); // the rows are in a learner now
    for (KeyValue<byte[], byte[]> row : rows) {
      if (text(row.key).contains("class/a")) {
        reader.read(row.key, null, 0);
      }
    }
    take(rows.get(rows.size() - 1)); // the next heartbeat

    assertThat(examples()).isEqualTo(1);
    assertThat(read.keys("default", 1)).hasSize(rows.size() - 1);
    rows.forEach(this::take);
    assertThat(examples()).isEqualTo(2);
  }

  @Test
  void shouldTakeEverythingBackWithTheCoverage() {
    var rows = publish("a", "b");
    rows.forEach(this::take);
    rows.forEach(row -> reader.read(row.key, null, 0));

    assertThat(examples()).isZero();
    assertThat(read.published("default", 1)).isEmpty();
  }

  @Test
  void shouldNotSumWhatAnotherSpecHasLearned() {
    publish("a", "b").forEach(this::take);

    assertThat(read.merged("default", 1, oneClass()).examples()).isZero();
    assertThat(examples()).as("left out until they are published again").isZero();
    publish("a", "b").forEach(this::take);
    assertThat(examples()).isEqualTo(4);
  }
}
