package io.bayou.demo;

import java.time.Duration;
import java.util.ArrayDeque;

/** How fast a count has grown of late. */
public final class Speed {
  private static final Duration WINDOW = Duration.ofSeconds(3);

  private record Reading(Duration at, long count) {}

  private final ArrayDeque<Reading> readings = new ArrayDeque<>();

  /** Takes a reading and says by how much the count grows per second. */
  public double perSecond(Duration now, long count) {
    while (readings.size() > 1 && now.minus(readings.getFirst().at).compareTo(WINDOW) > 0) {
      readings.removeFirst();
    }
    readings.addLast(new Reading(now, count));
    Reading first = readings.getFirst();
    double seconds = now.minus(first.at).toNanos() * 1e-9;
    return seconds > 0.0 ? (count - first.count) / seconds : 0.0;
  }
}
