package io.bayou.stream.topics;

import io.bayou.config.AppConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The cluster that a configuration names. Opens clients; tests use one without a broker. */
public interface KafkaCluster {
  AppConfig config();

  Consumer<byte[], byte[]> consumer(Map<String, Object> settings);

  Producer<byte[], byte[]> producer(Map<String, Object> settings);

  Admin admin(Map<String, Object> settings);

  /** The cluster whose clients connect to where their settings say. */
  static KafkaCluster of(AppConfig config) {
    return new Connecting(config);
  }

  /** The partitions of some topics, in the order of the topics. */
  static List<TopicPartition> partitions(Consumer<?, ?> consumer, Collection<String> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : topics) {
      for (PartitionInfo info : consumer.partitionsFor(topic)) {
        partitions.add(new TopicPartition(topic, info.partition()));
      }
    }
    return partitions;
  }

  /** The only implementation outside tests. */
  record Connecting(AppConfig config) implements KafkaCluster {
    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
      return new KafkaConsumer<>(
          settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Producer<byte[], byte[]> producer(Map<String, Object> settings) {
      return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Admin admin(Map<String, Object> settings) {
      return Admin.create(settings);
    }
  }
}
