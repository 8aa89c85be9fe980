package io.bayou.stream;

import java.util.Map;
import java.util.TreeMap;

/**
 * The sums that answer on one stream thread, one for each version of a model that its tasks hold.
 */
final class ServingSums {
  private final Map<String, ServingSum> sums = new TreeMap<>();

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
