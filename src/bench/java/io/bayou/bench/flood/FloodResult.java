package io.bayou.bench.flood;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * The effect of a flood on an instance.
 *
 * @param unsent number of events that the broker did not accept
 * @param seconds until the last event was processed, or until the timeout
 * @param processed whether all events were
 * @param leftOut metrics of what the instance rejected or skipped
 * @param lastWords last output of an instance that has ended, otherwise empty
 * @param keys number of keys that have a model
 * @param heapMb by the number of keys on the way, the heap in use after a full collection
 * @param diskMb of the state directory, at the end
 */
record FloodResult(
    FloodKind kind,
    int events,
    int unsent,
    double seconds,
    boolean processed,
    int asked,
    int unanswered,
    double longestAnswerSeconds,
    double longestHealthSeconds,
    long maxRssMb,
    long liveHeapMb,
    SortedMap<String, Double> leftOut,
    String lastWords,
    long keys,
    SortedMap<Long, Long> heapMb,
    long diskMb) {

  boolean isOk() {
    return unsent == 0 && unanswered == 0 && lastWords.isEmpty();
  }

  /** In the order of a table; numbers, booleans, strings, and one map. */
  Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("kind", kind.name().toLowerCase(Locale.ROOT));
    figures.put("ok", isOk());
    figures.put("events", events);
    figures.put("unsent", unsent);
    figures.put("processed", processed);
    figures.put("seconds", rounded(seconds));
    figures.put("asked", asked);
    figures.put("unanswered", unanswered);
    figures.put("longestAnswerSeconds", rounded(longestAnswerSeconds));
    figures.put("longestHealthSeconds", rounded(longestHealthSeconds));
    figures.put("maxRssMb", maxRssMb);
    figures.put("liveHeapMb", liveHeapMb);
    if (kind.isOfKeys()) {
      figures.put("keys", keys);
      figures.put("keysPerSecond", Math.round(keys / seconds));
      figures.put("heapMbByKeys", heapMb);
      figures.put("diskMb", diskMb);
    }
    figures.put("leftOut", leftOut);
    figures.put("lastWords", lastWords);
    return figures;
  }

  private static double rounded(double seconds) {
    return Math.round(seconds * 100) / 100.0;
  }
}
