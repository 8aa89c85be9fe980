package io.bayou.app.serve;

import static io.bayou.stream.topics.KafkaFutures.get;

import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.http.StreamQueries.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every two seconds whether Kafka responds, and how large the lag is: end offsets minus
 * committed offsets of the event partitions that this instance reads. The consumer's own metric is
 * too small: it omits records that it has fetched, and it does not move while a partition is
 * paused.
 *
 * <p>It has its own client and thread, because the stream's clients wait for brokers silently.
 */
final class KafkaWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KafkaWatch.class);

  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final int TIMEOUT_MILLIS = 4_000;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  private final Admin admin;
  private final KafkaConnection connection;
  private final String group;
  private final Supplier<Set<TopicPartition>> partitions;
  private volatile long lag;
  private volatile Optional<String> clusterId = Optional.empty();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(KafkaWatch::daemon);

  KafkaWatch(AppConfig config, KafkaStreams streams) {
    this(config, () -> eventPartitions(config.topics(), streams));
  }

  /**
   * @param partitions the event partitions that this instance reads
   */
  KafkaWatch(AppConfig config, Supplier<Set<TopicPartition>> partitions) {
    Map<String, Object> settings = config.kafka().admin();
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    admin = Admin.create(settings);
    connection = new KafkaConnection(config.kafka().bootstrapServers(), System::nanoTime);
    group = config.stream().applicationId();
    this.partitions = partitions;
  }

  void start() {
    var unused =
        clock.scheduleWithFixedDelay(this::look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Set<TopicPartition> eventPartitions(TopicsConfig topics, KafkaStreams streams) {
    Set<TopicPartition> partitions = new HashSet<>();
    for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
      thread.activeTasks().forEach(task -> partitions.addAll(task.topicPartitions()));
    }
    partitions.removeIf(
        partition ->
            !topics.labeled().contains(partition.topic())
                && !topics.unlabeled().contains(partition.topic()));
    return partitions;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "kafka-watch");
    thread.setDaemon(true);
    return thread;
  }

  /* An exception would cancel the scheduled task. */
  private void look() {
    try {
      if (answers()) {
        connection.answered();
        updateLag();
      } else {
        connection.unanswered();
      }
    } catch (RuntimeException e) {
      log.debug("the lag is unknown", e);
    }
  }

  /* A missing permission is a response, too. */
  private boolean answers() {
    try {
      clusterId = Optional.ofNullable(get(admin.describeCluster().clusterId()));
      return true;
    } catch (RetriableException | InterruptException e) {
      return false;
    } catch (KafkaException e) {
      return true;
    }
  }

  /** The id of the cluster; empty until a broker has told it. */
  Optional<String> clusterId() {
    return clusterId;
  }

  Connection connection() {
    return connection.state();
  }

  /** Whether this instance reads an event partition. */
  boolean reads(TopicPartition partition) {
    return partitions.get().contains(partition);
  }

  /** The lag of this instance, as of a moment ago. */
  long lag() {
    return lag;
  }

  private void updateLag() {
    Set<TopicPartition> read = partitions.get();
    // Committed offsets first: both grow, so the lag is never too small.
    Map<TopicPartition, Long> committed = committed(read);
    Map<TopicPartition, Long> ends = offsets(read, OffsetSpec.latest());
    lag = read.stream().mapToLong(p -> Math.max(0, ends.get(p) - committed.get(p))).sum();
  }

  /* A partition without a committed offset is read from its beginning. */
  private Map<TopicPartition, Long> committed(Set<TopicPartition> read) {
    Map<TopicPartition, Long> committed = new HashMap<>();
    Set<TopicPartition> unknown = new HashSet<>(read);
    get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (offset != null && unknown.remove(partition)) {
                committed.put(partition, offset.offset());
              }
            });
    committed.putAll(offsets(unknown, OffsetSpec.earliest()));
    return committed;
  }

  private Map<TopicPartition, Long> offsets(Set<TopicPartition> wanted, OffsetSpec spec) {
    if (wanted.isEmpty()) {
      return Map.of();
    }
    ListOffsetsOptions committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    Map<TopicPartition, OffsetSpec> request = new HashMap<>();
    wanted.forEach(partition -> request.put(partition, spec));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(admin.listOffsets(request, committed).all())
        .forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    admin.close(CLOSE_TIMEOUT);
  }
}
