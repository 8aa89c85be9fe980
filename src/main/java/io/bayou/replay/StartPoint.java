package io.bayou.replay;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where a replay begins. */
public sealed interface StartPoint {
  /** At the oldest record in the log. */
  record Beginning() implements StartPoint {}

  /**
   * At the first record with this event time or a later one.
   *
   * @param time milliseconds since 1970
   */
  record Since(long time) implements StartPoint {}

  /**
   * At these offsets; partitions that are not listed begin at their oldest record.
   *
   * @param offsets by topic-partition
   */
  record Offsets(SortedMap<String, Long> offsets) implements StartPoint {
    public Offsets {
      offsets = Collections.unmodifiableSortedMap(new TreeMap<>(offsets));
    }
  }
}
