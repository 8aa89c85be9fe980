package io.bayou.app.serve;

import static io.bayou.stream.topics.KafkaFutures.get;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * The lag of this instance: end offsets minus committed offsets of the event partitions it reads.
 * The consumer's own metric is too small: it omits records that it has fetched, and it does not
 * move while a partition is paused.
 */
final class EventLag {
  private final Admin admin;
  private final String group;
  private final Supplier<Set<TopicPartition>> partitions;
  private volatile long latest;

  /**
   * @param partitions the event partitions that this instance reads
   */
  EventLag(Admin admin, String group, Supplier<Set<TopicPartition>> partitions) {
    this.admin = admin;
    this.group = group;
    this.partitions = partitions;
  }

  /** The lag at the last update. */
  long latest() {
    return latest;
  }

  void update() {
    Set<TopicPartition> read = partitions.get();
    if (read.isEmpty()) {
      latest = 0;
      return;
    }
    // Committed offsets first: both grow, so the lag is never too small.
    Map<TopicPartition, Long> committed = committed(read);
    Map<TopicPartition, Long> ends = offsets(read, OffsetSpec.latest());
    long lag = 0;
    for (TopicPartition partition : read) {
      lag += Math.max(0, ends.get(partition) - committed.get(partition));
    }
    latest = lag;
  }

  /* A partition without a committed offset is read from its beginning. */
  private Map<TopicPartition, Long> committed(Set<TopicPartition> partitions) {
    Map<TopicPartition, Long> committed = new HashMap<>();
    Set<TopicPartition> unknown = new HashSet<>(partitions);
    get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (offset != null && unknown.remove(partition)) {
                committed.put(partition, offset.offset());
              }
            });
    if (!unknown.isEmpty()) {
      committed.putAll(offsets(unknown, OffsetSpec.earliest()));
    }
    return committed;
  }

  private Map<TopicPartition, Long> offsets(Set<TopicPartition> partitions, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, spec));
    ListOffsetsOptions committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(admin.listOffsets(wanted, committed).all())
        .forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }
}
