package io.bayou.replay;

import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.ProgressDeadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads a run of offsets of one partition, committed records only. */
public final class LogReader {
  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaCluster cluster;
  private final Map<String, Object> settings;
  private final Duration limit;

  public LogReader(KafkaCluster cluster) {
    this(cluster, ProgressDeadline.LIMIT);
  }

  /**
   * @param limit how long a read may make no progress
   */
  LogReader(KafkaCluster cluster, Duration limit) {
    this.cluster = cluster;
    this.limit = limit;
    settings = new HashMap<>(cluster.config().kafka().consumer());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"); // a gap must be noticed
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false); // reading makes no topic
    settings.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
    settings.putIfAbsent(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 << 20);
    settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
  }

  org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer() {
    return cluster.consumer(settings);
  }

  /**
   * Hands over the records in [from, to), in order.
   *
   * @param afterPoll receives the next offset after each poll
   * @throws ReplayException if the log does not contain all of the offsets
   * @throws TimeoutException if there is no progress for too long
   */
  public void read(
      TopicPartition partition,
      long from,
      long to,
      Consumer<ConsumerRecord<byte[], byte[]>> visitor,
      LongConsumer afterPoll) {
    if (from >= to) {
      return;
    }
    Optional<String> shortfall = shortfall(partition, to);
    if (shortfall.isPresent()) {
      throw new ReplayException(shortfall.get());
    }
    try (var consumer = consumer()) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, from);
      ProgressDeadline deadline = new ProgressDeadline(limit);
      long position = from;
      while (position < to) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
          if (record.offset() < to) {
            visitor.accept(record);
          }
        }
        position = Math.min(to, consumer.position(partition));
        afterPoll.accept(position);
        deadline.check(position, () -> awaited(partition, consumer.position(partition)));
      }
    } catch (OffsetOutOfRangeException e) {
      throw new ReplayException(
          "the log of " + partition + " no longer reaches back to offset " + from, e);
    }
  }

  private static String awaited(TopicPartition partition, long position) {
    return String.format(
        Locale.ROOT,
        "records of %s from offset %,d on: Kafka does not answer, or a transaction there is open",
        partition,
        position);
  }

  /** Why a log does not contain an offset: it is not the log that was learned from. */
  Optional<String> shortfall(TopicPartition partition, long to) {
    Map<String, Object> uncommitted = new HashMap<>(settings);
    uncommitted.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    try (var consumer = cluster.consumer(uncommitted)) {
      if (consumer.partitionsFor(partition.topic()).size() <= partition.partition()) {
        return Optional.of("there is no partition " + partition + ": was the topic deleted?");
      }
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      if (end >= to) {
        return Optional.empty();
      }
      return Optional.of(
          String.format(
              Locale.ROOT,
              "the log of %s ends at offset %,d, before %,d: was the topic re-created?",
              partition,
              end,
              to));
    }
  }
}
