package io.bayou.stream.topics;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Looks up the logs that events come from. */
public interface EventLogs {
  /** Finds no logs: for a topology without a cluster. */
  EventLogs UNKNOWN = partitions -> Map.of();

  /**
   * The log of one partition.
   *
   * @param topicId changes when a topic is deleted and created again under the same name
   * @param end offset of the next record
   */
  record Log(String topicId, long end) {}

  /** The logs of the partitions that exist. */
  Map<TopicPartition, Log> find(Collection<TopicPartition> partitions);
}
