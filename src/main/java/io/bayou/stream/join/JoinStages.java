package io.bayou.stream.join;

import io.bayou.config.TopicsConfig;
import io.bayou.stream.commit.CommitHook;
import io.bayou.stream.exchange.Bundles;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The two stages before learning: labels are routed by model and id to where their questions wait,
 * and joined there. Each is a sub-topology of its own, since topics of events and of labels have
 * neither keys nor partitions in common.
 */
public final class JoinStages {
  /* Names are part of what is stored: changelog topics carry them. */
  static final String WAITING_STORE = "waiting";
  static final String COMMIT_HOOK = "join-commit-hook";
  static final String ROUTE_COMMIT_HOOK = "route-commit-hook";
  static final String EXAMPLES = "examples";
  static final String NO_QUESTION = "no-question";
  static final String TICKS = "ticks";
  private static final String LABELS = "labels";
  private static final String ROUTE = "route";
  static final String ROUTED = "routed";
  private static final String WAITING = "waiting-source";
  private static final String JOIN = "join";

  private JoinStages() {}

  public static void add(
      Topology topology, TopicsConfig topics, TimestampExtractor time, JoinServices services) {
    TopicsConfig.JoinTopics join = topics.join();
    addSource(topology, LABELS, time, join.labels().toArray(String[]::new));
    topology
        .addProcessor(ROUTE, () -> new RouteProcessor(services), LABELS)
        .addStateStore(CommitHook.builder(ROUTE_COMMIT_HOOK), ROUTE);
    addWaitingSink(topology, ROUTED, topics, ROUTE);
    addSource(topology, WAITING, time, join.waiting());
    topology
        .addProcessor(JOIN, () -> new JoinProcessor(services), WAITING)
        .addStateStore(waitingStore(), JOIN)
        .addStateStore(CommitHook.builder(COMMIT_HOOK), JOIN);
    addSink(topology, EXAMPLES, join.examples(), JOIN);
    addSink(topology, NO_QUESTION, topics.deadLetters(), JOIN);
    addWaitingSink(topology, TICKS, topics, JOIN);
  }

  /** Adds a sink that sends {@link Bundles} to the waiting topic. */
  public static void addWaitingSink(
      Topology topology, String name, TopicsConfig topics, String parent) {
    topology.addSink(
        name,
        topics.join().waiting(),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        Bundles.partitioner(),
        parent);
  }

  private static void addSource(
      Topology topology, String name, TimestampExtractor time, String... topics) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        name,
        time,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topics);
  }

  private static void addSink(Topology topology, String name, String topic, String parent) {
    topology.addSink(name, topic, new ByteArraySerializer(), new ByteArraySerializer(), parent);
  }

  /* On disk: as much waits as comes within the horizon. */
  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> waitingStore() {
    return Stores.keyValueStoreBuilder(
        Stores.persistentKeyValueStore(WAITING_STORE), Serdes.Bytes(), Serdes.ByteArray());
  }
}
