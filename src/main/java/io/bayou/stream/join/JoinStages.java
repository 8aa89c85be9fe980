package io.bayou.stream.join;

import io.bayou.config.TopicsConfig;
import io.bayou.stream.commit.CommitHook;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
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
  static final String EXAMPLES = "examples";
  static final String NO_QUESTION = "no-question";
  static final String TICKS = "ticks";
  private static final String LABELS = "labels";
  private static final String ROUTE = "route";
  private static final String ROUTED = "routed";
  private static final String WAITING = "waiting-source";
  private static final String JOIN = "join";

  private JoinStages() {}

  public static void add(
      Topology topology, TopicsConfig topics, TimestampExtractor time, JoinServices services) {
    TopicsConfig.JoinTopics join = topics.join();
    addSource(topology, LABELS, time, join.labels().toArray(String[]::new));
    topology.addProcessor(ROUTE, () -> new RouteProcessor(services), LABELS);
    addSink(topology, ROUTED, join.waiting(), ROUTE);
    addSource(topology, WAITING, time, join.waiting());
    topology
        .addProcessor(JOIN, () -> new JoinProcessor(services), WAITING)
        .addStateStore(waitingStore(), JOIN)
        .addStateStore(CommitHook.builder(COMMIT_HOOK), JOIN);
    addSink(topology, EXAMPLES, join.examples(), JOIN);
    addSink(topology, NO_QUESTION, topics.deadLetters(), JOIN);
    topology.addSink(
        TICKS,
        join.waiting(),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        (topic, key, value, partitions) -> Optional.of(Set.of(partition(key))),
        JOIN);
  }

  /* The key of a tick is the partition that it is for. */
  private static int partition(byte[] key) {
    return Integer.parseInt(new String(key, StandardCharsets.UTF_8));
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
