package io.bayou.http;

import io.bayou.http.HistoryPoint.Tally;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** Raises alarms: once when something begins, not again while it lasts. Single-threaded. */
final class Watch {
  private static final long NEVER = Long.MIN_VALUE;

  private final LiveFeed feed;
  private final Metrics metrics;
  private final Alarms alarms;
  private final Map<String, ModelWatch> models = new HashMap<>();
  private long refused;
  private long refusedAt = NEVER;
  private boolean toldOfDeadLetters;
  private boolean toldOfKafka;
  private long lost;
  private boolean toldOfSchemas;

  Watch(LiveFeed feed, Metrics metrics, Alarms alarms) {
    this.feed = feed;
    this.metrics = metrics;
    this.alarms = alarms;
    metrics.countAlarmsOf(null);
  }

  /** Forgets all models but these. */
  void retain(SortedSet<String> names) {
    for (String name : models.keySet()) {
      if (!names.contains(name)) {
        alarms.forget(name);
      }
    }
    models.keySet().retainAll(names);
  }

  /**
   * Checks a model.
   *
   * @param scored by the active version, of everything so far
   * @param scoredTo event time of the last of it
   * @param stream what this instance has left out since its start
   */
  void look(
      String name, ServedModel model, Tally scored, long scoredTo, StreamQueries stream, long now) {
    metrics.countAlarmsOf(name);
    ModelWatch watch = models.computeIfAbsent(name, key -> new ModelWatch(key, alarms));
    int version = model.version().number();
    watch.drift(model.version(), scored, model.examples(), scoredTo, now).ifPresent(alarms::raise);
    watch.silence(version, model.silent(), now).ifPresent(alarms::raise);
    watch
        .leftOut(version, stream.leftOut().getOrDefault(name, Map.of()), now)
        .forEach(alarms::raise);
    SortedMap<String, Long> changed =
        stream.typeChanges().getOrDefault(name, Collections.emptySortedMap());
    watch.typeChanges(version, changed, now).forEach(alarms::raise);
    watch.classes(version, model.priors().keySet(), model.examples(), now).forEach(alarms::raise);
  }

  /**
   * Checks the number of refused events.
   *
   * @param total since the start
   */
  void lookAtDeadLetters(long total, long now) {
    if (total <= refused) {
      lookAtQuiet(now);
      return;
    }
    long before = refused;
    boolean quiet = refusedAt == NEVER || now - refusedAt >= ModelWatch.QUIET_MILLIS;
    refused = total;
    refusedAt = now;
    if (quiet) {
      toldOfDeadLetters = true;
      alarms.raise(deadLetters(before, total, now));
    }
  }

  private void lookAtQuiet(long now) {
    if (toldOfDeadLetters && now - refusedAt >= ModelWatch.QUIET_MILLIS) {
      toldOfDeadLetters = false;
      alarms.clear(
          Alarm.Kind.DEAD_LETTERS,
          null,
          "no event was refused for a minute, " + refused + " since the start");
    }
  }

  private Alarm deadLetters(long before, long total, long now) {
    long count = total - before;
    Optional<String> latest = feed.latestDeadLetter();
    String message =
        (count == 1 ? "an event was refused" : count + " events were refused")
            + latest.map(letter -> (count == 1 ? ": " : ", the latest: ") + letter).orElse("");
    return new Alarm(Alarm.Kind.DEAD_LETTERS, now, now, null, 0, message, before, total);
  }

  /** Raises an alarm whenever records were lost. */
  void lookAtLost(StreamQueries.Lost now, long time) {
    if (now.records() > lost) {
      String message =
          now.latest()
              + " were deleted before they were read, and are learned by no model; check"
              + " retention.ms of the topic";
      alarms.raise(new Alarm(Alarm.Kind.LOST, time, time, null, 0, message, lost, now.records()));
    }
    lost = now.records();
  }

  /** Raises one alarm for each time that Kafka stops responding. */
  void lookAtKafka(StreamQueries.Connection kafka, long now) {
    if (!kafka.up() && !toldOfKafka) {
      long silence = kafka.silence().toMillis();
      String message =
          "no broker has answered for "
              + silence / 1_000
              + " s; nothing is learned or answered until one does, see kafka.bootstrap.servers";
      alarms.raise(
          new Alarm(
              Alarm.Kind.KAFKA, now, now - silence, null, 0, message, Double.NaN, Double.NaN));
    }
    if (kafka.up() && toldOfKafka) {
      alarms.clear(Alarm.Kind.KAFKA, null, "a broker responds again");
    }
    toldOfKafka = !kafka.up();
  }

  /**
   * Raises one alarm for each time that records begin to wait for their schemas.
   *
   * @param waiting how many schemas are missing
   */
  void lookAtSchemas(int waiting, long now) {
    if (waiting > 0 && !toldOfSchemas) {
      String message =
          "the schema registry does not answer; the records that need it and those behind them"
              + " wait, see schema.registry.url";
      alarms.raise(
          new Alarm(Alarm.Kind.SCHEMAS, now, now, null, 0, message, Double.NaN, Double.NaN));
    }
    if (waiting == 0 && toldOfSchemas) {
      alarms.clear(Alarm.Kind.SCHEMAS, null, "no record waits for its schema any more");
    }
    toldOfSchemas = waiting > 0;
  }
}
