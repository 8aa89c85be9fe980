package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import io.bayou.broker.TestClient;
import io.bayou.config.AppConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
class KafkaWatchTest {
  private static final TopicPartition LABELED = new TopicPartition("labeled", 0);
  private static final TopicPartition UNLABELED = new TopicPartition("unlabeled", 0);

  @TempDir Path directory;

  @Test
  void shouldCountWhatIsNotCommittedAndNoticeThatTheBrokerIsGone() throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(directory));
    try (KafkaWatch watch = watch(broker.bootstrapServers())) {
      watch.start();
      await().untilAsserted(() -> assertThat(watch.lag()).isEqualTo(60 + 7));
      assertThat(watch.connection().up()).isTrue();
      broker.close();
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> assertThat(watch.connection().up()).isFalse());
      assertThat(watch.connection().silence()).isGreaterThan(Duration.ofSeconds(9));
    } finally {
      broker.close();
    }
  }

  private static KafkaWatch watch(String servers) throws Exception {
    fill(new TestClient(servers));
    return new KafkaWatch(
        AppConfig.of(Map.of("kafka.bootstrap.servers", servers, "application.id", "app")),
        () -> Set.of(LABELED, UNLABELED));
  }

  /** 40 of 100 labeled events are learned; of the unlabeled ones, nothing is known. */
  private static void fill(TestClient client) throws Exception {
    client.createTopic(LABELED.topic(), 1, Map.of());
    client.createTopic(UNLABELED.topic(), 1, Map.of());
    client.send(LABELED.topic(), Collections.nCopies(100, "{}").toArray(String[]::new));
    client.send(UNLABELED.topic(), Collections.nCopies(7, "{}").toArray(String[]::new));
    try (Admin admin = client.admin()) {
      admin
          .alterConsumerGroupOffsets("app", Map.of(LABELED, new OffsetAndMetadata(40)))
          .all()
          .get();
    }
  }
}
