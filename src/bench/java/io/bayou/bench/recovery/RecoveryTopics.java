package io.bayou.bench.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CommandFailed;
import io.bayou.codec.event.EventEncoder;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of one application: teaches its partitions, asks them, and hears their answers. */
final class RecoveryTopics implements AutoCloseable {
  static final String APPLICATION = "recovery";

  private static final int WORDS_PER_EVENT = 500;
  private static final int EVENTS = 500;
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration POLL = Duration.ofMillis(10);

  private final String bootstrapServers;
  private final String prefix;
  private final int partitions;
  private final int words;
  private final int labeledEach;
  private final Random random = new Random(7);
  private final EventEncoder encoder = EventEncoder.avro();
  private final Example event = new Example(new Features());
  private final Producer<byte[], byte[]> producer;
  private Consumer<byte[], byte[]> answers;

  RecoveryTopics(String bootstrapServers, String prefix, int partitions, int words) {
    this.bootstrapServers = bootstrapServers;
    this.prefix = prefix;
    this.partitions = partitions;
    this.words = words;
    labeledEach = words == 0 ? EVENTS : (words + WORDS_PER_EVENT - 1) / WORDS_PER_EVENT;
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "5"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends what the model learns, as much to each partition. */
  @SuppressWarnings("FutureReturnValueIgnored") // what is lost is never learned
  void sendLabeled() {
    for (int i = 0; i < labeledEach; i++) {
      for (int p = 0; p < partitions; p++) {
        producer.send(
            new ProducerRecord<>(
                prefix + "labeled", p, null, next("labeled-" + p + "-" + i, i, true)));
      }
    }
    producer.flush();
  }

  /** Whether the group has read all of it. */
  boolean isLearned(Admin admin) throws ExecutionException, InterruptedException {
    var committed =
        admin.listConsumerGroupOffsets(prefix + APPLICATION).partitionsToOffsetAndMetadata().get();
    return partitions("labeled").stream()
        .allMatch(
            partition ->
                committed.get(partition) != null
                    && committed.get(partition).offset() == labeledEach);
  }

  /**
   * Asks every partition again and again until each has answered a question that was asked after
   * that moment.
   *
   * @param since as of {@link System#nanoTime}
   * @return for each partition, the seconds until its first answer
   */
  double[] awaitAnswers(long since, Duration limit) {
    Map<Integer, Double> seconds = new HashMap<>();
    long nextQuestions = since;
    while (seconds.size() < partitions) {
      long now = System.nanoTime();
      if (now - since > limit.toNanos()) {
        throw new CommandFailed("only partitions " + seconds.keySet() + " have answered");
      }
      if (now - nextQuestions >= 0) {
        ask(now);
        nextQuestions = now + PAUSE.toNanos();
      }
      for (ConsumerRecord<byte[], byte[]> answer : answers().poll(POLL)) {
        String[] id = new String(answer.key(), UTF_8).split("-", -1);
        if (Long.parseLong(id[1]) - since >= 0) {
          seconds.putIfAbsent(Integer.parseInt(id[0]), (System.nanoTime() - since) / 1e9);
        }
      }
    }
    return IntStream.range(0, partitions).mapToDouble(seconds::get).toArray();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // what is lost is asked again
  private void ask(long now) {
    for (int p = 0; p < partitions; p++) {
      producer.send(
          new ProducerRecord<>(prefix + "unlabeled", p, null, next(p + "-" + now, 0, false)));
    }
  }

  /* From the present end on. */
  private Consumer<byte[], byte[]> answers() {
    if (answers == null) {
      answers = consumer();
      List<TopicPartition> all = partitions("predictions");
      answers.assign(all);
      answers.seekToEnd(all);
      all.forEach(answers::position);
    }
    return answers;
  }

  private Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /** The size of the latest rows of the changelog. */
  long stateBytes() {
    Map<String, Integer> sizes = new HashMap<>();
    try (Consumer<byte[], byte[]> changelog = consumer()) {
      List<TopicPartition> all = partitions(APPLICATION + "-models-changelog");
      changelog.assign(all);
      changelog.seekToBeginning(all);
      Map<TopicPartition, Long> ends = changelog.endOffsets(all);
      while (all.stream().anyMatch(each -> changelog.position(each) < ends.get(each))) {
        for (ConsumerRecord<byte[], byte[]> row : changelog.poll(PAUSE)) {
          int size = row.value() == null ? 0 : row.key().length + row.value().length;
          sizes.put(row.partition() + new String(row.key(), UTF_8), size);
        }
      }
    }
    return sizes.values().stream().mapToLong(Integer::longValue).sum();
  }

  private List<TopicPartition> partitions(String topic) {
    return IntStream.range(0, partitions)
        .mapToObj(p -> new TopicPartition(prefix + topic, p))
        .toList();
  }

  /* Each labeled event has words of its own, so that few rows of the state change with it. */
  private byte[] next(String id, int number, boolean labeled) {
    event.clear();
    event.setId(id);
    int c = random.nextInt(2);
    if (labeled) {
      event.setLabel("class-" + c);
    }
    if (words == 0) {
      event.features().number("a", c + random.nextGaussian());
      event.features().number("b", random.nextGaussian());
    } else {
      List<String> tokens = new ArrayList<>();
      for (int i = number * WORDS_PER_EVENT; i < (number + 1) * WORDS_PER_EVENT; i++) {
        tokens.add("word-" + i);
      }
      event.features().tokens("text", tokens);
    }
    return encoder.encode(event);
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    if (answers != null) {
      answers.close();
    }
  }
}
