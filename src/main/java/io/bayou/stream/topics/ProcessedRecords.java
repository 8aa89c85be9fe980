package io.bayou.stream.topics;

import static io.bayou.stream.topics.KafkaFutures.get;

import io.bayou.config.AppConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the records of topics between two stages that the stream has processed, as Kafka Streams
 * does with the topics that it creates itself. Every instance does it; once more does no harm.
 */
public final class ProcessedRecords implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ProcessedRecords.class);
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final Admin admin;
  private final List<String> topics;
  private final String group;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(ProcessedRecords::daemon);
  private boolean failed;

  /**
   * @param admin stays open
   */
  public ProcessedRecords(Admin admin, AppConfig config) {
    this.admin = admin;
    topics = topics(config);
    group = config.stream().applicationId();
  }

  /** The topics between two stages. */
  public static List<String> topics(AppConfig config) {
    List<String> topics = new ArrayList<>();
    if (config.topics().join().isOn()) {
      topics.add(config.topics().join().waiting());
    }
    config.topics().keyed().ifPresent(topics::add);
    return topics;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "bayou-processed-records");
    thread.setDaemon(true);
    return thread;
  }

  /** Deletes from time to time. */
  public void start() {
    var unused =
        thread.scheduleWithFixedDelay(
            this::deleteOrSay, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /* Nothing depends on it but room on the disks of brokers: the next time will do. */
  private void deleteOrSay() {
    try {
      delete();
      failed = false;
    } catch (KafkaException e) {
      if (!failed && !thread.isShutdown()) {
        log.warn("processed records of {} could not be deleted: {}", topics, e.getMessage());
      }
      failed = true;
    }
  }

  /** Deletes what has been processed by now. */
  void delete() {
    Map<TopicPartition, RecordsToDelete> processed = new HashMap<>();
    get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach((partition, next) -> add(partition, next, processed));
    if (!processed.isEmpty()) {
      get(admin.deleteRecords(processed).all());
    }
  }

  private void add(
      TopicPartition partition,
      OffsetAndMetadata next,
      Map<TopicPartition, RecordsToDelete> processed) {
    if (topics.contains(partition.topic()) && next != null) {
      processed.put(partition, RecordsToDelete.beforeOffset(next.offset()));
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
