package io.bayou.stream.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.stream.order.LostRecords.Gap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LostRecordsTest {
  private static final TopicPartition ONE = new TopicPartition("labeled", 1);
  private static final TopicPartition TWO = new TopicPartition("labeled", 2);

  private final LostRecords lost = new LostRecords();

  @Test
  void shouldHandAGapToTheTaskOfItsPartitionOnce() {
    lost.found(new Gap(ONE, 5, 9));
    lost.found(new Gap(TWO, 0, 3));
    assertThat(lost.any()).isTrue();
    assertThat(lost.take(List.of(ONE))).containsExactly(new Gap(ONE, 5, 9));
    assertThat(lost.take(List.of(ONE))).isEmpty();
    assertThat(lost.any()).isTrue();
    assertThat(lost.take(List.of(TWO))).hasSize(1);
    assertThat(lost.any()).isFalse();
  }

  @Test
  void shouldCountByTopic() {
    lost.count(new Gap(ONE, 5, 9));
    lost.count(new Gap(TWO, 0, 3));
    assertThat(lost.byTopic()).isEqualTo(Map.of("labeled", 7L));
    assertThat(lost.latest()).isEqualTo("offsets 0 to 2 of labeled-2");
  }
}
