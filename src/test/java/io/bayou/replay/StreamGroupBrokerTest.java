package io.bayou.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("broker")
@Timeout(120)
class StreamGroupBrokerTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();

  /* A replay that took "not yet known" for the beginning would leave out what was processed. */
  @Test
  void shouldWaitForAFirstCommitThatIsPending() throws Exception {
    String topic = broker.createTopic(1);
    broker.client().send(topic, "a", "b", "c");
    TopicPartition partition = new TopicPartition(topic, 0);
    AppConfig config =
        AppConfig.of(
            Map.of("kafka.bootstrap.servers", broker.bootstrapServers(), "application.id", topic));
    try (StreamGroup group = new StreamGroup(KafkaCluster.of(config));
        Consumer<String, String> member = new KafkaConsumer<>(member(topic));
        Producer<String, String> producer =
            broker.client().producer(Map.of("transactional.id", topic))) {
      member.subscribe(List.of(topic));
      while (member.poll(Duration.ofSeconds(1)).isEmpty()) {
        assertThat(group.id()).isEqualTo(topic); // until it has joined
      }
      assertThat(group.position(partition)).isZero();
      producer.initTransactions();
      producer.beginTransaction();
      producer.sendOffsetsToTransaction(
          Map.of(partition, new OffsetAndMetadata(2)), member.groupMetadata());

      CompletableFuture<Long> position =
          CompletableFuture.supplyAsync(() -> group.position(partition));
      assertThat(position)
          .as("the offset while it is pending")
          .failsWithin(2, TimeUnit.SECONDS)
          .withThrowableOfType(java.util.concurrent.TimeoutException.class);
      producer.commitTransaction();

      assertThat(position.get(60, TimeUnit.SECONDS)).isEqualTo(2);
    }
  }

  private static Map<String, Object> member(String group) {
    return Map.of(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
        broker.bootstrapServers(),
        ConsumerConfig.GROUP_ID_CONFIG,
        group,
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        "earliest",
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
        StringDeserializer.class,
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
        StringDeserializer.class);
  }
}
