package io.bayou.stream.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Puts the records of each task into the order of time before Kafka Streams gets them. A task reads
 * the same partition of several topics. A record waits here until no older one can come from the
 * task's other partitions: each of them has a newer record waiting, or has been read to its end.
 * Only the topics of events are ordered; records of others are handed over as they come, unless a
 * gate holds them.
 *
 * <p>Kafka Streams can wait by itself (<code>max.task.idle.ms</code> of 0 or more), but then
 * formats a log message for each record while one of the partitions is empty.
 */
final class TimeOrder {
  private final Set<String> topics;
  private final Set<String> gated;
  private final RecordGate gate;
  private final Map<TopicPartition, Lane> lanes = new HashMap<>();

  /**
   * @param topics whose records are ordered
   * @param gated topics whose records are not, but may have to wait at the gate
   */
  TimeOrder(Set<String> topics, Set<String> gated, RecordGate gate) {
    this.topics = Set.copyOf(topics);
    this.gated = Set.copyOf(gated);
    this.gate = gate;
  }

  /**
   * Takes in what was fetched, and returns what may be processed.
   *
   * @param assigned all partitions that are read
   * @param paused those that must not get records
   * @param atEnd whether everything in the partition has been fetched
   */
  ConsumerRecords<byte[], byte[]> exchange(
      ConsumerRecords<byte[], byte[]> fetched,
      Collection<TopicPartition> assigned,
      Set<TopicPartition> paused,
      Predicate<TopicPartition> atEnd) {
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(fetched.nextOffsets());
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> released = new HashMap<>();
    for (TopicPartition partition : fetched.partitions()) {
      if (isOrdered(partition) || gated.contains(partition.topic())) {
        lane(partition).add(fetched.records(partition), next.get(partition));
      } else {
        released.put(partition, fetched.records(partition));
      }
    }
    if (lanes.isEmpty()) {
      return fetched;
    }
    for (List<Lane> task : waitingTasks(assigned).values()) {
      release(task, paused, atEnd);
      task.forEach(lane -> lane.handOver(released, next));
    }
    lanes.values().removeIf(Lane::isEmpty);
    return new ConsumerRecords<>(released, next);
  }

  /** Whether the records of a partition are put into order. */
  boolean isOrdered(TopicPartition partition) {
    return topics.contains(partition.topic());
  }

  private Lane lane(TopicPartition partition) {
    return lanes.computeIfAbsent(partition, Lane::new);
  }

  /* The partitions among which records are ordered, where a record waits. */
  private Map<Object, List<Lane>> waitingTasks(Collection<TopicPartition> assigned) {
    Set<Object> waiting = lanes.keySet().stream().map(this::taskOf).collect(Collectors.toSet());
    Map<Object, List<Lane>> tasks = new HashMap<>();
    for (TopicPartition partition : assigned) {
      Object task = taskOf(partition);
      if (waiting.contains(task)) {
        tasks.computeIfAbsent(task, t -> new ArrayList<>()).add(lane(partition));
      }
    }
    return tasks;
  }

  /* What is not ordered waits for itself only. */
  private Object taskOf(TopicPartition partition) {
    return isOrdered(partition) ? (Object) partition.partition() : partition;
  }

  private void release(
      List<Lane> task, Set<TopicPartition> paused, Predicate<TopicPartition> atEnd) {
    for (Lane lane : task) {
      lane.atEnd = atEnd.test(lane.partition);
    }
    List<Lane> open = new ArrayList<>(task);
    for (Lane first = first(open); first != null; first = first(open)) {
      if (paused.contains(first.partition)) {
        return;
      }
      if (gate.admits(first.head())) {
        first.releaseHead();
      } else {
        String waiting = first.partition.topic();
        open.removeIf(lane -> gate.isHeldWith(waiting, lane.partition.topic()));
      }
    }
  }

  /* The lane with the oldest record; null if there is none, or if an older one may still come. */
  private static Lane first(List<Lane> task) {
    Lane first = null;
    for (Lane lane : task) {
      if (!lane.isEmpty()) {
        first = first == null || lane.head().timestamp() < first.head().timestamp() ? lane : first;
      } else if (!lane.atEnd) {
        return null;
      }
    }
    return first;
  }

  /** The partitions of which records wait. */
  Set<TopicPartition> waiting() {
    return lanes.keySet();
  }

  /** The first offset of a partition that waits; null if none does. */
  Long firstOffset(TopicPartition partition) {
    Lane lane = lanes.get(partition);
    return lane == null ? null : lane.head().offset();
  }

  /** Forgets the records of these partitions, which are read elsewhere, or again. */
  void drop(Collection<TopicPartition> partitions) {
    partitions.forEach(lanes::remove);
  }

  /** The records of a partition, of which the first were released. */
  private static final class Lane {
    private final TopicPartition partition;
    private List<ConsumerRecord<byte[], byte[]>> records = List.of();
    private int released;
    private OffsetAndMetadata next; // after all records
    private boolean atEnd;

    Lane(TopicPartition partition) {
      this.partition = partition;
    }

    void add(List<ConsumerRecord<byte[], byte[]>> more, OffsetAndMetadata nextOffset) {
      if (isEmpty()) {
        records = more;
      } else {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>(records);
        all.addAll(more);
        records = all;
      }
      next = nextOffset;
    }

    boolean isEmpty() {
      return released == records.size();
    }

    ConsumerRecord<byte[], byte[]> head() {
      return records.get(released);
    }

    void releaseHead() {
      released++;
    }

    /* Says how far the partition may be committed, too. */
    void handOver(
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> out,
        Map<TopicPartition, OffsetAndMetadata> nextOffsets) {
      if (records.isEmpty()) {
        return;
      }
      if (released > 0) {
        out.put(partition, records.subList(0, released));
        records = records.subList(released, records.size());
        released = 0;
        nextOffsets.put(partition, nextOffset());
      } else {
        nextOffsets.remove(partition);
      }
    }

    private OffsetAndMetadata nextOffset() {
      return isEmpty() ? next : new OffsetAndMetadata(head().offset(), head().leaderEpoch(), "");
    }
  }
}
