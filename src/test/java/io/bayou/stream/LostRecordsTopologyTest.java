package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.LogLines;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.order.LostRecords.Gap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Records that Kafka deletes before they are read are missed by the model, and it says so. */
class LostRecordsTopologyTest {
  private static final TopicPartition LABELED = new TopicPartition("labeled", 0);
  private static final String EXAMPLE = "{\"features\":{\"x\":1},\"label\":\"a\"}";

  @Test
  void shouldFlagTheCoverageOfTheModelThatMissesThem() {
    try (TestStream stream = new TestStream();
        LogLines log = new LogLines(LogCheck.class)) {
      stream.learn(EXAMPLE);
      stream.learn(EXAMPLE);
      stream.activity.lost().found(new Gap(LABELED, 2, 10));
      stream.learn(EXAMPLE);
      stream.passInterval();

      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("WARN offsets 2 to 9 of labeled-0 were deleted before they were read");
      assertThat(stream.activity.lost().byTopic()).isEqualTo(Map.of("labeled", 8L));
      assertThat(covered(stream)).isEqualTo(new OffsetRange(0, 3, 8));

      stream.learn(EXAMPLE);
      stream.passInterval();
      assertThat(covered(stream)).as("it stays incomplete").isEqualTo(new OffsetRange(0, 4, 8));
    }
  }

  @Test
  void shouldJudgeByWhatWasLearnedIfTheGroupHasNoOffsets() {
    try (TestStream stream = new TestStream()) {
      stream.activity.lost().found(new Gap(LABELED, -1, 10));
      stream.learn(EXAMPLE);
      assertThat(stream.activity.lost().byTopic()).as("nothing was expected").isEmpty();

      stream.activity.lost().found(new Gap(LABELED, -1, 10));
      stream.passInterval();
      assertThat(stream.activity.lost().byTopic()).isEqualTo(Map.of("labeled", 9L));
      assertThat(covered(stream)).isEqualTo(new OffsetRange(0, 1, 9));
    }
  }

  private static OffsetRange covered(TestStream stream) {
    SnapshotCodec codec = new SnapshotCodec();
    List<SnapshotRow> rows =
        stream.snapshots.readValuesToList().stream().map(codec::decode).toList();
    return rows.get(rows.size() - 1).covered().get("labeled-0");
  }
}
