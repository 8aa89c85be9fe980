package io.bayou.bench.flood;

import io.bayou.bench.BayouInstance;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The state of an instance during a flood. */
final class Vitals {
  /* Metrics of rejected or skipped events, under present and future names. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "(?m)^(bayou_\\w*(?:left_out|dead_letters|refused|skipped|tombstones)\\w*"
              + "(?:\\{[^}]*})?) ([0-9.E+-]+)$");

  private static final Pattern KEYS = Pattern.compile("(?m)^bayou_keyed_keys\\{[^}]*} (\\S+)$");

  private final BayouInstance instance;
  private long maxResident;
  private double longestHealthSeconds;

  Vitals(BayouInstance instance) {
    this.instance = instance;
  }

  boolean isAlive() {
    return instance.process().isAlive();
  }

  /** Its last line of output if it has ended, otherwise empty. */
  String lastWords() {
    return isAlive() ? "" : "ended: " + instance.process().lastError();
  }

  void sample() throws InterruptedException {
    maxResident = Math.max(maxResident, instance.process().residentMegabytes());
    long start = System.nanoTime();
    instance.get("/health");
    longestHealthSeconds = Math.max(longestHealthSeconds, (System.nanoTime() - start) / 1e9);
  }

  long maxResident() {
    return maxResident;
  }

  double longestHealthSeconds() {
    return longestHealthSeconds;
  }

  /** Megabytes of heap in use after a full collection; 0 if unknown. */
  long liveHeap() throws InterruptedException {
    return instance.process().liveHeapMegabytes();
  }

  /** How many keys have a model, as of the latest commit. */
  long keys() throws InterruptedException {
    Matcher keys = KEYS.matcher(instance.get("/metrics").orElse(""));
    return keys.find() ? (long) Double.parseDouble(keys.group(1)) : 0;
  }

  /** By metric, those above 0. */
  SortedMap<String, Double> leftOut() throws InterruptedException {
    SortedMap<String, Double> found = new TreeMap<>();
    Matcher matcher = LEFT_OUT.matcher(instance.get("/metrics").orElse(""));
    while (matcher.find()) {
      double value = Double.parseDouble(matcher.group(2));
      if (value > 0) {
        found.put(matcher.group(1), value);
      }
    }
    return found;
  }
}
