package io.bayou.stream;

import io.bayou.stream.topics.EventLogs;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the offsets that a task has learned with the logs. If a topic was re-created, or a log
 * has lost its end, other events get the same offsets and must not count as learned.
 */
final class LogCheck {
  private static final Logger log = LoggerFactory.getLogger(LogCheck.class);

  private final EventLogs logs;
  private final ModelStore store;
  private final TaskModels models;
  private final List<TopicPartition> partitions;

  /**
   * @param partitions those that the task reads
   */
  LogCheck(EventLogs logs, ModelStore store, TaskModels models, List<TopicPartition> partitions) {
    this.logs = logs;
    this.store = store;
    this.models = models;
    this.partitions = partitions;
  }

  void run() {
    for (Map.Entry<TopicPartition, EventLogs.Log> found : logs.find(partitions).entrySet()) {
      check(found.getKey(), found.getValue());
    }
  }

  private void check(TopicPartition partition, EventLogs.Log found) {
    String known = store.topicId(partition.topic());
    if (found.topicId().equals(known)) {
      checkEnd(partition, found.end());
      return;
    }
    store.putTopicId(partition.topic(), found.topicId());
    if (known != null) {
      log.warn(
          "topic '{}' was created again; what was learned from {} before is kept, but its log is"
              + " gone and cannot be replayed",
          partition.topic(),
          partition);
      for (LiveModel model : models.all()) {
        Partial partial = model.partialOf(partition.toString());
        if (partial != null) {
          partial.startNewLog(store);
        }
      }
    }
  }

  private void checkEnd(TopicPartition partition, long end) {
    for (LiveModel model : models.all()) {
      Partial partial = model.partialOf(partition.toString());
      if (partial != null && partial.to() > end) {
        log.warn(
            "the log of {} ends at {}, but {}@{} has learned up to {}; what was lost is kept in the"
                + " model, and cannot be replayed",
            partition,
            end,
            model.name(),
            model.version(),
            partial.to());
        partial.cutLog(end, store);
      }
    }
  }
}
