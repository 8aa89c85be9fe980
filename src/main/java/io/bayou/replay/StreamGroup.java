package io.bayou.replay;

import static io.bayou.stream.topics.KafkaFutures.get;

import io.bayou.config.AppConfig;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.KafkaFutures;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TimeoutException;

/** The consumer group of the instances, seen from outside: its members and committed offsets. */
final class StreamGroup implements AutoCloseable {
  /** A transaction that is open for longer than this is not about to end. */
  private static final Duration PENDING_LIMIT = Duration.ofSeconds(90);

  private static final Duration PENDING_POLL = Duration.ofMillis(50);

  private final String id;
  private final Admin admin;

  StreamGroup(KafkaCluster cluster) {
    AppConfig config = cluster.config();
    id = config.stream().applicationId();
    Map<String, Object> settings = config.kafka().admin();
    settings.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    settings.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    admin = cluster.admin(settings);
  }

  String id() {
    return id;
  }

  /** Whether any instance runs. */
  boolean isRunning() {
    try {
      return !get(admin.describeConsumerGroups(List.of(id)).describedGroups().get(id))
          .members()
          .isEmpty();
    } catch (GroupIdNotFoundException e) {
      return false;
    }
  }

  /**
   * By partition, the offset of the first record that no instance has processed and committed.
   *
   * <p>Kafka leaves out a partition whose commit is pending in a transaction, as if nothing had
   * ever been committed. Therefore the request names the partitions, and is repeated until the
   * answer contains each of them, with or without an offset.
   */
  Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions) {
    long deadline = System.nanoTime() + PENDING_LIMIT.toNanos();
    Map<TopicPartition, OffsetAndMetadata> offsets = stableOffsets(partitions);
    while (!offsets.keySet().containsAll(partitions)) {
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException(
            "offsets of '" + id + "' are pending in a transaction for " + PENDING_LIMIT);
      }
      KafkaFutures.pause(PENDING_POLL);
      offsets = stableOffsets(partitions);
    }
    offsets.values().removeIf(Objects::isNull); // never committed
    return offsets;
  }

  private Map<TopicPartition, OffsetAndMetadata> stableOffsets(
      Collection<TopicPartition> partitions) {
    ListConsumerGroupOffsetsOptions stable =
        new ListConsumerGroupOffsetsOptions().requireStable(true);
    ListConsumerGroupOffsetsSpec wanted =
        new ListConsumerGroupOffsetsSpec().topicPartitions(partitions);
    return new HashMap<>(
        get(
            admin
                .listConsumerGroupOffsets(Map.of(id, wanted), stable)
                .partitionsToOffsetAndMetadata(id)));
  }

  /** As {@link #committed}; the beginning of the log where nothing was committed. */
  long position(TopicPartition partition) {
    OffsetAndMetadata offset = committed(List.of(partition)).get(partition);
    return offset == null
        ? offsets(List.of(partition), OffsetSpec.earliest()).get(partition)
        : offset.offset();
  }

  /** The offsets that a rule gives for some partitions; the end where it gives none. */
  Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec rule) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, rule));
    Map<TopicPartition, Long> result = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> found :
        get(admin.listOffsets(wanted).all()).entrySet()) {
      long offset = found.getValue().offset();
      result.put(found.getKey(), offset >= 0 ? offset : end(found.getKey()));
    }
    return result;
  }

  private long end(TopicPartition partition) {
    return get(admin.listOffsets(Map.of(partition, OffsetSpec.latest())).all())
        .get(partition)
        .offset();
  }

  @Override
  public void close() {
    admin.close();
  }
}
