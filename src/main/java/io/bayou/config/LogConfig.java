package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/**
 * What a running instance logs, and how.
 *
 * @param level of Bayou's own log, such as {@code info}
 * @param kafkaLevel of what Kafka's clients log
 */
public record LogConfig(String level, String kafkaLevel, Format format) {
  /** How a line looks. */
  public enum Format {
    TEXT,
    JSON
  }

  private static final String LEVEL = "log.level";
  private static final String KAFKA_LEVEL = "log.kafka.level";
  private static final String FORMAT = "log.format";

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
          .define();

  static LogConfig from(AbstractConfig values) {
    return new LogConfig(
        values.getString(LEVEL),
        values.getString(KAFKA_LEVEL),
        Format.valueOf(values.getString(FORMAT).toUpperCase(Locale.ROOT)));
  }
}
