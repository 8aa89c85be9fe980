package io.bayou.stream.keyed;

import static java.util.Objects.requireNonNull;

import io.bayou.model.scope.KeyedModel;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.TopicPlan;
import io.bayou.stream.topics.TopicReader;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the models of keys outside a running instance, from the changelog of their store. */
public final class KeyedChangelog {
  private final KafkaCluster cluster;
  private final String modelVersion;
  private final KeyedModel model;

  /** The rows of a key, as they were written last. */
  private static final class Rows {
    private final byte[] prefix;
    private final SortedMap<String, byte[]> rows = new TreeMap<>();
    private byte[] main;

    Rows(byte[] prefix) {
      this.prefix = prefix;
    }

    void put(byte[] row, byte[] value) {
      if (KeyId.isMain(prefix, row)) {
        main = value;
      } else if (value == null) {
        rows.remove(KeyId.name(prefix, row));
      } else {
        rows.put(KeyId.name(prefix, row), value);
      }
    }
  }

  public KeyedChangelog(KafkaCluster cluster, String modelVersion, KeyedModel model) {
    this.cluster = requireNonNull(cluster, "cluster");
    this.modelVersion = requireNonNull(modelVersion, "modelVersion");
    this.model = requireNonNull(model, "model");
  }

  /** The models of some keys; of those that have none there is nothing. */
  public SortedMap<String, KeyState> read(Predicate<String> keys) {
    Map<String, Rows> found = new HashMap<>();
    visit(
        (key, prefix, record) -> {
          if (keys.test(key)) {
            found.computeIfAbsent(key, k -> new Rows(prefix)).put(record.key(), record.value());
          }
        });
    SortedMap<String, KeyState> states = new TreeMap<>();
    found.forEach(
        (key, rows) -> {
          if (rows.main != null) {
            KeyState state = new KeyState(new KeyId(modelVersion, key), rows.prefix, model);
            state.restore(rows.main);
            rows.rows.forEach(state::restore);
            states.put(key, state);
          }
        });
    return states;
  }

  /**
   * Some of all keys, chosen at random.
   *
   * @param seed the same one chooses the same keys
   */
  public List<String> sample(int max, long seed) {
    TreeSet<String> first =
        new TreeSet<>(
            Comparator.comparingLong((String key) -> scatter(key, seed))
                .thenComparing(Comparator.naturalOrder()));
    visit(
        (key, prefix, record) -> {
          if (KeyId.isMain(prefix, record.key()) && record.value() != null) {
            first.add(key);
            if (first.size() > max) {
              first.pollLast();
            }
          }
        });
    return List.copyOf(first);
  }

  /* The hashes of similar texts are close to each other. */
  private static long scatter(String key, long seed) {
    return new SplittableRandom(seed + key.hashCode() * 0x9E3779B97F4A7C15L).nextLong();
  }

  private interface Visitor {
    void row(String key, byte[] prefix, ConsumerRecord<byte[], byte[]> record);
  }

  private void visit(Visitor visitor) {
    String application = cluster.config().stream().applicationId();
    String topic = TopicPlan.keyedChangelog(application);
    try (TopicReader reader = new TopicReader(cluster, List.of(topic))) {
      reader.catchUp(
          record -> {
            byte[] prefix = KeyId.prefixOfRow(modelVersion, record.key());
            if (prefix != null) {
              visitor.row(KeyId.ofPrefix(prefix).key(), prefix, record);
            }
          });
    }
  }
}
