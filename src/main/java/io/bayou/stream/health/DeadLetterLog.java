package io.bayou.stream.health;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs dead letters: the first of a kind as it comes, then how many there were in each minute. A
 * kind is a topic and a reason. Safe for all threads.
 */
public final class DeadLetterLog {
  private static final Logger log = LoggerFactory.getLogger(DeadLetterLog.class);
  private static final long EVERY_MILLIS = 60_000;

  private static final class Kind {
    private final String topic;
    private final String reason;
    private long since;
    private long count;

    Kind(String topic, String reason, long since) {
      this.topic = topic;
      this.reason = reason;
      this.since = since;
    }
  }

  private final LongSupplier clock;
  private final Map<String, Kind> kinds = new TreeMap<>();

  /**
   * @param clock in milliseconds
   */
  public DeadLetterLog(LongSupplier clock) {
    this.clock = clock;
  }

  /** A record was refused. */
  public synchronized void refused(
      String topic, int partition, long offset, String reason, String message) {
    long now = clock.getAsLong();
    Kind kind = kinds.get(topic + "/" + reason);
    if (kind != null) {
      kind.count++;
      return;
    }
    kinds.put(topic + "/" + reason, new Kind(topic, reason, now));
    log.warn("{}-{}@{} is a dead letter ({}): {}", topic, partition, offset, reason, message);
  }

  /** Logs the counts of kinds that were last logged a minute ago. Call it often. */
  public synchronized void tell() {
    if (!kinds.isEmpty()) {
      long now = clock.getAsLong();
      kinds.values().removeIf(kind -> now - kind.since >= EVERY_MILLIS && !tell(kind, now));
    }
  }

  /** Logs what was not logged yet: the instance stops. */
  public synchronized void tellAll() {
    long now = clock.getAsLong();
    kinds.values().removeIf(kind -> !tell(kind, now));
  }

  /* A kind of which there were no more is forgotten: its next dead letter is told in full. */
  private static boolean tell(Kind kind, long now) {
    if (kind.count == 0) {
      return false;
    }
    log.warn(
        "{} more records of {} became dead letters in {} s ({})",
        kind.count,
        kind.topic,
        Math.max(1, (now - kind.since) / 1_000),
        kind.reason);
    kind.count = 0;
    kind.since = now;
    return true;
  }
}
