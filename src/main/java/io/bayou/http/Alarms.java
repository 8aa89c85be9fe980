package io.bayou.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of alarms: in the log, as metrics, to the clients and to the cluster. Thread-safe. */
public final class Alarms {
  private static final Logger log = LoggerFactory.getLogger(Alarms.class);

  private final LiveFeed feed;
  private final Metrics metrics;
  private final AlarmSink cluster;

  Alarms(LiveFeed feed, Metrics metrics, AlarmSink cluster) {
    this.feed = feed;
    this.metrics = metrics;
    this.cluster = cluster;
  }

  /** Something has begun, or happened. */
  public void raise(Alarm alarm) {
    log.warn("alarm {}: {}", alarm.kind().key(), alarm.message());
    metrics.count(alarm);
    feed.alarm(alarm);
    cluster.raised(alarm);
  }

  /** Something is over. */
  void clear(Alarm.Kind kind, String model, String message) {
    log.info("over: {}", message);
    cluster.cleared(kind, model);
  }

  /** A model is gone, and with it whatever was wrong with it. */
  void forget(String model) {
    metrics.forgetAlarmsOf(model);
    for (Alarm.Kind kind : Alarm.Kind.values()) {
      if (kind.isLasting() && !kind.isOfInstance()) {
        cluster.cleared(kind, model);
      }
    }
  }
}
