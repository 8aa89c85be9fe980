package io.bayou;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** The lines that a class logs from level INFO on, until this is closed. */
public final class LogLines implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
  private final String logger;

  /** Begins to take down what a class logs. */
  public LogLines(Class<?> type) {
    logger = type.getName();
    Taker taker = new Taker();
    taker.start();
    LoggerConfig config = new LoggerConfig(logger, Level.INFO, false);
    config.addAppender(taker, Level.INFO, null);
    context.getConfiguration().addLogger(logger, config);
    context.updateLoggers();
  }

  /** As {@code LEVEL message}, the oldest first. */
  public List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    context.getConfiguration().removeLogger(logger);
    context.updateLoggers();
  }

  private final class Taker extends AbstractAppender {
    Taker() {
      super("taker", null, null, false, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }
  }
}
