package io.bayou.bench.chaos;

import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Prints and counts what happens. Thread-safe. */
final class Journal {
  private final PrintWriter out;
  private final long start = System.nanoTime();
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
  private final SortedMap<String, Integer> counts = new TreeMap<>();
  private final SortedMap<String, Double> durations = new TreeMap<>();

  Journal(PrintWriter out) {
    this.out = out;
  }

  synchronized void say(String format, Object... args) {
    double seconds = (System.nanoTime() - start) / 1e9;
    out.printf(Locale.ROOT, "%7.1f s  %s%n", seconds, String.format(Locale.ROOT, format, args));
    out.flush();
  }

  synchronized void count(Fault fault) {
    faults.merge(fault, 1, Integer::sum);
  }

  /** Keeps how long something took, and says so. */
  synchronized void measured(String name, long startNanos) {
    double seconds = Math.round((System.nanoTime() - startNanos) / 1e8) / 10.0;
    durations.put(name, seconds);
    say("%s: %.1f", name, seconds);
  }

  synchronized SortedMap<String, Double> durations() {
    return new TreeMap<>(durations);
  }

  synchronized int of(Fault... kinds) {
    int sum = 0;
    for (Fault kind : kinds) {
      sum += faults.getOrDefault(kind, 0);
    }
    return sum;
  }

  /** Counts something that is not a {@link Fault}. */
  synchronized void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  synchronized int of(String what) {
    return counts.getOrDefault(what, 0);
  }

  /** The counts of names with this prefix, without the prefix. */
  synchronized SortedMap<String, Integer> under(String prefix) {
    SortedMap<String, Integer> found = new TreeMap<>();
    counts.forEach(
        (name, count) -> {
          if (name.startsWith(prefix)) {
            found.put(name.substring(prefix.length()), count);
          }
        });
    return found;
  }
}
