package io.bayou.model.learner;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The latest labels by event time, the latest first. Of several at the same time the one that was
 * learned last comes first; where two sources merge, the first in label order.
 */
final class RecentLabels {
  private record Entry(String label, long time) {}

  private static final Comparator<Entry> LATEST_FIRST =
      Comparator.comparing(Entry::time).reversed().thenComparing(Entry::label);

  private final int limit;
  private final List<Entry> entries = new ArrayList<>();

  RecentLabels(int limit) {
    this.limit = limit;
  }

  int limit() {
    return limit;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The k-th label from 0 on; null if there are fewer. */
  String get(int k) {
    return k < entries.size() ? entries.get(k).label() : null;
  }

  /** Adds a label; tells whether it is among the latest. */
  boolean add(String label, long time) {
    int place = 0;
    while (place < entries.size() && entries.get(place).time() > time) {
      place++;
    }
    if (place >= limit) {
      return false;
    }
    entries.add(place, new Entry(label, time));
    trim();
    return true;
  }

  /** Takes back a label; tells whether it was among the latest. */
  boolean remove(String label, long time) {
    return entries.remove(new Entry(label, time));
  }

  /** Keeps the latest of both. */
  void merge(RecentLabels other) {
    boolean copy = entries.isEmpty();
    entries.addAll(other.entries);
    if (!copy && !other.entries.isEmpty()) {
      entries.sort(LATEST_FIRST);
    }
    trim();
  }

  private void trim() {
    while (entries.size() > limit) {
      entries.remove(entries.size() - 1);
    }
  }

  void write(StateWriter out) {
    out.integer(entries.size());
    for (Entry entry : entries) {
      out.text(entry.label());
      out.integer(entry.time());
    }
  }

  void read(StateReader in) {
    entries.clear();
    for (int left = in.count(limit); left > 0; left--) {
      entries.add(new Entry(in.text(), in.integer()));
    }
  }
}
