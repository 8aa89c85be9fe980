package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CommandFailed;
import io.bayou.bench.stream.StreamResult.Latency;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Sends events at a steady rate and measures the time until their answers can be read. */
final class LatencyProbe {
  /** Events per second. */
  static final int RATE = 2_000;

  /* If all events are labeled, one event in this many is a question. */
  private static final int QUESTION_EVERY = 20;
  private static final double WARM_UP = 0.25;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final String servers;
  private final Workload workload;
  private final long[] sentAt;
  private final long[] latency;
  private int answered;

  LatencyProbe(String servers, Workload workload, int seconds) {
    this.servers = servers;
    this.workload = workload;
    sentAt = new long[RATE * seconds];
    latency = new long[RATE * seconds];
  }

  /** Milliseconds from sending to reading; quantiles without the first quarter. */
  Latency run(String input, String output, Variant variant) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread sender =
        new Thread(
            () -> {
              try {
                send(input, variant);
              } catch (RuntimeException e) {
                failure.set(e);
              }
            },
            "latency-sender");
    try (Consumer<byte[], byte[]> consumer = consumer(output)) {
      sender.start();
      receive(consumer, expected(variant), failure);
    }
    sender.join();
    int from = (int) (answered * WARM_UP);
    long[] warm = Arrays.copyOfRange(latency, from, answered);
    Arrays.sort(warm);
    return new Latency(quantile(warm, 0.5), quantile(warm, 0.99));
  }

  private int expected(Variant variant) {
    int expected = 0;
    for (int i = 0; i < sentAt.length; i++) {
      expected += isAnswered(variant, i) ? 1 : 0;
    }
    return expected;
  }

  private static boolean isLabeled(Variant variant, int i) {
    return variant.input() == Variant.Input.LABELED
        ? i % QUESTION_EVERY != 0
        : variant.input().isLabeled(i);
  }

  private static boolean isAnswered(Variant variant, int i) {
    return !variant.isBayou() || !isLabeled(variant, i);
  }

  private static double quantile(long[] sorted, double q) {
    return sorted[(int) Math.min(sorted.length - 1, q * sorted.length)] / 1e6;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // an event that is lost is missed later on
  private void send(String topic, Variant variant) {
    SyntheticEvents events = new SyntheticEvents(workload);
    try (Producer<byte[], byte[]> producer = BenchTopics.producer(servers, 0, 16 << 10)) {
      producer.partitionsFor(topic); // connects before the clock starts
      long origin = System.nanoTime();
      for (int i = 0; i < sentAt.length; i++) {
        long due = origin + i * 1_000_000_000L / RATE;
        while (System.nanoTime() - due < 0) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        String id = Integer.toString(i);
        byte[] value = events.next(id, isLabeled(variant, i));
        int partition = i / 2 % workload.partitions();
        sentAt[i] = System.nanoTime();
        producer.send(new ProducerRecord<>(topic, partition, id.getBytes(UTF_8), value));
      }
    }
  }

  private Consumer<byte[], byte[]> consumer(String topic) {
    Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                servers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<PartitionInfo> partitions = consumer.partitionsFor(topic);
    consumer.assign(
        partitions.stream().map(p -> new TopicPartition(p.topic(), p.partition())).toList());
    consumer.seekToBeginning(consumer.assignment());
    consumer.poll(Duration.ofMillis(100)); // fetches positions before the clock starts
    return consumer;
  }

  private void receive(
      Consumer<byte[], byte[]> consumer, int expected, AtomicReference<Throwable> failure) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (answered < expected) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
        int i = Integer.parseInt(new String(record.key(), UTF_8));
        latency[answered++] = System.nanoTime() - sentAt[i];
        deadline = System.nanoTime() + PATIENCE.toNanos();
      }
      if (failure.get() != null || System.nanoTime() - deadline > 0) {
        throw new CommandFailed(
            answered + " of " + expected + " events were answered", failure.get());
      }
    }
  }
}
