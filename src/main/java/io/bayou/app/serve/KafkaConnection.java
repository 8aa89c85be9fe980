package io.bayou.app.serve;

import io.bayou.http.StreamQueries.Connection;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether brokers respond; logs each change. Written by one thread, read by all. */
final class KafkaConnection {
  private static final Logger log = LoggerFactory.getLogger(KafkaConnection.class);

  /* One request without a response means little: a leader may move, a machine may be busy. */
  private static final Duration LOST_AFTER = Duration.ofSeconds(10);

  private final String servers;
  private final LongSupplier nanoTime;
  private volatile long answeredAt;
  private volatile boolean lost;

  /**
   * @param servers how to name the brokers in the log
   */
  KafkaConnection(String servers, LongSupplier nanoTime) {
    this.servers = servers;
    this.nanoTime = nanoTime;
    answeredAt = nanoTime.getAsLong();
  }

  /** A broker has responded. */
  void answered() {
    Duration silence = sinceAnswer();
    answeredAt = nanoTime.getAsLong();
    if (lost) {
      lost = false;
      log.info("a broker of {} responds again, after {} s", servers, silence.toSeconds());
    }
  }

  /** No broker has responded in time. */
  void unanswered() {
    if (!lost && sinceAnswer().compareTo(LOST_AFTER) >= 0) {
      lost = true;
      log.warn(
          "no broker of {} has answered for {} s; nothing is learned or answered until one does",
          servers,
          sinceAnswer().toSeconds());
    }
  }

  Connection state() {
    return lost ? new Connection(false, sinceAnswer()) : new Connection(true, Duration.ZERO);
  }

  private Duration sinceAnswer() {
    return Duration.ofNanos(nanoTime.getAsLong() - answeredAt);
  }
}
