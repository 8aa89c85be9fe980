package io.bayou.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Counts what a learner left out; for monitoring, not part of the model's state. */
public final class Refusals {
  /** Why a value or an example was left out. */
  public enum Reason {
    /** A value whose type does not fit its feature. */
    BAD_VALUE,
    /** An infinite or absurdly large number. */
    OUT_OF_RANGE,
    /** A new feature beyond the limit. */
    TOO_MANY_FEATURES,
    /** A new class beyond the limit. */
    TOO_MANY_CLASSES,
    /** A new category of a feature beyond the limit. */
    TOO_MANY_CATEGORIES,
    /** A token that was left out or given up to keep a vocabulary within its limit. */
    TOO_MANY_TOKENS,
    /** An example with a combination of values beyond what a network may count. */
    TOO_MANY_CELLS
  }

  private final long[] counts = new long[Reason.values().length];

  public void count(Reason reason) {
    counts[reason.ordinal()]++;
  }

  /** Adds what was left out elsewhere. */
  public void add(Refusals other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  public long of(Reason reason) {
    return counts[reason.ordinal()];
  }

  public long total() {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** The reasons that occurred, with their counts. */
  public Map<Reason, Long> asMap() {
    Map<Reason, Long> map = new EnumMap<>(Reason.class);
    for (Reason reason : Reason.values()) {
      if (of(reason) > 0) {
        map.put(reason, of(reason));
      }
    }
    return Collections.unmodifiableMap(map);
  }
}
