package io.bayou.broker;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What tests do with a broker most often; keys and values are strings. */
public record TestClient(String bootstrapServers) {
  /** Settings of a client that connects to the broker, with others added. */
  public Map<String, Object> settings(Map<String, ?> others) {
    Map<String, Object> settings = new HashMap<>(others);
    settings.put("bootstrap.servers", bootstrapServers);
    return settings;
  }

  public Admin admin() {
    return Admin.create(settings(Map.of()));
  }

  public Producer<String, String> producer(Map<String, ?> settings) {
    return new KafkaProducer<>(settings(settings), new StringSerializer(), new StringSerializer());
  }

  /** Returns when the topic exists, for the broker, too, which learns it from the controller. */
  public void createTopic(String name, int partitions, Map<String, String> settings) {
    try (Admin admin = admin()) {
      NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(settings);
      get(admin.createTopics(List.of(topic)).all());
      await().until(() -> get(admin.listTopics().names()).contains(name));
    }
  }

  /** Returns when the broker has acknowledged every value. */
  public void send(String topic, String... values) {
    try (Producer<String, String> producer = producer(Map.of())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (String value : values) {
        sent.add(producer.send(new ProducerRecord<>(topic, value)));
      }
      sent.forEach(TestClient::get);
    }
  }

  /** The committed values of a topic as far as they exist now, partition by partition. */
  public List<String> read(String topic) {
    Map<String, Object> settings = settings(Map.of("isolation.level", "read_committed"));
    var strings = new StringDeserializer();
    try (Consumer<String, String> consumer = new KafkaConsumer<>(settings, strings, strings)) {
      List<String> values = new ArrayList<>();
      for (int partition = 0; partition < consumer.partitionsFor(topic).size(); partition++) {
        read(consumer, new TopicPartition(topic, partition), values);
      }
      return values;
    }
  }

  private static void read(
      Consumer<String, String> consumer, TopicPartition partition, List<String> values) {
    List<TopicPartition> partitions = List.of(partition);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    long end = consumer.endOffsets(partitions).get(partition);
    while (consumer.position(partition) < end) {
      consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
    }
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new AssertionError("the broker refused: " + e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for the broker", e);
    }
  }
}
