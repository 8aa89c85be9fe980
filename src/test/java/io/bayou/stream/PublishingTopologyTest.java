package io.bayou.stream;

import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.OffsetRange;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.TestOutputTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a task publishes, and when. */
class PublishingTopologyTest {
  private static final String EVENT = "{\"features\":{\"x\":1},\"label\":\"a\"}";
  private static final String[] ROWS = {
    "default@1/labeled-0/class/a/0",
    "default@1/labeled-0/features/0",
    "default@1/labeled-0/coverage/0"
  };

  private final TestStream stream =
      new TestStream(Map.of("snapshot.every.events", "3", "stale.after.ms", "6000"));

  @AfterEach
  void stop() {
    stream.close();
  }

  private List<String> published() {
    return stream.snapshots.readKeyValuesToList().stream()
        .map(row -> text(row.key) + (row.value == null ? " deleted" : ""))
        .toList();
  }

  private static long bytes(TestOutputTopic<byte[], byte[]> topic) {
    return topic.readKeyValuesToList().stream()
        .mapToLong(row -> row.key.length + row.value.length)
        .sum();
  }

  @Test
  void shouldPublishWhatChanged() {
    stream.learn(EVENT);
    stream.passInterval();
    assertThat(published()).containsExactly(ROWS);
    stream.learn(EVENT);
    stream.passInterval();
    assertThat(published()).containsExactly(ROWS[0], ROWS[2]); // no new feature
    stream.passInterval();
    assertThat(published()).isEmpty();
  }

  @Test
  void shouldCountWhatItPublishes() {
    stream.learn(EVENT);
    assertThat(stream.activity.publishedBytes()).isZero();
    stream.passInterval();

    assertThat(stream.activity.publishedRows()).isEqualTo(2);
    assertThat(stream.activity.publishedBytes())
        .isEqualTo(bytes(stream.snapshots) + bytes(stream.evaluations));
  }

  @Test
  void shouldCountTheSumsThatItMakes() {
    stream.learn(EVENT);
    assertThat(stream.activity.sums()).isEqualTo(1);
    assertThat(stream.activity.sumNanos()).isPositive();

    stream.learn(EVENT);
    stream.passInterval();
    assertThat(stream.activity.sums()).isEqualTo(1);
  }

  @Test
  void shouldPublishEarlyAfterSoManyEvents() {
    stream.learn(EVENT);
    stream.learn(EVENT);
    assertThat(stream.snapshots.isEmpty()).isTrue();
    stream.learn(EVENT);

    assertThat(stream.snapshots.readValuesToList())
        .hasSize(3)
        .extracting(new SnapshotCodec()::decode)
        .allSatisfy(row -> assertThat(row.examples()).isEqualTo(3))
        .allSatisfy(
            row ->
                assertThat(row.covered())
                    .isEqualTo(new TreeMap<>(Map.of("labeled-0", new OffsetRange(0, 3)))));
    assertThat(stream.shared.merged("default", 1, ModelSpec.defaults()).examples())
        .as("what the rows themselves say")
        .isEqualTo(3);
    stream.learn(EVENT);
    assertThat(stream.snapshots.isEmpty()).isTrue();
  }

  /* More than a third of six seconds after it last published. */
  @Test
  void shouldShowASignOfLifeInTime() {
    for (int second = 1; second <= 5; second++) {
      stream.learn(EVENT);
      stream.passInterval();
    }
    published();
    for (int round = 0; round < 2; round++) {
      stream.passInterval();
      stream.passInterval();
      assertThat(published()).isEmpty();
      stream.passInterval();
      assertThat(published()).containsExactly("default@1/labeled-0/coverage/0");
    }
  }

  @Test
  void shouldTakeBackEveryRowOfADeletedModel() {
    stream.learn(EVENT);
    stream.passInterval();
    published();
    stream.delete("default");
    stream.passInterval();

    assertThat(published())
        .containsExactlyInAnyOrder(
            ROWS[0] + " deleted", ROWS[1] + " deleted", ROWS[2] + " deleted");
    assertThat(stream.evaluations.readKeyValuesToList())
        .last()
        .satisfies(row -> assertThat(text(row.key)).isEqualTo("default@1/labeled-0"))
        .satisfies(row -> assertThat(row.value).isNull());
    assertThat(stream.driver.getKeyValueStore("models").approximateNumEntries()).isZero();
  }
}
