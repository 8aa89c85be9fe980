package io.bayou.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The points of one model: each second for ten minutes, each tenth for two hours before. */
final class History {
  static final int RECENT = 600;
  static final int OLDER = 720;
  private static final long OLDER_EVERY_MILLIS = 10_000;

  private final Deque<HistoryPoint> recent = new ArrayDeque<>();
  private final Deque<HistoryPoint> older = new ArrayDeque<>();

  synchronized void add(HistoryPoint point) {
    recent.addLast(point);
    if (recent.size() <= RECENT) {
      return;
    }
    HistoryPoint leaving = recent.removeFirst();
    if (older.isEmpty() || leaving.time() - older.getLast().time() >= OLDER_EVERY_MILLIS) {
      older.addLast(leaving);
    }
    if (older.size() > OLDER) {
      older.removeFirst();
    }
  }

  synchronized Optional<HistoryPoint> latest() {
    return Optional.ofNullable(recent.peekLast());
  }

  /** The first of the recent points since a time, or null if there is none. */
  synchronized HistoryPoint since(long time) {
    HistoryPoint oldest = null;
    for (var points = recent.descendingIterator(); points.hasNext(); ) {
      HistoryPoint point = points.next();
      if (point.time() < time) {
        break;
      }
      oldest = point;
    }
    return oldest;
  }

  /** All points, the oldest first. */
  synchronized List<HistoryPoint> points() {
    List<HistoryPoint> points = new ArrayList<>(older);
    points.addAll(recent);
    return points;
  }
}
