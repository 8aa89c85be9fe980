package io.bayou.stream.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("broker")
class TopicReaderTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();

  private final List<String> visited = new ArrayList<>();

  @Test
  void shouldWaitForAnOpenTransactionAndStopWhereTheTopicEnded() {
    String topic = broker.createTopic(1);
    broker.client().send(topic, "before");
    try (Producer<String, String> writer = transaction(topic, "open");
        TopicReader reader = reader(topic, Duration.ofSeconds(60))) {
      CompletableFuture<Void> later =
          CompletableFuture.runAsync(
              () -> {
                writer.commitTransaction();
                broker.client().send(topic, "after", "after");
              },
              CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));

      catchUp(reader);
      assertThat(visited).containsExactly("before", "open");

      later.join();
      catchUp(reader);
      assertThat(visited).containsExactly("before", "open", "after", "after");
    }
  }

  @Test
  void shouldVisitWhatComesLaterOnceAndInOrder() {
    String topic = broker.createTopic(1);
    broker.client().send(topic, "1", "2");
    try (TopicReader reader = reader(topic, Duration.ofSeconds(60))) {
      catchUp(reader);
      broker.client().send(topic, "3");
      catchUp(reader);
      catchUp(reader);
    }
    assertThat(visited).containsExactly("1", "2", "3");
  }

  @Test
  void shouldSayThatATransactionIsOpen() {
    String topic = broker.createTopic(1);
    try (Producer<String, String> writer = transaction(topic, "open");
        TopicReader reader = reader(topic, Duration.ofSeconds(2))) {
      assertThatThrownBy(() -> catchUp(reader))
          .isInstanceOf(TimeoutException.class)
          .hasMessageStartingWith("waited 2 s for an open transaction on " + topic + " to end;");
      writer.abortTransaction();
    }
  }

  private static Producer<String, String> transaction(String topic, String value) {
    Producer<String, String> producer =
        broker.client().producer(Map.of("transactional.id", "writer-of-" + topic));
    producer.initTransactions();
    producer.beginTransaction();
    var unused = producer.send(new ProducerRecord<>(topic, value));
    producer.flush();
    return producer;
  }

  private static TopicReader reader(String topic, Duration limit) {
    AppConfig config = AppConfig.of(Map.of("kafka.bootstrap.servers", broker.bootstrapServers()));
    return new TopicReader(KafkaCluster.of(config), List.of(topic), limit);
  }

  private void catchUp(TopicReader reader) {
    reader.catchUp(record -> visited.add(new String(record.value(), StandardCharsets.UTF_8)));
  }
}
