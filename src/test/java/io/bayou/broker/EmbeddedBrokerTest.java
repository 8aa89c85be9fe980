package io.bayou.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients see of a running broker. */
@Tag("broker")
class EmbeddedBrokerTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();

  @Test
  void shouldBeReadyForRecordsWhenItHasStarted() {
    String topic = broker.createTopic(3);

    broker.client().send(topic, "a", "b", "c");

    assertThat(broker.client().read(topic)).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void shouldShowCommittedTransactionsOnly() throws Exception {
    String topic = broker.createTopic(1);
    try (Producer<String, String> producer =
        broker.client().producer(Map.of("transactional.id", "commits-and-aborts"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, "committed")).get();
      producer.commitTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, "aborted")).get();
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, "open")).get();

      assertThat(broker.client().read(topic)).containsExactly("committed");
    }
  }

  @Test
  void shouldNotCreateATopicByUse() {
    try (Producer<String, String> producer =
        broker.client().producer(Map.of("max.block.ms", "300"))) {
      assertThatThrownBy(() -> producer.send(new ProducerRecord<>("misspelt", "x")).get())
          .hasCauseInstanceOf(TimeoutException.class);
    }
  }
}
