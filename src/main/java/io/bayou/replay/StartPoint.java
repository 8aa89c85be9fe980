package io.bayou.replay;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where a replay begins. */
public sealed interface StartPoint {
  /** With the oldest record that is kept. */
  record Beginning() implements StartPoint {}

  /**
   * With the first record of this event time or later.
   *
   * @param time milliseconds since 1970
   */
  record Since(long time) implements StartPoint {}

  /**
   * With these offsets; a partition that is not listed with the oldest record that is kept.
   *
   * @param offsets by topic-partition
   */
  record Offsets(SortedMap<String, Long> offsets) implements StartPoint {
    public Offsets {
      offsets = Collections.unmodifiableSortedMap(new TreeMap<>(offsets));
    }
  }
}
