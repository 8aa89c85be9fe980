package io.bayou.stream.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Reads the logs of a {@link FakeKafka}, a few records of each partition with every poll. */
final class FakeConsumer extends MockConsumer<byte[], byte[]> {
  private final FakeKafka kafka;
  private final boolean committed;

  FakeConsumer(FakeKafka kafka, boolean committed) {
    super("none");
    this.kafka = kafka;
    this.committed = committed;
    kafka.opened(this);
  }

  @Override
  public synchronized List<PartitionInfo> partitionsFor(String topic) {
    List<PartitionInfo> partitions = new ArrayList<>();
    for (TopicPartition each : kafka.logs().keySet()) {
      if (each.topic().equals(topic)) {
        partitions.add(new PartitionInfo(topic, each.partition(), null, null, null));
      }
    }
    return partitions;
  }

  @Override
  public synchronized Map<String, List<PartitionInfo>> listTopics() {
    Map<String, List<PartitionInfo>> topics = new HashMap<>();
    for (TopicPartition each : kafka.logs().keySet()) {
      topics.computeIfAbsent(each.topic(), this::partitionsFor);
    }
    return topics;
  }

  @Override
  public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> ends = new HashMap<>();
    synchronized (kafka) {
      partitions.forEach(partition -> ends.put(partition, kafka.log(partition).end(committed)));
    }
    return ends;
  }

  @Override
  public Map<TopicPartition, Long> endOffsets(
      Collection<TopicPartition> partitions, Duration timeout) {
    return endOffsets(partitions);
  }

  @Override
  public synchronized void seekToBeginning(Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> seek(partition, kafka.log(partition).first));
  }

  @Override
  public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    kafka.polling();
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> found = new HashMap<>();
    synchronized (kafka) {
      for (TopicPartition partition : assignment()) {
        if (!paused().contains(partition)) {
          List<ConsumerRecord<byte[], byte[]>> records = fetch(partition);
          if (!records.isEmpty()) {
            found.put(partition, records);
          }
        }
      }
    }
    return new ConsumerRecords<>(found, Map.of());
  }

  private List<ConsumerRecord<byte[], byte[]>> fetch(TopicPartition partition) {
    FakeKafka.FakeLog log = kafka.log(partition);
    long position = position(partition);
    if (position < log.first) {
      throw new OffsetOutOfRangeException(Map.of(partition, position));
    }
    long end = log.end(committed);
    List<ConsumerRecord<byte[], byte[]>> records =
        log.records.stream()
            .filter(record -> record.offset() >= position && record.offset() < end)
            .limit(kafka.pollSize())
            .toList();
    boolean all = records.size() < kafka.pollSize();
    seek(partition, all ? Math.max(position, end) : records.get(records.size() - 1).offset() + 1);
    return records;
  }

  @Override
  public void close() {
    close(CloseOptions.timeout(Duration.ZERO));
  }

  @Override
  public void close(CloseOptions options) {
    kafka.closed(this);
    super.close(options);
  }
}
