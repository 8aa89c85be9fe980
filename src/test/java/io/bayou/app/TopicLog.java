package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.state.RowWriter;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What tests of a running instance do to its topics: send events, fold the log, read what came of
 * it.
 */
public final class TopicLog {
  private final String bootstrapServers;

  /* Event times of today: brokers delete what is older than a topic's retention. */
  private final long time = System.currentTimeMillis();

  public TopicLog(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** Sends events number from (inclusive) to (exclusive); the same numbers give the same events. */
  public void send(String topic, int from, int to, boolean labeled) {
    send(
        from,
        to,
        i ->
            new ProducerRecord<>(
                topic, null, time + i, ("e" + i).getBytes(UTF_8), event(i, labeled)));
  }

  /** Sends records number from (inclusive) to (exclusive) and says where they are. */
  public List<RecordMetadata> send(
      int from, int to, IntFunction<ProducerRecord<byte[], byte[]>> record) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrapServers,
            "acks",
            "all",
            "linger.ms",
            "20",
            "batch.size",
            "65536");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (int i = from; i < to; i++) {
        sent.add(producer.send(record.apply(i)));
      }
      List<RecordMetadata> places = new ArrayList<>();
      for (Future<RecordMetadata> each : sent) {
        places.add(each.get());
      }
      return places;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("events could not be sent", e);
    }
  }

  /** Event of that number. */
  public static byte[] event(int i, boolean labeled) {
    Random random = new Random(i);
    int label = random.nextInt(3);
    double a = label + random.nextGaussian();
    double b = 1e6 - label * 2.0 + random.nextGaussian();
    String c = "v" + random.nextInt(label + 2);
    String json =
        "{\"features\":{\"a\":"
            + a
            + ",\"b\":"
            + b
            + ",\"c\":\""
            + c
            + "\"}"
            + (labeled ? ",\"label\":\"class-" + label + "\"" : "")
            + "}";
    return json.getBytes(UTF_8);
  }

  /** Reads a topic from its beginning to its present end, committed records only. */
  public void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "isolation.level", "read_committed",
            "max.poll.records", "5000");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(Duration.ofMillis(200)).forEach(visitor);
      }
    }
  }

  /** The rows of every partition of a labeled topic, learned again by one thread. */
  public SortedMap<String, SortedMap<String, byte[]>> fold(String topic, ModelSpec spec) {
    Map<String, Learner> learners = new HashMap<>();
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    read(
        topic,
        record -> {
          Learner learner =
              learners.computeIfAbsent(
                  topic + "-" + record.partition(), source -> Learners.create(spec));
          Example example = codec.decode(record.value());
          learner.learn(example.features(), example.label(), example.weight(), record.timestamp());
        });
    SortedMap<String, SortedMap<String, byte[]>> rows = new TreeMap<>();
    learners.forEach((source, learner) -> rows.put(source, rows(learner)));
    return rows;
  }

  private static SortedMap<String, byte[]> rows(Learner learner) {
    RowWriter writer = new RowWriter();
    SortedMap<String, byte[]> rows = new TreeMap<>();
    learner.rows((row, content) -> rows.put(row, writer.encode(content)));
    return rows;
  }

  /** The latest published rows by source; every row is one slice here. */
  public SortedMap<String, SortedMap<String, byte[]>> published(String topic) {
    SnapshotCodec codec = new SnapshotCodec();
    SortedMap<String, SortedMap<String, byte[]>> rows = new TreeMap<>();
    read(
        topic,
        record -> {
          SnapshotRow row = codec.decode(record.value());
          if (!row.row().equals("coverage")) {
            rows.computeIfAbsent(row.source(), s -> new TreeMap<>())
                .put(row.row(), row.statistics());
          }
        });
    return rows;
  }

  /** How far the published rows reach: the sum over sources of the last offset covered. */
  public long covered(String topic) {
    SnapshotCodec codec = new SnapshotCodec();
    Map<String, Long> to = new HashMap<>();
    read(
        topic,
        record -> {
          SnapshotRow row = codec.decode(record.value());
          row.covered().forEach((source, range) -> to.merge(source, range.to(), Math::max));
        });
    return to.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many examples the published models have learned, over all sources. */
  public long examples(String topic) {
    SnapshotCodec codec = new SnapshotCodec();
    Map<String, Long> latest = new HashMap<>();
    read(
        topic,
        record -> {
          SnapshotRow row = codec.decode(record.value());
          latest.merge(row.source(), row.examples(), Math::max);
        });
    return latest.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How often each key occurs. */
  public Map<String, Integer> keys(String topic) {
    Map<String, Integer> counts = new HashMap<>();
    read(topic, record -> counts.merge(new String(record.key(), UTF_8), 1, Integer::sum));
    return counts;
  }
}
