package io.bayou.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts what was left out of learning; for monitoring, not part of the model's state. */
public final class Refusals {
  private static final int MAX_FEATURES = 100;

  /** Why a value or an example was left out. */
  public enum Reason {
    /** A value that its feature cannot have, such as a text that its pattern cannot cut. */
    BAD_VALUE,
    /** A value of another type than its feature, whose type the first value or the spec decided. */
    TYPE_CHANGED,
    /** A number beyond {@link Features#MAX_NUMBER}, or a product of two that is. */
    OUT_OF_RANGE,
    /** A new feature beyond the limit. */
    TOO_MANY_FEATURES,
    /** A new class beyond the limit. */
    TOO_MANY_CLASSES,
    /** A new category of a feature beyond the limit. */
    TOO_MANY_CATEGORIES,
    /** A token that was left out or given up to keep a vocabulary within its limit. */
    TOO_MANY_TOKENS,
    /** A value, or a combination of values, beyond what the classes may count together. */
    TOO_MANY_CELLS,
    /** A correction whose former label has no example, or less weight than is to be taken back. */
    CORRECTION_UNKNOWN
  }

  private final long[] counts = new long[Reason.values().length];
  private final SortedMap<String, Long> typeChanges = new TreeMap<>();
  private boolean empty = true;

  public void count(Reason reason) {
    empty = false;
    counts[reason.ordinal()]++;
  }

  /** Counts a value of another type than its feature. */
  public void countTypeChange(String feature) {
    countTypeChanges(feature, 1);
    count(Reason.TYPE_CHANGED);
  }

  private void countTypeChanges(String feature, long count) {
    if (typeChanges.size() < MAX_FEATURES || typeChanges.containsKey(feature)) {
      typeChanges.merge(feature, count, Long::sum);
    }
  }

  /** By feature, how many values of another type were left out; of the first features only. */
  public SortedMap<String, Long> typeChanges() {
    return Collections.unmodifiableSortedMap(typeChanges);
  }

  /** Forgets all counts. */
  public void clear() {
    if (!empty) {
      Arrays.fill(counts, 0);
      typeChanges.clear();
      empty = true;
    }
  }

  /** Adds the counts of another. */
  public void add(Refusals other) {
    if (!other.empty) {
      empty = false;
      for (int i = 0; i < counts.length; i++) {
        counts[i] += other.counts[i];
      }
      other.typeChanges.forEach(this::countTypeChanges);
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
