package io.bayou.config;

import static io.bayou.config.SettingGroup.matching;
import static java.util.Collections.unmodifiableSortedMap;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Kafka's own settings, passed to its clients unchanged.
 *
 * @param settings by full name, such as {@code kafka.ssl.truststore.location}
 */
public record KafkaClientsConfig(SortedMap<String, String> settings) {
  private static final String COMMON = "kafka.";
  private static final String STREAMS = "streams.";
  private static final String PRODUCER = "producer.";
  private static final String CONSUMER = "consumer.";
  static final List<String> PREFIXES = List.of(COMMON, STREAMS, PRODUCER, CONSUMER);

  static final String BOOTSTRAP_SERVERS = "kafka.bootstrap.servers";

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(BOOTSTRAP_SERVERS, "Kafka cluster: host:port of one or more brokers.")
          .is(LIST, "127.0.0.1:9092", matching("\\S+:\\d+", "host:port", "host:port"))
          .define();

  public KafkaClientsConfig {
    settings = unmodifiableSortedMap(new TreeMap<>(settings));
  }

  public String bootstrapServers() {
    return settings.get(BOOTSTRAP_SERVERS);
  }

  /** For an admin client: the settings common to all clients. */
  public Map<String, Object> admin() {
    return under(COMMON);
  }

  public Map<String, Object> producer() {
    return under(COMMON, PRODUCER);
  }

  public Map<String, Object> consumer() {
    return under(COMMON, CONSUMER);
  }

  /** For Kafka Streams, which passes {@code producer.} and {@code consumer.} settings on. */
  public Map<String, Object> streams() {
    Map<String, Object> result = under(COMMON);
    under(PRODUCER).forEach((name, value) -> result.put(PRODUCER + name, value));
    under(CONSUMER).forEach((name, value) -> result.put(CONSUMER + name, value));
    result.putAll(under(STREAMS));
    return result;
  }

  /* A new map, which callers may change. A later prefix overrides an earlier one. */
  private Map<String, Object> under(String... prefixes) {
    Map<String, Object> result = new HashMap<>();
    for (String prefix : prefixes) {
      settings.forEach(
          (name, value) -> {
            if (name.startsWith(prefix)) {
              result.put(name.substring(prefix.length()), value);
            }
          });
    }
    return result;
  }

  @Override
  public String toString() {
    SortedMap<String, String> shown = new TreeMap<>(settings);
    shown.replaceAll((name, value) -> Settings.isSecret(name) ? Secret.HIDDEN : value);
    return "KafkaClientsConfig" + shown;
  }
}
