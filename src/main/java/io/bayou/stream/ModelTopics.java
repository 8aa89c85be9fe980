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

  /** The present content of the topics: all models and everything published for them. */
  public SharedModels read() {
    try (ModelFollower follower = new ModelFollower(cluster)) {
      follower.catchUp();
      return follower.models();
    }
  }

  /** The definitions only. */
  public SharedModels readDefinitions() {
    try (ModelFollower follower = ModelFollower.ofDefinitions(cluster)) {
      follower.catchUp();
      return follower.models();
    }
  }

  /** By topic, the keys of everything that was published for a model. */
  Map<String, SortedSet<String>> publishedKeys(String model) {
    Map<String, SortedSet<String>> keys = new TreeMap<>();
    TopicsConfig topics = cluster.config().topics();
    for (String topic : List.of(topics.snapshots(), topics.evaluations())) {
      keys.put(topic, keys(topic, model + "@"));
    }
    return keys;
  }

  /* A key begins with the name of the model and an at sign, which no name contains. */
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
