package io.bayou.stream;

import io.bayou.config.TopicsConfig;
import io.bayou.stream.commit.CommitHook;
import io.bayou.stream.exchange.Bundles;
import io.bayou.stream.join.JoinServices;
import io.bayou.stream.join.JoinStages;
import io.bayou.stream.join.Questions;
import io.bayou.stream.keyed.KeyedEvents;
import io.bayou.stream.review.OpenReviews;
import io.bayou.stream.review.ReviewReader;
import io.bayou.stream.topics.ChangelogPartitions;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology: events in, predictions out, state published.
 *
 * <p>One sub-topology reads all event topics, so that partition p of each belongs to the same task.
 * If labels come later, {@link JoinStages} adds two that make events with labels of them. Global
 * stores bring the definitions of the models, the snapshots of all partitions, their evaluations,
 * and what people are asked about.
 */
public final class LearningTopology {
  /* Names are part of what is stored: changelog topics and metrics carry them. */
  static final String EVENTS = "events";
  static final String LEARN = "learn";
  static final String PREDICTIONS = "predictions";
  static final String SHADOW = "shadow";
  static final String REVIEWS = "reviews";
  static final String SNAPSHOTS = "snapshots";
  static final String EVALUATIONS = "evaluations";
  static final String COMMIT_HOOK = "commit-hook";
  static final String MODEL_STORE = ChangelogPartitions.MODEL_STORE;

  static final String KEYED = "keyed";
  static final String KEYED_STORE = "keyed";
  static final String KEYED_COMMIT_HOOK = "keyed-commit-hook";
  static final String KEYED_PREDICTIONS = "keyed-predictions";
  static final String KEYED_SHADOW = "keyed-shadow";
  static final String KEYED_EVALUATIONS = "keyed-evaluations";
  static final String KEYED_QUESTIONS = "keyed-questions";

  private LearningTopology() {}

  static Topology build(StreamOptions options, InstanceServices services) {
    Topology topology = new Topology();
    TopicsConfig topics = options.topics();
    topology
        .addSource(
            AutoOffsetReset.earliest(),
            EVENTS,
            LearningTopology::eventTime,
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            options.eventTopics().toArray(String[]::new))
        .addProcessor(LEARN, () -> new LearnProcessor(options, services), EVENTS)
        .addStateStore(modelStore(), LEARN)
        .addStateStore(CommitHook.builder(LearningTopology.COMMIT_HOOK), LEARN);
    addSink(topology, PREDICTIONS, topics.predictions(), LEARN);
    topics.shadow().ifPresent(topic -> addSink(topology, SHADOW, topic, LEARN));
    addSink(topology, REVIEWS, topics.reviews(), LEARN);
    addSink(topology, SNAPSHOTS, topics.snapshots(), LEARN);
    addSink(topology, EVALUATIONS, topics.evaluations(), LEARN);
    topics.keyed().ifPresent(topic -> addKeyed(topology, topic, options, services));
    if (topics.join().isOn()) {
      JoinStages.addWaitingSink(topology, Questions.SINK, topics, LEARN);
      JoinStages.add(topology, topics, LearningTopology::eventTime, joins(options, services));
    }
    SharedModels shared = services.shared();
    Definitions definitions = shared.definitions();
    addGlobal(
        topology, "definition", topics.models(), () -> new DefinitionReader(definitions)::read);
    addGlobal(topology, "snapshot", topics.snapshots(), () -> new SnapshotReader(shared)::read);
    Evaluations evaluations = shared.evaluations();
    addGlobal(
        topology,
        "evaluation",
        topics.evaluations(),
        () -> new EvaluationReader(evaluations)::read);
    OpenReviews reviews = shared.reviews();
    addGlobal(topology, "review", topics.reviews(), () -> new ReviewReader(reviews)::read);
    return topology;
  }

  private static void addKeyed(
      Topology topology, String topic, StreamOptions options, InstanceServices services) {
    TopicsConfig topics = options.topics();
    topology
        .addSink(
            KeyedEvents.SINK,
            topic,
            new ByteArraySerializer(),
            new ByteArraySerializer(),
            Bundles.partitioner(),
            LEARN)
        .addSource(
            AutoOffsetReset.earliest(),
            "keyed-source",
            LearningTopology::eventTime,
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            topic)
        .addProcessor(KEYED, () -> new KeyedProcessor(options, services), "keyed-source")
        .addStateStore(keyedStore(), KEYED)
        .addStateStore(CommitHook.builder(KEYED_COMMIT_HOOK), KEYED);
    addSink(topology, KEYED_PREDICTIONS, topics.predictions(), KEYED);
    topics.shadow().ifPresent(shadow -> addSink(topology, KEYED_SHADOW, shadow, KEYED));
    addSink(topology, KEYED_EVALUATIONS, topics.evaluations(), KEYED);
    if (topics.join().isOn()) {
      JoinStages.addWaitingSink(topology, KEYED_QUESTIONS, topics, KEYED);
    }
  }

  /* On disk: there may be millions of keys. */
  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> keyedStore() {
    return Stores.keyValueStoreBuilder(
        Stores.persistentKeyValueStore(KEYED_STORE), Serdes.Bytes(), Serdes.ByteArray());
  }

  private static JoinServices joins(StreamOptions options, InstanceServices services) {
    return new JoinServices(
        services.shared().definitions(),
        services.decoders(),
        services.activity().joins(),
        DeadLetters.later(services.activity()),
        () -> services.partitions().applyAsInt(options.topics().join().waiting()));
  }

  /* A record without a valid timestamp gets the time of the one before it. */
  private static long eventTime(ConsumerRecord<Object, Object> record, long partitionTime) {
    return record.timestamp() >= 0 ? record.timestamp() : Math.max(0, partitionTime);
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> modelStore() {
    return Stores.keyValueStoreBuilder(
        Stores.inMemoryKeyValueStore(MODEL_STORE), Serdes.Bytes(), Serdes.ByteArray());
  }

  private static void addSink(Topology topology, String name, String topic, String parent) {
    topology.addSink(name, topic, new ByteArraySerializer(), new ByteArraySerializer(), parent);
  }

  /* The store itself stays empty: the reader keeps decoded records on the heap, shared by all
   * tasks. Because it is in memory, every start reads the topic from its beginning. */
  private static void addGlobal(
      Topology topology, String name, String topic, Supplier<Reader> reader) {
    topology.addGlobalStore(
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name + "-store"), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingDisabled(),
        name + "-source",
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic,
        name + "-reader",
        () -> processor(reader.get()));
  }

  /* The readers themselves do not know Kafka Streams: the client has them, too. */
  private static Processor<byte[], byte[], Void, Void> processor(Reader reader) {
    return record -> reader.read(record.key(), record.value(), record.timestamp());
  }

  /** Takes the records of a compacted topic. */
  private interface Reader {
    void read(byte[] key, byte[] value, long time);
  }
}
