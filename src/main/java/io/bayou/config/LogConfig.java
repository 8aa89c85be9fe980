package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/**
 * What a running instance tells of itself.
 *
 * @param level of Bayou's own log, such as {@code info}
 * @param kafkaLevel of what Kafka's clients log
 * @param kafkaMetrics whether /metrics has Kafka's own metrics, too
 */
public record LogConfig(String level, String kafkaLevel, Format format, boolean kafkaMetrics) {
  /** How a line looks. */
  public enum Format {
    TEXT,
    JSON
  }

  private static final String LEVEL = "log.level";
  private static final String KAFKA_LEVEL = "log.kafka.level";
  private static final String FORMAT = "log.format";

  private static final String KAFKA_METRICS = "metrics.kafka";

  private static final String[] LEVELS = {"off", "error", "warn", "info", "debug", "trace"};

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(LEVEL, "What `bayou run` logs on stderr.")
          .is(STRING, "info", ValidString.in(LEVELS))
          .setting(
              KAFKA_LEVEL,
              "What Kafka's clients and Kafka Streams log there. `info` is very much, most of it at"
                  + " the start.")
          .is(STRING, "error", ValidString.in(LEVELS))
          .setting(FORMAT, "`text`, or `json` for one JSON object per line.")
          .is(STRING, "text", ValidString.in("text", "json"))
          .setting(
              KAFKA_METRICS,
              "Whether `/metrics` also has what Kafka's clients and Kafka Streams measure: more"
                  + " than a thousand lines.")
          .is(BOOLEAN, false)
          .define();

  static LogConfig from(AbstractConfig values) {
    return new LogConfig(
        values.getString(LEVEL),
        values.getString(KAFKA_LEVEL),
        Format.valueOf(values.getString(FORMAT).toUpperCase(Locale.ROOT)),
        values.getBoolean(KAFKA_METRICS));
  }
}
