package io.bayou.replay;

import io.bayou.config.AppConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a run of offsets of one partition, committed records only. */
final class LogReader {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<String, Object> settings;

  LogReader(AppConfig config) {
    settings = new HashMap<>(config.kafka().consumer());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"); // a gap must be noticed
    settings.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
    settings.putIfAbsent(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 << 20);
    settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
  }

  KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Hands over the records in [from, to), in order.
   *
   * @param afterPoll told how far the reading has come, now and then
   * @throws ReplayException if the log no longer reaches back that far
   */
  void read(
      TopicPartition partition,
      long from,
      long to,
      Consumer<ConsumerRecord<byte[], byte[]>> visitor,
      PositionListener afterPoll) {
    if (from >= to) {
      return;
    }
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, from);
      long position = from;
      while (position < to) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
          if (record.offset() < to) {
            visitor.accept(record);
          }
        }
        position = Math.min(to, consumer.position(partition));
        afterPoll.at(position);
      }
    } catch (OffsetOutOfRangeException e) {
      throw new ReplayException(
          "the log of " + partition + " no longer reaches back to offset " + from, e);
    }
  }

  /** Told how far a reading has come. */
  interface PositionListener {
    /**
     * @param position the offset before which everything was handed over
     */
    void at(long position);
  }
}
