package io.bayou.stream.topics;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Asks the cluster for its logs on every call. */
public final class KafkaEventLogs implements EventLogs {
  private final Admin admin;

  public KafkaEventLogs(Admin admin) {
    this.admin = admin;
  }

  @Override
  public Map<TopicPartition, Log> find(Collection<TopicPartition> partitions) {
    try {
      Map<String, TopicDescription> topics = describe(partitions);
      Map<TopicPartition, OffsetSpec> existing = new HashMap<>();
      for (TopicPartition partition : partitions) {
        if (partition.partition() < topics.get(partition.topic()).partitions().size()) {
          existing.put(partition, OffsetSpec.latest());
        }
      }
      Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(existing).all().get();
      Map<TopicPartition, Log> logs = new HashMap<>();
      ends.forEach(
          (partition, end) ->
              logs.put(
                  partition,
                  new Log(topics.get(partition.topic()).topicId().toString(), end.offset())));
      return logs;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private Map<String, TopicDescription> describe(Collection<TopicPartition> partitions)
      throws InterruptedException, ExecutionException {
    Set<String> names = partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    return admin.describeTopics(names).allTopicNames().get();
  }
}
