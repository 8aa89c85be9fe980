package io.bayou.app.serve;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * How many events of this instance's partitions are neither learned nor answered yet: the end of
 * the log less the offset committed. What the consumer says of itself is less: it does not count
 * what it has fetched, and stands still while a partition is paused.
 */
final class EventLag {
  private final Admin admin;
  private final String group;
  private final Supplier<Set<TopicPartition>> partitions;
  private volatile long latest;

  /**
   * @param partitions those of the event topics that this instance reads
   */
  EventLag(Admin admin, String group, Supplier<Set<TopicPartition>> partitions) {
    this.admin = admin;
    this.group = group;
    this.partitions = partitions;
  }

  /** As it was when it was last asked for. */
  long latest() {
    return latest;
  }

  /** Asks for it. */
  void update() throws ExecutionException, InterruptedException {
    Set<TopicPartition> read = partitions.get();
    if (read.isEmpty()) {
      latest = 0;
      return;
    }
    // Committed first: what is read later is larger, and the lag no less than it was.
    Map<TopicPartition, Long> committed = committed(read);
    Map<TopicPartition, Long> ends = offsets(read, OffsetSpec.latest());
    long lag = 0;
    for (TopicPartition partition : read) {
      lag += Math.max(0, ends.get(partition) - committed.get(partition));
    }
    latest = lag;
  }

  /* A partition of which nothing is committed is read from its beginning. */
  private Map<TopicPartition, Long> committed(Set<TopicPartition> partitions)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> known =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    Map<TopicPartition, Long> committed = new HashMap<>();
    Set<TopicPartition> unknown = new HashSet<>();
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata offset = known.get(partition);
      if (offset == null) {
        unknown.add(partition);
      } else {
        committed.put(partition, offset.offset());
      }
    }
    if (!unknown.isEmpty()) {
      committed.putAll(offsets(unknown, OffsetSpec.earliest()));
    }
    return committed;
  }

  private Map<TopicPartition, Long> offsets(Set<TopicPartition> partitions, OffsetSpec spec)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, spec));
    Map<TopicPartition, ListOffsetsResultInfo> found =
        admin
            .listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
            .all()
            .get();
    Map<TopicPartition, Long> offsets = new HashMap<>();
    found.forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }
}
