package io.bayou.stream.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("broker")
class ProcessedRecordsTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();

  @Test
  void shouldDeleteWhatWasProcessedAndNothingElse() throws Exception {
    TopicPartition waiting = new TopicPartition("purge.waiting", 0);
    TopicPartition events = new TopicPartition("purge.labeled", 0);
    AppConfig config =
        AppConfig.of(
            Map.of(
                "topic.prefix", "purge.",
                "application.id", "purge",
                "labels.topics", "purge.labels",
                "kafka.bootstrap.servers", broker.bootstrapServers()));
    for (TopicPartition partition : List.of(waiting, events)) {
      broker.client().createTopic(partition.topic(), 1, Map.of());
      broker.client().send(partition.topic(), "a", "b", "c", "d", "e");
    }
    try (Admin admin = broker.client().admin();
        ProcessedRecords records = new ProcessedRecords(admin, config)) {
      records.delete(); // nothing was processed yet
      assertThat(first(admin, waiting)).isZero();
      OffsetAndMetadata third = new OffsetAndMetadata(3);
      admin.alterConsumerGroupOffsets("purge", Map.of(waiting, third, events, third)).all().get();

      records.delete();
      records.delete();

      assertThat(first(admin, waiting)).isEqualTo(3);
      assertThat(first(admin, events)).isZero();
      assertThat(broker.client().read("purge.waiting")).containsExactly("d", "e");
    }
  }

  private static long first(Admin admin, TopicPartition partition) throws Exception {
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.earliest()))
        .all()
        .get()
        .get(partition)
        .offset();
  }
}
