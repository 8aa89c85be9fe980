package io.bayou.app.serve;

import io.bayou.config.LogConfig;
import java.util.Locale;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * Applies the log settings of an instance to Log4j. Other commands keep the defaults of
 * log4j2.properties: a command that works logs nothing.
 */
public final class Logging {
  /* The names that log4j2.properties looks up. */
  private static final String LEVEL = "bayou.log.level";
  private static final String KAFKA_LEVEL = "bayou.log.kafka.level";
  private static final String FORMAT = "bayou.log.format";

  private Logging() {}

  /** Applies the settings. */
  static void apply(LogConfig config) {
    System.setProperty(LEVEL, config.level());
    System.setProperty(KAFKA_LEVEL, config.kafkaLevel());
    System.setProperty(FORMAT, config.format().name().toLowerCase(Locale.ROOT));
    Configurator.reconfigure();
  }

  /** Logs errors only: for a command that draws on the terminal. */
  public static void errorsOnly() {
    apply(new LogConfig("error", "error", LogConfig.Format.TEXT, false));
  }
}
