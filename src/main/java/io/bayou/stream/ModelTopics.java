package io.bayou.stream;

import io.bayou.codec.ModelDefinitionCodec;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The compacted topics of the models, for whoever is not a running instance: read and written. */
public final class ModelTopics {
  private static final Duration POLL = Duration.ofMillis(200);

  private final AppConfig config;

  public ModelTopics(AppConfig config) {
    this.config = config;
  }

  /** What the topics say now: every model, with everything that was published of it. */
  public SharedModels read() {
    SharedModels shared = new SharedModels();
    DefinitionReader definitions = new DefinitionReader(shared);
    SnapshotReader snapshots = new SnapshotReader(shared);
    EvaluationReader evaluations = new EvaluationReader(shared.evaluations());
    read(config.topics().models(), record -> definitions.read(record.key(), record.value()));
    read(
        config.topics().snapshots(),
        record -> snapshots.read(record.key(), record.value(), record.timestamp()));
    read(config.topics().evaluations(), record -> evaluations.read(record.key(), record.value()));
    return shared;
  }

  /** Registers a model, or replaces its definition; running instances pick it up. */
  public void define(ModelDefinition definition) throws InterruptedException {
    byte[] value = new ModelDefinitionCodec().encode(definition);
    send(List.of(new ProducerRecord<>(config.topics().models(), bytes(definition.name()), value)));
  }

  /** Deletes a model and everything that was published of it. */
  public void delete(String name) throws InterruptedException {
    List<ProducerRecord<byte[], byte[]>> tombstones = new ArrayList<>();
    tombstones.add(new ProducerRecord<>(config.topics().models(), bytes(name), null));
    for (String topic : List.of(config.topics().snapshots(), config.topics().evaluations())) {
      for (String key : keys(topic, name + "@")) {
        tombstones.add(new ProducerRecord<>(topic, bytes(key), null));
      }
    }
    send(tombstones);
  }

  /* A key begins with the model's name and an at sign, which no name holds. */
  private SortedSet<String> keys(String topic, String prefix) {
    SortedSet<String> keys = new TreeSet<>();
    read(
        topic,
        record -> {
          String key = new String(record.key(), StandardCharsets.UTF_8);
          if (record.value() == null) {
            keys.remove(key);
          } else if (key.startsWith(prefix)) {
            keys.add(key);
          }
        });
    return keys;
  }

  private void send(List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
    Map<String, Object> settings = new HashMap<>(config.kafka().producer());
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (ProducerRecord<byte[], byte[]> record : records) {
        producer.send(record).get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e);
    }
  }

  private void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    Map<String, Object> settings = new HashMap<>(config.kafka().consumer());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (PartitionInfo info : consumer.partitionsFor(topic)) {
        partitions.add(new TopicPartition(topic, info.partition()));
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (!isAt(consumer, ends)) {
        consumer.poll(POLL).forEach(visitor);
      }
    }
  }

  private static boolean isAt(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      if (consumer.position(end.getKey()) < end.getValue()) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
