package io.bayou.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.TopicReader;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the compacted topics of the models outside a running instance. */
public final class ModelTopics {
  private final KafkaCluster cluster;

  public ModelTopics(AppConfig config) {
    this(KafkaCluster.of(config));
  }

  public ModelTopics(KafkaCluster cluster) {
    this.cluster = cluster;
  }

  /** What the topics say now: every model, with everything that was published of it. */
  public SharedModels read() {
    try (ModelFollower follower = new ModelFollower(cluster)) {
      follower.catchUp();
      return follower.models();
    }
  }

  /** Which models there are, and nothing of what they have learned. */
  public SharedModels readDefinitions() {
    try (ModelFollower follower = ModelFollower.ofDefinitions(cluster)) {
      follower.catchUp();
      return follower.models();
    }
  }

  /** The keys of everything that was published of a model, by topic. */
  Map<String, SortedSet<String>> publishedKeys(String model) {
    Map<String, SortedSet<String>> keys = new TreeMap<>();
    TopicsConfig topics = cluster.config().topics();
    for (String topic : List.of(topics.snapshots(), topics.evaluations())) {
      keys.put(topic, keys(topic, model + "@"));
    }
    return keys;
  }

  /* A key begins with the model's name and an at sign, which no name holds. */
  private SortedSet<String> keys(String topic, String prefix) {
    SortedSet<String> keys = new TreeSet<>();
    try (TopicReader reader = new TopicReader(cluster, List.of(topic))) {
      reader.catchUp(
          record -> {
            String key = record.key() == null ? "" : new String(record.key(), UTF_8);
            if (record.value() == null) {
              keys.remove(key);
            } else if (key.startsWith(prefix)) {
              keys.add(key);
            }
          });
    }
    return keys;
  }
}
