package io.bayou.stream;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the tasks of one stream thread share: the sums that answer, one for each version of a model
 * that they hold, and the decoder of their events. With a decoder for each task, the sum would be
 * given another string for the same name whenever the task changes.
 */
final class ThreadServices {
  private final Map<String, ServingSum> sums = new TreeMap<>();
  private EventCodec events;

  /** The decoder of events; its event is valid until the next one is decoded by any task. */
  EventCodec events(EventLimits limits) {
    if (events == null) {
      events = new EventCodec(limits);
    }
    return events;
  }

  /** The sum of a version, which the task has joined. */
  ServingSum join(LiveModel task) {
    ServingSum sum =
        sums.computeIfAbsent(key(task), k -> new ServingSum(task.modelVersion(), task.spec()));
    sum.join(task);
    return sum;
  }

  /** Takes a task out of its sum, which goes with the last one. */
  void leave(LiveModel task) {
    ServingSum sum = sums.get(key(task));
    if (sum != null) {
      sum.leave(task);
      if (sum.isUnused()) {
        sums.remove(key(task));
      }
    }
  }

  /* A version of a deleted model may have the same number. */
  private static String key(LiveModel task) {
    return task.modelVersion() + "/" + task.createdAt();
  }
}
