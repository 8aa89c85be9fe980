package io.bayou.config;

import io.bayou.model.Nearest;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The known settings: ours by definition, Kafka's by prefix. */
final class Settings {
  /** By title, in display order. */
  static final Map<String, ConfigDef> GROUPS = groups();

  static final ConfigDef ALL = union(GROUPS.values());

  private static final Pattern SECRET =
      Pattern.compile(
          "password|passwd|passphrase|secret|token|jaas|credential|private|user\\.info|(^|\\.)key$");

  private Settings() {}

  private static Map<String, ConfigDef> groups() {
    Map<String, ConfigDef> groups = new LinkedHashMap<>();
    groups.put("Cluster", KafkaClientsConfig.DEFINITION);
    groups.put("Topics", TopicsConfig.DEFINITION);
    groups.put("Models", ModelsConfig.DEFINITION);
    groups.put("Stream", StreamConfig.DEFINITION);
    groups.put("Models of keys", KeyedConfig.DEFINITION);
    groups.put("Schema registry", SchemaRegistryConfig.DEFINITION);
    groups.put("Limits", LimitsConfig.DEFINITION);
    groups.put("HTTP", HttpConfig.DEFINITION);
    groups.put("Alarms", AlarmsConfig.DEFINITION);
    groups.put("Log and metrics", LogConfig.DEFINITION);
    return groups;
  }

  private static ConfigDef union(Iterable<ConfigDef> parts) {
    ConfigDef all = new ConfigDef();
    parts.forEach(part -> part.configKeys().values().forEach(all::define));
    return all;
  }

  /** Whether a setting is defined here. */
  static boolean isOwn(String name) {
    return ALL.configKeys().containsKey(name);
  }

  /** Whether a setting is passed to Kafka. */
  static boolean isPassedOn(String name) {
    return KafkaClientsConfig.PREFIXES.stream().anyMatch(name::startsWith);
  }

  /** Whether the value of a setting must never be shown. */
  static boolean isSecret(String name) {
    ConfigDef.ConfigKey key = ALL.configKeys().get(name);
    return key == null
        ? SECRET.matcher(name.toLowerCase(Locale.ROOT)).find()
        : key.type == ConfigDef.Type.PASSWORD;
  }

  /**
   * Rejects unknown names, and those that would override one of our settings.
   *
   * @throws ConfigException that suggests the nearest name
   */
  static void requireKnown(Given given) {
    String name = given.name();
    if (isOwn(name)) {
      return;
    }
    if (!isPassedOn(name)) {
      throw unknown(given, nearest(name));
    }
    String own = name.substring(name.indexOf('.') + 1);
    if (isOwn(own)) {
      throw new ConfigException(
          "setting '" + name + "' (" + given.origin() + ") would override '" + own + "'; set that");
    }
    // Kafka accepts any name, but this one is a typing error.
    if (Nearest.distance(name, KafkaClientsConfig.BOOTSTRAP_SERVERS) <= 2) {
      throw unknown(given, Optional.of(KafkaClientsConfig.BOOTSTRAP_SERVERS));
    }
  }

  private static Optional<String> nearest(String name) {
    String passedOn = "kafka." + name;
    return isOwn(passedOn) ? Optional.of(passedOn) : Nearest.to(name, ALL.names());
  }

  private static ConfigException unknown(Given given, Optional<String> meant) {
    String advice =
        meant
            .map(name -> "did you mean '" + name + "'?")
            .orElse(
                "'bayou config' lists all; Kafka's own settings begin with "
                    + String.join(" ", KafkaClientsConfig.PREFIXES));
    return new ConfigException(
        "unknown setting '" + given.name() + "' (" + given.origin() + "); " + advice);
  }
}
