package io.bayou.stream.topics;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads topics from the beginning, committed records only. Single-threaded. */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration QUESTION = Duration.ofSeconds(5);

  private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
  private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> uncommitted;
  private final Duration limit;

  /**
   * Connects; nothing is read yet.
   *
   * @throws KafkaException if the cluster cannot be reached or a topic is missing
   */
  public TopicReader(KafkaCluster cluster, List<String> topics) {
    this(cluster, topics, ProgressDeadline.LIMIT);
  }

  /**
   * @param limit how long a read may make no progress
   */
  TopicReader(KafkaCluster cluster, List<String> topics, Duration limit) {
    this.limit = limit;
    consumer = consumer(cluster, "read_committed");
    uncommitted = consumer(cluster, "read_uncommitted");
    try {
      topics.forEach(this::requireTopic);
      List<TopicPartition> partitions = KafkaCluster.partitions(consumer, topics);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
    } catch (KafkaException e) {
      close();
      throw e;
    }
  }

  private static org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer(
      KafkaCluster cluster, String isolation) {
    Map<String, Object> settings = new HashMap<>(cluster.config().kafka().consumer());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false); // would not be compacted
    settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    return cluster.consumer(settings);
  }

  private void requireTopic(String topic) {
    if (consumer.partitionsFor(topic).isEmpty()) {
      throw new UnknownTopicOrPartitionException(
          "there is no topic '" + topic + "'; 'bayou run' creates missing topics");
    }
  }

  /**
   * Reads up to the present end of the topics. Records committed before this call may lie behind an
   * open transaction; the call waits for them.
   *
   * @throws TimeoutException if the read makes no progress for too long
   */
  public void catchUp(Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    Map<TopicPartition, Long> ends = uncommitted.endOffsets(consumer.assignment());
    ProgressDeadline deadline = new ProgressDeadline(limit);
    List<TopicPartition> behind = behind(ends);
    while (!behind.isEmpty()) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < ends.get(new TopicPartition(record.topic(), record.partition()))) {
          visitor.accept(record);
        }
      }
      List<TopicPartition> waiting = behind(ends);
      deadline.check(reached(ends), () -> awaited(waiting));
      behind = waiting;
    }
    returnTo(ends);
  }

  private List<TopicPartition> behind(Map<TopicPartition, Long> ends) {
    return ends.keySet().stream().filter(p -> consumer.position(p) < ends.get(p)).toList();
  }

  /* Reading a partition beyond its end is not progress. */
  private long reached(Map<TopicPartition, Long> ends) {
    return ends.keySet().stream()
        .mapToLong(partition -> Math.min(ends.get(partition), consumer.position(partition)))
        .sum();
  }

  /* Records beyond the end were not visited: the next call starts with them. */
  private void returnTo(Map<TopicPartition, Long> ends) {
    ends.forEach(
        (partition, end) -> {
          if (consumer.position(partition) > end) {
            consumer.seek(partition, end);
          }
        });
  }

  private String awaited(List<TopicPartition> behind) {
    Map<TopicPartition, Long> stable;
    try {
      stable = consumer.endOffsets(behind, QUESTION);
    } catch (TimeoutException e) {
      return "Kafka to answer while " + behind + " is read; check its brokers";
    }
    for (TopicPartition partition : behind) {
      if (stable.get(partition) <= consumer.position(partition)) {
        return "an open transaction on "
            + partition.topic()
            + " to end; 'kafka-transactions.sh find-hanging' lists those that nobody will end";
      }
    }
    return "the records of " + behind;
  }

  @Override
  public void close() {
    consumer.close();
    uncommitted.close();
  }
}
