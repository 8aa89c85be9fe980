package io.bayou.stream;

import io.bayou.config.AppConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads whole topics from their beginning, committed records only. Single-threaded. */
final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaConsumer<byte[], byte[]> consumer;

  /**
   * Connects; nothing is read yet.
   *
   * @throws KafkaException if the cluster cannot be reached or a topic is missing
   */
  TopicReader(AppConfig config, List<String> topics) {
    consumer = consumer(config);
    try {
      List<TopicPartition> partitions = partitions(topics);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
    } catch (KafkaException e) {
      consumer.close();
      throw e;
    }
  }

  private static KafkaConsumer<byte[], byte[]> consumer(AppConfig config) {
    Map<String, Object> settings = new HashMap<>(config.kafka().consumer());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false); // would not be compacted
    settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private List<TopicPartition> partitions(List<String> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : topics) {
      List<PartitionInfo> found = consumer.partitionsFor(topic);
      if (found.isEmpty()) {
        throw new UnknownTopicOrPartitionException(
            "there is no topic '" + topic + "'; 'bayou run' creates what is missing");
      }
      for (PartitionInfo info : found) {
        partitions.add(new TopicPartition(topic, info.partition()));
      }
    }
    return partitions;
  }

  /** Reads on to what is the end of the topics now. */
  void catchUp(Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    while (!isAt(ends)) {
      consumer.poll(POLL).forEach(visitor);
    }
  }

  private boolean isAt(Map<TopicPartition, Long> ends) {
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      if (consumer.position(end.getKey()) < end.getValue()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
