package io.bayou.config;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.schema.RegistryOptions;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;

/** All settings, validated. Other packages never see the names of settings. */
public record AppConfig(
    TopicsConfig topics,
    ModelsConfig models,
    StreamConfig stream,
    KeyedConfig keyed,
    RegistryOptions schemaRegistry,
    EventLimits limits,
    HttpConfig http,
    AlarmsConfig alarms,
    LogConfig log,
    KafkaClientsConfig kafka) {

  /**
   * The defaults, overridden by some settings.
   *
   * @throws ConfigException if a name is unknown or a value is not valid
   */
  public static AppConfig of(Map<String, String> settings) {
    return new ConfigLoader().flags(settings).load().app();
  }

  /** The same with another HTTP server. */
  public AppConfig withHttp(HttpConfig other) {
    return new AppConfig(
        topics, models, stream, keyed, schemaRegistry, limits, other, alarms, log, kafka);
  }

  static AppConfig from(AbstractConfig values, KafkaClientsConfig kafka) {
    return new AppConfig(
        TopicsConfig.from(values),
        ModelsConfig.from(values),
        StreamConfig.from(values),
        KeyedConfig.from(values),
        SchemaRegistryConfig.from(values),
        LimitsConfig.from(values),
        HttpConfig.from(values),
        AlarmsConfig.from(values),
        LogConfig.from(values),
        kafka);
  }
}
