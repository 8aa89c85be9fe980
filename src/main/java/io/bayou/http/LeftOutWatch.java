package io.bayou.http;

import io.bayou.model.Refusals.Reason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Raises an alarm when a model begins to leave out data because it has reached a limit. A limit
 * stays reached, so there is one alarm for each version and reason.
 */
final class LeftOutWatch {
  /* The limits. Refusals of single values are the sender's business and raise no alarm. */
  private static final Map<Reason, String> LIMITS =
      Map.of(
          Reason.TOO_MANY_CLASSES, "examples of new classes",
          Reason.TOO_MANY_FEATURES, "new features",
          Reason.TOO_MANY_CATEGORIES, "new categories",
          Reason.TOO_MANY_TOKENS, "rare tokens",
          Reason.TOO_MANY_CELLS, "examples with new combinations of values");

  private final String model;
  private final Set<Reason> told = EnumSet.noneOf(Reason.class);
  private Map<Reason, Long> before = Map.of();
  private int version;

  LeftOutWatch(String model) {
    this.model = model;
  }

  /**
   * Checks the counts.
   *
   * @param answering the version that answers
   * @param counts since the start of the instance
   */
  List<Alarm> look(int answering, Map<Reason, Long> counts, long now) {
    if (version != answering && version != 0) { // another version may have other limits
      told.clear();
      before = copy(counts);
    }
    version = answering;
    List<Alarm> alarms = new ArrayList<>();
    for (Map.Entry<Reason, Long> entry : counts.entrySet()) {
      Reason reason = entry.getKey();
      long known = before.getOrDefault(reason, 0L);
      if (LIMITS.containsKey(reason) && entry.getValue() > known && told.add(reason)) {
        alarms.add(alarm(reason, known, entry.getValue(), now));
      }
    }
    return alarms;
  }

  private static Map<Reason, Long> copy(Map<Reason, Long> counts) {
    Map<Reason, Long> copy = new EnumMap<>(Reason.class);
    copy.putAll(counts);
    return copy;
  }

  private Alarm alarm(Reason reason, long known, long count, long now) {
    String message =
        String.format(
            "%s@%d has reached a limit and leaves out %s (%s); check the events, or raise the"
                + " limit in its spec",
            model, version, LIMITS.get(reason), reason);
    return new Alarm(Alarm.Kind.LEFT_OUT, now, now, model, version, message, known, count);
  }
}
