package io.bayou.bench.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.bench.JsonValues;
import io.bayou.bench.chaos.Ledger.Kind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads committed predictions, dead letters and joined examples, and records them in the ledger.
 */
final class Answers implements AutoCloseable {
  private final Ledger ledger;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> next = new HashMap<>();
  private final Thread thread = new Thread(this::run, "answers");
  private volatile boolean stopped;

  /** Reads from the beginning. */
  Answers(String bootstrapServers, Ledger ledger) {
    this.ledger = ledger;
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all =
        Stream.of(Topics.PREDICTIONS, Topics.DEAD_LETTERS, Topics.EXAMPLES)
            .flatMap(topic -> consumer.partitionsFor(topic, Duration.ofMinutes(2)).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!stopped) {
        poll();
      }
    } catch (WakeupException e) {
      // told to stop
    } finally {
      consumer.close();
    }
  }

  private void poll() {
    try {
      consumer.poll(Duration.ofMillis(500)).forEach(this::take);
    } catch (WakeupException e) {
      throw e;
    } catch (KafkaException e) {
      pause(); // the brokers are in a bad way; the next poll goes on where this one stood
    }
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /* If the consumer starts over because of a broker, records do not count twice. */
  private void take(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    if (record.offset() < next.getOrDefault(partition, 0L)) {
      return;
    }
    next.put(partition, record.offset() + 1);
    String key = record.key() == null ? "" : new String(record.key(), UTF_8);
    switch (record.topic()) {
      case Topics.PREDICTIONS -> answered(key, record.value());
      case Topics.EXAMPLES -> ledger.joins().joined(key);
      default -> ledger.deadLetter(key);
    }
  }

  private void answered(String id, byte[] prediction) {
    ledger.answered(id);
    if (!id.isEmpty() && Kind.of(id.charAt(0)) == Kind.CUSTOMER) {
      Object customer = JsonValues.object(new String(prediction, UTF_8)).getOrDefault("key", "");
      ledger.keys().answered(Integer.parseInt(id.substring(1)), customer.toString());
    }
  }

  @Override
  public void close() {
    stopped = true;
    consumer.wakeup();
  }
}
