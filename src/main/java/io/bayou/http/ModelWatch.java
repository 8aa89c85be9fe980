package io.bayou.http;

import io.bayou.http.HistoryPoint.Tally;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.eval.DriftDetector;
import io.bayou.model.spec.OnDrift;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Watches one model and raises an alarm when something begins to go wrong. */
final class ModelWatch {
  /** An alarm that returns within this time is not repeated. */
  static final long QUIET_MILLIS = 60_000;

  /* After a long pause old snapshots are seen first, and new heartbeats soon after. */
  static final long STALE_PATIENCE_MILLIS = 15_000;

  private static final long NEVER = Long.MIN_VALUE;

  /* The limits. Refusals of single values are the sender's business and raise no alarm. */
  private static final Map<Reason, String> LIMITS =
      Map.of(
          Reason.TOO_MANY_CLASSES, "examples of new classes",
          Reason.TOO_MANY_FEATURES, "new features",
          Reason.TOO_MANY_CATEGORIES, "new categories",
          Reason.TOO_MANY_TOKENS, "rare tokens",
          Reason.TOO_MANY_CELLS, "examples with new combinations of values");

  private final String model;
  private final Alarms alarms;
  private int version;
  private Tally scored;
  private DriftDetector detector = new DriftDetector();
  private long driftedAt = NEVER;
  private double recoveredBelow;
  private long staleSince = NEVER;
  private long toldStaleAt = NEVER;
  private final Set<Reason> reachedLimits = EnumSet.noneOf(Reason.class);
  private Map<Reason, Long> leftOutBefore = Map.of();
  private int leftOutVersion;

  private final ClassWatch classWatch = new ClassWatch();
  private final Set<String> toldOfFeatures = new HashSet<>();
  private int typesVersion;

  /**
   * @param alarms told of what is over
   */
  ModelWatch(String model, Alarms alarms) {
    this.model = model;
    this.alarms = alarms;
  }

  /**
   * Checks whether the error rate has risen.
   *
   * @param active the active version
   * @param total scored by that version so far
   * @param examples learned by it
   * @param scoredTo event time of the last event that was scored
   */
  Optional<Alarm> drift(
      ModelDefinition.Version active, Tally total, long examples, long scoredTo, long now) {
    if (version != active.number() || total.instances() < scored.instances()) {
      driftIsOver("has got another version, or its scores have begun anew");
      version = active.number();
      scored = total;
      detector = new DriftDetector();
      return Optional.empty();
    }
    Tally since = total.since(scored);
    scored = total;
    // The weight of an event may exceed 1, but it is one piece of evidence.
    double weight = Math.max(1.0, total.instances() / Math.max(1L, examples));
    Optional<DriftDetector.Change> change =
        detector.look(
            scoredTo, since.instances() / weight, (since.instances() - since.correct()) / weight);
    if (now - driftedAt >= QUIET_MILLIS || detector.errorRate() < recoveredBelow) {
      driftIsOver("does not get worse any more");
    }
    return change
        .filter(found -> driftedAt == NEVER)
        .map(found -> drifted(found, active.spec().onDrift(), now));
  }

  private void driftIsOver(String why) {
    if (driftedAt != NEVER) {
      driftedAt = NEVER;
      alarms.clear(Alarm.Kind.DRIFT, model, model + "@" + version + " " + why);
    }
  }

  private Alarm drifted(DriftDetector.Change change, OnDrift onDrift, long now) {
    driftedAt = now;
    recoveredBelow = (change.before() + change.after()) / 2.0;
    double before = 1.0 - change.before();
    double after = 1.0 - change.after();
    String message =
        String.format(
            Locale.ROOT,
            "%s@%d makes more errors: its accuracy fell from %.1f %% to %.1f %%%s",
            model,
            version,
            100.0 * before,
            100.0 * after,
            onDrift == OnDrift.SUGGEST ? "; learn what came since: " + command(change) : "");
    return new Alarm(Alarm.Kind.DRIFT, now, change.since(), model, version, message, before, after);
  }

  private String command(DriftDetector.Change change) {
    return "bayou retrain " + model + " --since " + Instant.ofEpochMilli(change.since());
  }

  /**
   * Checks that all partitions still send heartbeats.
   *
   * @param silent the sources that do not
   */
  Optional<Alarm> silence(int active, List<String> silent, long now) {
    if (silent.isEmpty()) {
      if (toldStaleAt != NEVER && staleSince != NEVER && toldStaleAt >= staleSince) {
        String message = "all sources of " + model + "@" + active + " send heartbeats again";
        alarms.clear(Alarm.Kind.STALE, model, message);
      }
      staleSince = NEVER;
      return Optional.empty();
    }
    boolean lasts = staleSince != NEVER;
    staleSince = lasts ? staleSince : now;
    boolean told =
        toldStaleAt != NEVER && (toldStaleAt >= staleSince || now - toldStaleAt < QUIET_MILLIS);
    if (told || now - staleSince < STALE_PATIENCE_MILLIS) {
      return Optional.empty();
    }
    toldStaleAt = now;
    String message =
        String.format(
            "%s@%d is stale: no heartbeat from %s within stale.after.ms; check that its instance"
                + " runs",
            model, active, silent.size() == 1 ? silent.get(0) : silent.size() + " partitions");
    return Optional.of(
        new Alarm(
            Alarm.Kind.STALE, now, staleSince, model, active, message, Double.NaN, Double.NaN));
  }

  /**
   * Checks whether the model has reached a limit and leaves out data. A limit stays reached, so
   * there is one alarm for each version and reason.
   *
   * @param counts left out by this instance since its start, by reason
   */
  List<Alarm> leftOut(int active, Map<Reason, Long> counts, long now) {
    if (leftOutVersion != active && leftOutVersion != 0) { // its limits may differ
      reachedLimits.clear();
      leftOutBefore = Map.copyOf(counts);
    }
    leftOutVersion = active;
    List<Alarm> alarms = new ArrayList<>();
    counts.forEach(
        (reason, count) -> {
          long before = leftOutBefore.getOrDefault(reason, 0L);
          if (LIMITS.containsKey(reason) && count > before && reachedLimits.add(reason)) {
            String message =
                String.format(
                    "%s@%d has reached a limit and leaves out %s (%s); check the events, or raise"
                        + " the limit in its spec",
                    model, active, LIMITS.get(reason), reason);
            alarms.add(
                new Alarm(Alarm.Kind.LEFT_OUT, now, now, model, active, message, before, count));
          }
        });
    return alarms;
  }

  /**
   * Checks whether features come with values of another type: once for each version and feature.
   *
   * @param counts left out by this instance since its start, by feature
   */
  List<Alarm> typeChanges(int active, Map<String, Long> counts, long now) {
    if (typesVersion != active) {
      if (typesVersion != 0) { // what was counted for the former version may fit this one
        toldOfFeatures.addAll(counts.keySet());
      }
      typesVersion = active;
    }
    List<Alarm> alarms = new ArrayList<>();
    counts.forEach(
        (feature, count) -> {
          if (toldOfFeatures.add(feature)) {
            String message =
                String.format(
                    "%s@%d leaves out values of feature '%s': they have another type than the first"
                        + " one, or than its spec says. Correct the events, or give the feature its"
                        + " type in the spec and retrain",
                    model, active, feature);
            alarms.add(
                new Alarm(
                    Alarm.Kind.TYPE_CHANGED, now, now, model, active, message, Double.NaN, count));
          }
        });
    return alarms;
  }

  /** Checks whether the model knows a class that it did not know before. */
  List<Alarm> classes(int active, Set<String> labels, long examples, long now) {
    List<Alarm> alarms = new ArrayList<>();
    for (String label : classWatch.look(active, labels, examples)) {
      String message =
          String.format(
              "%s@%d has learned a new class, '%s'; if it is a mistake, correct the label",
              model, active, label);
      alarms.add(
          new Alarm(
              Alarm.Kind.NEW_CLASS, now, now, model, active, message, Double.NaN, Double.NaN));
    }
    return alarms;
  }
}
