package io.bayou.replay;

import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.ProgressDeadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/**
 * Several partitions as one log, ordered by time, then by partition. The order is the same for
 * every read of the same log. Holds no more than a few polls in memory.
 */
final class MergedLog {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int MAX_BUFFERED = 5_000;

  private final LogReader reader;
  private final Map<String, Queue> queues = new TreeMap<>();
  private long done;

  /** The records of one partition that were fetched but not handed over yet. */
  private static final class Queue {
    final ReplayPlan.Range range;
    final Deque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
    long fetched;

    Queue(ReplayPlan.Range range) {
      this.range = range;
      fetched = range.from();
    }

    boolean isFetched() {
      return fetched >= range.to();
    }

    boolean isBlocking() {
      return records.isEmpty() && !isFetched();
    }
  }

  MergedLog(KafkaCluster cluster, ReplayPlan plan) {
    reader = new LogReader(cluster);
    for (ReplayPlan.Range range : plan.ranges()) {
      if (range.from() < range.to()) {
        queues.put(range.source(), new Queue(range));
      }
    }
  }

  /**
   * @param afterPoll receives the number of records handed over, after each poll
   */
  void read(Consumer<ConsumerRecord<byte[], byte[]>> visitor, LongConsumer afterPoll) {
    try (var consumer = reader.consumer()) {
      List<TopicPartition> partitions =
          queues.values().stream().map(queue -> queue.range.partition()).toList();
      consumer.assign(partitions);
      queues.values().forEach(q -> consumer.seek(q.range.partition(), q.range.from()));
      ProgressDeadline deadline = new ProgressDeadline(ProgressDeadline.LIMIT);
      while (!queues.values().stream().allMatch(q -> q.isFetched() && q.records.isEmpty())) {
        fetch(consumer);
        handOver(visitor);
        afterPoll.accept(done);
        deadline.check(fetched(), () -> "records of " + partitions);
      }
    } catch (OffsetOutOfRangeException e) {
      throw new ReplayException("the log was cut while it was read: " + e.getMessage(), e);
    }
  }

  private void fetch(org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer) {
    Set<TopicPartition> paused = new HashSet<>();
    for (Queue queue : queues.values()) {
      if (queue.isFetched() || queue.records.size() >= MAX_BUFFERED) {
        paused.add(queue.range.partition());
      }
    }
    consumer.resume(consumer.assignment());
    consumer.pause(paused);
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      Queue queue = queues.get(record.topic() + "-" + record.partition());
      if (record.offset() < queue.range.to()) {
        queue.records.add(record);
      }
    }
    for (Queue queue : queues.values()) {
      queue.fetched = Math.max(queue.fetched, consumer.position(queue.range.partition()));
    }
  }

  private long fetched() {
    return queues.values().stream().mapToLong(q -> Math.min(q.fetched, q.range.to())).sum();
  }

  private void handOver(Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    while (true) {
      Queue next = null;
      for (Queue queue : queues.values()) {
        if (queue.isBlocking()) {
          return; // its next record may be the earliest
        }
        if (!queue.records.isEmpty() && (next == null || isEarlier(queue, next))) {
          next = queue;
        }
      }
      if (next == null) {
        return;
      }
      visitor.accept(next.records.poll());
      done++;
    }
  }

  private static boolean isEarlier(Queue one, Queue other) {
    return one.records.peek().timestamp() < other.records.peek().timestamp();
  }
}
