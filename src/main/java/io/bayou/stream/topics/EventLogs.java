package io.bayou.stream.topics;

import static io.bayou.stream.topics.KafkaFutures.get;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
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

  /** How many partitions the largest of some topics has: as many tasks read them. */
  default int largest(Collection<String> topics) {
    return 1; // without a cluster there is one task
  }

  /** Asks the cluster on every call. */
  static EventLogs of(Admin admin) {
    return new EventLogs() {
      @Override
      public Map<TopicPartition, Log> find(Collection<TopicPartition> partitions) {
        return EventLogs.find(admin, partitions);
      }

      @Override
      public int largest(Collection<String> topics) {
        return get(admin.describeTopics(topics).allTopicNames()).values().stream()
            .mapToInt(topic -> topic.partitions().size())
            .max()
            .orElse(1);
      }
    };
  }

  private static Map<TopicPartition, Log> find(Admin admin, Collection<TopicPartition> partitions) {
    Set<String> names = partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    Map<String, TopicDescription> topics = get(admin.describeTopics(names).allTopicNames());
    Map<TopicPartition, OffsetSpec> existing = new HashMap<>();
    for (TopicPartition partition : partitions) {
      if (partition.partition() < topics.get(partition.topic()).partitions().size()) {
        existing.put(partition, OffsetSpec.latest());
      }
    }
    Map<TopicPartition, Log> logs = new HashMap<>();
    get(admin.listOffsets(existing).all())
        .forEach(
            (partition, end) -> {
              String id = topics.get(partition.topic()).topicId().toString();
              logs.put(partition, new Log(id, end.offset()));
            });
    return logs;
  }
}
