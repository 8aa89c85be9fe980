package io.bayou.config;

import static java.util.stream.Collectors.toMap;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;

import io.bayou.config.LoadedConfig.EffectiveSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * Collects settings from their sources and validates them. Each source overrides the earlier ones;
 * the documented order is file, environment, flags.
 */
public final class ConfigLoader {
  private static final Pattern USER_IN_URL = Pattern.compile("://[^/]*@");

  private final SortedMap<String, Given> given = new TreeMap<>();
  private Path dataDirectory = UserDirectories.data(Map.of());

  /**
   * Adds the settings of a properties file.
   *
   * @throws ConfigException if it cannot be read
   */
  public ConfigLoader file(Path file) {
    return add(PropertiesFile.read(file));
  }

  /** Adds the settings among environment variables, which also define the data directory. */
  public ConfigLoader environment(Map<String, String> environment) {
    dataDirectory = UserDirectories.data(environment);
    return add(EnvironmentSettings.read(environment));
  }

  /** Adds settings of the command line. */
  public ConfigLoader flags(Map<String, String> flags) {
    return add(
        flags.entrySet().stream()
            .map(flag -> new Given(flag.getKey(), flag.getValue(), "command line"))
            .toList());
  }

  private ConfigLoader add(List<Given> settings) {
    settings.forEach(setting -> given.put(setting.name(), setting));
    return this;
  }

  /**
   * Validates everything that was added; settings that were not added have their defaults.
   *
   * @throws ConfigException if a name is unknown, a value is invalid, or values contradict each
   *     other
   */
  public LoadedConfig load() {
    given.values().forEach(Settings::requireKnown);
    List<Given> own = Settings.ALL.configKeys().values().stream().map(this::own).toList();
    List<Given> passedOn =
        given.values().stream().filter(setting -> !Settings.isOwn(setting.name())).toList();

    List<EffectiveSetting> effective =
        Stream.concat(own.stream(), passedOn.stream()).map(ConfigLoader::show).toList();
    return new LoadedConfig(
        AppConfig.from(
            new AbstractConfig(Settings.ALL, valuesOf(own.stream()), false), kafka(own, passedOn)),
        effective);
  }

  /** One of our settings, as given or by default, with placeholders resolved, validated. */
  private Given own(ConfigKey key) {
    Given setting = given.getOrDefault(key.name, defaultOf(key));
    var resolved = new Given(key.name, resolve(key, setting.value()), setting.origin());
    try {
      Object value = ConfigDef.parseType(key.name, resolved.value(), key.type);
      if (key.validator != null) {
        key.validator.ensureValid(key.name, value);
      }
      return resolved;
    } catch (ConfigException e) {
      throw invalid(resolved, e);
    }
  }

  private static Given defaultOf(ConfigKey key) {
    String value =
        key.defaultValue instanceof Password password
            ? password.value()
            : ConfigDef.convertToString(key.defaultValue, key.type);
    return new Given(key.name, value, "default");
  }

  private String resolve(ConfigKey key, String value) {
    if (key.type == PASSWORD || !value.contains("{")) {
      return value;
    }
    Given prefix =
        given.getOrDefault(
            TopicsConfig.PREFIX, defaultOf(Settings.ALL.configKeys().get(TopicsConfig.PREFIX)));
    return value
        .replace("{topic.prefix}", prefix.value())
        .replace("{data.dir}", dataDirectory.toString());
  }

  /* Kafka's message names the setting and the value, but not their origin. */
  private static ConfigException invalid(Given setting, ConfigException cause) {
    String reason =
        cause.getMessage().replaceFirst("(?s)^Invalid value .* for configuration [^:]+: ", "");
    boolean isSecret =
        Settings.isSecret(setting.name()) || USER_IN_URL.matcher(setting.value()).find();
    String value = isSecret ? Secret.HIDDEN : setting.value();
    return new ConfigException(
        "setting '%s' (%s) is '%s': ".formatted(setting.name(), setting.origin(), value)
            + inWords(setting.name(), reason));
  }

  /* Kafka names the Java type of a number. */
  private static String inWords(String name, String reason) {
    if (!reason.startsWith("Not a number of type ")) {
      return reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
    }
    if (reason.endsWith("DOUBLE")) {
      return "must be a number";
    }
    return name.endsWith(".ms")
        ? "must be a whole number of milliseconds, such as 1000"
        : "must be a whole number";
  }

  private static EffectiveSetting show(Given setting) {
    Object value = setting.value();
    ConfigKey key = Settings.ALL.configKeys().get(setting.name());
    if (Settings.isSecret(setting.name())) {
      value = setting.value().isEmpty() ? "" : Secret.HIDDEN;
    } else if (key != null) {
      value = ConfigDef.parseType(key.name, setting.value(), key.type);
    }
    return new EffectiveSetting(setting.name(), value, setting.origin());
  }

  private static KafkaClientsConfig kafka(List<Given> own, List<Given> passedOn) {
    return new KafkaClientsConfig(
        new TreeMap<>(
            valuesOf(
                Stream.concat(own.stream(), passedOn.stream())
                    .filter(setting -> Settings.isPassedOn(setting.name())))));
  }

  private static Map<String, String> valuesOf(Stream<Given> settings) {
    return settings.collect(toMap(Given::name, Given::value));
  }
}
