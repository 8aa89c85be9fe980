package io.bayou.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.config.AppConfig;
import io.bayou.stream.topics.TopicReader;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the compacted topics of the models outside a running instance. */
public final class ModelTopics {
  private final AppConfig config;

  public ModelTopics(AppConfig config) {
    this.config = config;
  }

  /** What the topics say now: every model, with everything that was published of it. */
  public SharedModels read() {
    try (ModelFollower follower = new ModelFollower(config)) {
      follower.catchUp();
      return follower.models();
    }
  }

  /** Which models there are, and nothing of what they have learned. */
  public SharedModels readDefinitions() {
    try (ModelFollower follower = ModelFollower.ofDefinitions(config)) {
      follower.catchUp();
      return follower.models();
    }
  }

  /** The keys of everything that was published of a model, by topic. */
  Map<String, SortedSet<String>> publishedKeys(String model) {
    Map<String, SortedSet<String>> keys = new TreeMap<>();
    for (String topic : List.of(config.topics().snapshots(), config.topics().evaluations())) {
      keys.put(topic, keys(topic, model + "@"));
    }
    return keys;
  }

  /* A key begins with the model's name and an at sign, which no name holds. */
  private SortedSet<String> keys(String topic, String prefix) {
    SortedSet<String> keys = new TreeSet<>();
    try (TopicReader reader = new TopicReader(config, List.of(topic))) {
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
