package io.bayou.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("broker")
@Timeout(120) // the reader used to spin for ever
class LogReaderBrokerTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();

  private final List<Long> offsets = new ArrayList<>();

  @Test
  void shouldReadARunOfOffsets() {
    String topic = broker.createTopic(1);
    broker.client().send(topic, "a", "b", "c", "d");

    read(topic, 1, 3);

    assertThat(offsets).containsExactly(1L, 2L);
  }

  @Test
  void shouldSayThatALogEndsTooEarly() {
    String topic = broker.createTopic(1);
    broker.client().send(topic, "a", "b");

    assertThatThrownBy(() -> read(topic, 0, 5_000))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "the log of " + topic + "-0 ends at offset 2, before 5,000: was the topic re-created?");
  }

  @Test
  void shouldSayThatThereIsNoLog() {
    assertThatThrownBy(() -> read("nowhere", 0, 1))
        .isInstanceOf(ReplayException.class)
        .hasMessage("there is no partition nowhere-0: was the topic deleted?");
  }

  @Test
  void shouldNotWaitForEver() {
    String topic = broker.createTopic(1);
    try (Producer<String, String> producer =
        broker.client().producer(Map.of("transactional.id", "never-done"))) {
      producer.initTransactions();
      producer.beginTransaction();
      var unused = producer.send(new ProducerRecord<>(topic, "open"));
      producer.flush();

      assertThatThrownBy(() -> read(topic, 0, 1))
          .isInstanceOf(TimeoutException.class)
          .hasMessageStartingWith("waited 2 s for records of " + topic + "-0 from offset 0 on");
      producer.abortTransaction();
    }
  }

  private void read(String topic, long from, long to) {
    AppConfig config = AppConfig.of(Map.of("kafka.bootstrap.servers", broker.bootstrapServers()));
    new LogReader(KafkaCluster.of(config), Duration.ofSeconds(2))
        .read(
            new TopicPartition(topic, 0),
            from,
            to,
            record -> offsets.add(record.offset()),
            position -> {});
  }
}
