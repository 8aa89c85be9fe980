package io.bayou.stream;

import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.EventLogs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A partial that has published much waits before it publishes again. */
class PublicationRateTest {
  private static final int BYTES_PER_SECOND = 100;
  private static final TopicPartition LABELED = new TopicPartition("labeled", 0);
  private static final String EVENT = "{\"features\":{\"x\":1},\"label\":\"a\"}";
  private static final String CLASS = "default@1/labeled-0/class/a/0";
  private static final String COVERAGE = "default@1/labeled-0/coverage/0";
  private static final Map<String, String> SETTINGS =
      Map.of(
          "snapshot.max.bytes.per.second",
          "" + BYTES_PER_SECOND,
          "snapshot.every.events",
          "3",
          "stale.after.ms",
          "6000");

  private final TestStream stream = new TestStream(SETTINGS);

  @AfterEach
  void stop() {
    stream.close();
  }

  private List<String> published() {
    return stream.snapshots.readKeyValuesToList().stream().map(row -> text(row.key)).toList();
  }

  private long bytes() {
    return stream.activity.publishedBytes();
  }

  /* The examples of the published rows themselves must be those that the coverage row tells. */
  private void assertWhole(int examples) {
    assertThat(stream.shared.merged("default", 1, ModelSpec.defaults()).examples())
        .isEqualTo(examples);
    assertThat(stream.shared.published("default", 1))
        .singleElement()
        .satisfies(row -> assertThat(row.examples()).isEqualTo(examples))
        .satisfies(row -> assertThat(row.covered().get("labeled-0").to()).isEqualTo(examples));
  }

  @Test
  void shouldWaitUntilWhatItPublishedIsWithinTheRate() {
    List<Integer> publications = new ArrayList<>();
    long due = 0;
    for (int second = 1; second <= 60; second++) {
      stream.learn(EVENT);
      long before = bytes();
      stream.passInterval();
      boolean isDue = 1_000L * second >= due;
      assertThat(published().contains(CLASS)).as("second %d", second).isEqualTo(isDue);
      if (isDue) {
        due = 1_000L * second + 1_000L * (bytes() - before) / BYTES_PER_SECOND;
        publications.add(second);
      }
      assertWhole(publications.get(publications.size() - 1));
    }
    assertThat(publications).hasSizeBetween(4, 30).startsWith(1);
  }

  @Test
  void shouldShowASignOfLifeWhileItWaits() {
    stream.learn(EVENT);
    stream.passInterval();
    published();
    for (int second = 1; second <= 3; second++) {
      stream.learn(EVENT);
      stream.passInterval();
      assertThat(published()).isEqualTo(second == 3 ? List.of(COVERAGE) : List.of());
      assertWhole(1);
    }
  }

  @Test
  void shouldPublishAtOnceAfterARestart() {
    stream.learn(EVENT);
    stream.passInterval();
    stream.learn(EVENT);
    try (TakeOver next = new TakeOver(stream, TakeOver.rowsOf(stream))) {
      assertThat(next.publish(LearningTopology.SNAPSHOTS))
          .extracting(row -> new SnapshotCodec().decode(row.value()))
          .allSatisfy(row -> assertThat(row.examples()).isEqualTo(2))
          .extracting(SnapshotRow::row)
          .containsExactly("class/a", "features", "coverage");
    }
  }

  @Test
  void shouldNotWaitToWithdraw() {
    stream.learn(EVENT);
    stream.passInterval();
    stream.learn(EVENT);
    published();
    stream.delete("default");
    stream.passInterval();

    assertThat(stream.snapshots.readKeyValuesToList())
        .hasSize(3)
        .allSatisfy(row -> assertThat(row.value).isNull());
  }

  @Test
  void shouldNotWaitToAcknowledge() {
    stream.learn(EVENT);
    stream.passInterval();
    ModelDefinition defined = stream.shared.definition("default").orElseThrow();
    stream.define(defined.train(ModelSpec.defaults(), 0L));
    published();
    for (int i = 0; i < 3; i++) {
      stream.learn(EVENT);
      stream.passInterval();
      assertThat(published()).contains("default@2/labeled-0/coverage/0").doesNotContain(CLASS);
    }
  }

  @Test
  void shouldNotWaitWhenTheLogWasReplaced() {
    stream.logs.put(LABELED, new EventLogs.Log("id-1", 1));
    stream.learn(EVENT);
    stream.passInterval();
    published();
    try (TakeOver next = new TakeOver(stream, TakeOver.rowsOf(stream))) {
      assertThat(next.publish(LearningTopology.SNAPSHOTS)).isNotEmpty();
      stream.logs.put(LABELED, new EventLogs.Log("id-2", 1));
      next.learn(EVENT, 1_000, 1);
      next.learn(EVENT, 1_000, 0);

      assertThat(next.publish(LearningTopology.SNAPSHOTS)).isNotEmpty();
    }
  }
}
