package io.bayou.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.state.RowWriter;
import io.bayou.config.AppConfig;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.RowSlices;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.FakeKafka;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A cluster in memory with the topics of Bayou, and what a stream would have left in them. */
final class ReplayWorld {
  static final TopicPartition FIRST = new TopicPartition("labeled", 0);
  static final TopicPartition SECOND = new TopicPartition("labeled", 1);
  static final ModelSpec SPEC = ModelSpec.defaults();

  final FakeKafka kafka;

  ReplayWorld() {
    this(Map.of());
  }

  ReplayWorld(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(Map.of("topic.prefix", "", "application.id", "app"));
    all.putAll(settings);
    kafka =
        new FakeKafka(AppConfig.of(all))
            .withTopic("labeled", 2)
            .withTopic("unlabeled", 2)
            .withTopic("models", 1)
            .withTopic("snapshots", 1)
            .withTopic("evaluations", 1);
  }

  static String event(double x, String label) {
    return "{\"features\":{\"x\":" + x + "},\"label\":\"" + label + "\"}";
  }

  static String eventFor(String model, double x, String label) {
    return "{\"model\":\"" + model + "\"," + event(x, label).substring(1);
  }

  /** Sends a record to a partition of the labeled topic. */
  void send(int partition, long time, String json) {
    kafka.append("labeled", partition, time, null, json == null ? null : json.getBytes(UTF_8));
  }

  /** Sends labeled events to a partition, one a second. */
  void sendEvents(int partition, int from, int to) {
    for (int i = from; i < to; i++) {
      send(partition, 1_000L * i + partition, event(i * 1.25, i % 3 == 0 ? "a" : "b"));
    }
  }

  void define(ModelDefinition definition) {
    try (ModelWriter writer = ModelWriter.ofDefinition(kafka, definition.name())) {
      writer.define(definition);
      writer.commit();
    }
  }

  /** Defines the default model, created long ago. */
  ModelDefinition defineDefault() {
    ModelDefinition definition = ModelDefinition.first("default", SPEC, 0L);
    define(definition);
    return definition;
  }

  SharedModels published() {
    return new ModelTopics(kafka).read();
  }

  ModelDefinition definition(String model) {
    return published().definition(model).orElseThrow();
  }

  /** What the labeled events of a partition in [from, to) teach, folded here. */
  Learner folded(TopicPartition partition, long from, long to) {
    return folded(SPEC, partition, from, to);
  }

  /** As {@link #folded(TopicPartition, long, long)}, by another spec. */
  Learner folded(ModelSpec spec, TopicPartition partition, long from, long to) {
    Learner learner = Learners.create(spec);
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    for (ConsumerRecord<byte[], byte[]> record : kafka.records(partition.topic())) {
      if (record.partition() == partition.partition()
          && record.offset() >= from
          && record.offset() < to) {
        Example example = codec.decode(record.value());
        learner.learn(example.features(), example.label(), 1.0, record.timestamp());
      }
    }
    return learner;
  }

  /** Publishes what a task that learned a partition live would have published. */
  void publishLive(int version, TopicPartition partition, long from, long to) {
    publish(version, partition.toString(), partition, from, to, folded(partition, from, to));
  }

  /**
   * Publishes a state.
   *
   * @param from below 0: nothing was learned, only that the version is known
   */
  void publish(int version, String source, TopicPartition of, long from, long to, Learner learner) {
    try (ModelWriter writer = ModelWriter.ofReplay(kafka, "publisher")) {
      new RowSlices("default", version, SPEC, source)
          .changed(
              learner,
              new PrequentialScore(10),
              RowSlices.covered(of.toString(), from, to),
              writer::publish);
      writer.commit();
    }
  }

  /** Says that a task knows a version, and has learned nothing. */
  void acknowledge(int version, TopicPartition partition) {
    publish(version, partition.toString(), partition, -1, 0, Learners.create(SPEC));
  }

  /** The rows of a learner, to the last bit. */
  static SortedMap<String, String> rows(Learner learner) {
    SortedMap<String, String> rows = new TreeMap<>();
    RowWriter writer = new RowWriter();
    learner.rows((row, content) -> rows.put(row, Arrays.toString(writer.encode(content))));
    return rows;
  }

  static ConsumerRecord<byte[], byte[]> record(long time, String json) {
    return new ConsumerRecord<>(
        "labeled",
        0,
        0L,
        time,
        org.apache.kafka.common.record.TimestampType.CREATE_TIME,
        0,
        0,
        null,
        json == null ? null : json.getBytes(UTF_8),
        new org.apache.kafka.common.header.internals.RecordHeaders(),
        Optional.empty());
  }
}
