package io.bayou.stream;

import io.bayou.stream.order.LostRecords;
import io.bayou.stream.topics.EventLogs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.RecordMetadata;
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
  private final ChangedPartials changed;
  private final LostRecords lost;
  private final Map<String, long[]> positions = new HashMap<>();
  private final Map<String, String> topicIds = new HashMap<>();
  private String lastTopic = "";
  private String lastSource = "";
  private boolean followed;

  /**
   * @param partitions those that the task reads
   * @param changed told of partials that must be published
   * @param lost records that were deleted before they were read
   */
  LogCheck(
      EventLogs logs,
      ModelStore store,
      TaskModels models,
      List<TopicPartition> partitions,
      ChangedPartials changed,
      LostRecords lost) {
    this.logs = logs;
    this.store = store;
    this.models = models;
    this.partitions = partitions;
    this.changed = changed;
    this.lost = lost;
  }

  /** The next record comes. */
  void begin() {
    followed = false;
  }

  /**
   * Follows a record that is learned, by one model or by several.
   *
   * @return its partition, as Kafka prints it
   */
  String follow(RecordMetadata at) {
    if (!at.topic().equals(lastTopic)) { // a task reads the same partition of all its topics
      lastTopic = at.topic();
      lastSource = new TopicPartition(lastTopic, at.partition()).toString();
    }
    if (!followed) {
      followed = true;
      long[] last = positions.computeIfAbsent(lastSource, s -> new long[] {-1});
      if (at.offset() <= last[0]) {
        run(); // a consumer goes back only where the log was replaced under it
      }
      last[0] = at.offset();
    }
    return lastSource;
  }

  /** The id of a topic; empty if it is not known. */
  String topicId(String topic) {
    return topicIds.getOrDefault(topic, "");
  }

  /** Notes in the partials which records were deleted before they were read. Call it often. */
  void takeLost() {
    if (lost.any()) {
      for (LostRecords.Gap gap : lost.take(partitions)) {
        long from = gap.from() < 0 ? learnedTo(gap.partition()) : gap.from();
        if (from >= 0 && from < gap.to()) { // otherwise nothing is known to be missing
          lose(new LostRecords.Gap(gap.partition(), from, gap.to()));
        }
      }
    }
  }

  private void lose(LostRecords.Gap gap) {
    log.warn(
        "{} were deleted before they were read; what they would have taught is missing in the"
            + " models, and their questions have no answers. Check retention.ms of the topic",
        gap);
    lost.count(gap);
    for (LiveModel model : models.all()) {
      Partial partial = model.partialOf(gap.partition().toString());
      if (partial != null && partial.to() >= 0) {
        partial.lose(gap.size(), store);
      }
    }
    changed.addUnpublished(models.all());
  }

  /* Any record below has been read. */
  private long learnedTo(TopicPartition partition) {
    long latest = -1;
    for (LiveModel model : models.all()) {
      Partial partial = model.partialOf(partition.toString());
      latest = partial == null ? latest : Math.max(latest, partial.to());
    }
    return latest;
  }

  /** Compares the partials with the logs. Afterwards some may have to be published. */
  void run() {
    for (Map.Entry<TopicPartition, EventLogs.Log> found : logs.find(partitions).entrySet()) {
      check(found.getKey(), found.getValue());
    }
    changed.addUnpublished(models.all());
  }

  private void check(TopicPartition partition, EventLogs.Log found) {
    topicIds.put(partition.topic(), found.topicId());
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
