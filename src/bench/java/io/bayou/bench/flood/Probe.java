package io.bayou.bench.flood;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends a small question from time to time and measures its latency. */
final class Probe implements AutoCloseable {
  private static final String PREFIX = "probe-";

  private final FloodKind kind;
  private final Producer<byte[], byte[]> producer;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<String, Long> open = new ConcurrentHashMap<>();
  private int asked;
  private long longestNanos;

  Probe(FloodKind kind, String bootstrapServers) {
    this.kind = kind;
    producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all =
        consumer.partitionsFor("bayou.predictions").stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  /** Sends the next question. */
  @SuppressWarnings("FutureReturnValueIgnored") // what is lost is never answered
  void ask() {
    byte[] question = kind.question(asked);
    String id = PREFIX + asked++;
    open.put(id, System.nanoTime());
    producer.send(new ProducerRecord<>("bayou.unlabeled", id.getBytes(UTF_8), question));
    producer.flush();
  }

  /** Reads the answers since the last call. */
  void read(Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    do {
      consumer
          .poll(Duration.ofNanos(Math.max(1, end - System.nanoTime())))
          .forEach(record -> answered(new String(record.key(), UTF_8)));
    } while (System.nanoTime() - end < 0);
  }

  private void answered(String id) {
    Long since = open.remove(id);
    if (since != null) {
      longestNanos = Math.max(longestNanos, System.nanoTime() - since);
    }
  }

  int asked() {
    return asked;
  }

  int unanswered() {
    return open.size();
  }

  /** Of answered questions; a pending one may be worse. */
  double longestSeconds() {
    long longest = longestNanos;
    for (long since : open.values()) {
      longest = Math.max(longest, System.nanoTime() - since);
    }
    return longest / 1e9;
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
  }
}
