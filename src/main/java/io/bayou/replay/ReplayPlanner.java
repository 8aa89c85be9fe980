package io.bayou.replay;

import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Decides what a replay of a model reads. */
record ReplayPlanner(KafkaCluster cluster, StreamGroup group) {
  /** From a start point to the present end of every partition that may contain labels. */
  ReplayPlan plan(ModelDefinition definition, SharedModels published, StartPoint start) {
    List<TopicPartition> partitions = partitions(definition, published);
    Map<TopicPartition, Long> first = group.offsets(partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> end = group.offsets(partitions, OffsetSpec.latest());
    Map<TopicPartition, Long> wanted = wanted(partitions, start);
    List<ReplayPlan.Range> ranges = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      long from = Math.max(wanted.get(partition), first.get(partition));
      long cut = from - wanted.get(partition);
      ranges.add(new ReplayPlan.Range(partition, from, Math.max(from, end.get(partition)), cut));
    }
    return new ReplayPlan(ranges);
  }

  private Map<TopicPartition, Long> wanted(List<TopicPartition> partitions, StartPoint start) {
    if (start instanceof StartPoint.Since since) {
      return group.offsets(partitions, OffsetSpec.forTimestamp(since.time()));
    }
    Map<String, Long> given = start instanceof StartPoint.Offsets from ? from.offsets() : Map.of();
    Set<String> unknown = new TreeSet<>(given.keySet());
    Map<TopicPartition, Long> wanted = new HashMap<>();
    for (TopicPartition partition : partitions) {
      wanted.put(partition, given.getOrDefault(partition.toString(), 0L));
      unknown.remove(partition.toString());
    }
    if (!unknown.isEmpty()) {
      String first = unknown.iterator().next();
      throw new ReplayException("there is no partition " + first + " to replay");
    }
    return wanted;
  }

  /* The labeled topics, those where a mapping finds labels, that of labels which came later, and any
   * other from which the model has learned: the label decides. */
  List<TopicPartition> partitions(ModelDefinition definition, SharedModels published) {
    SortedSet<String> topics = new TreeSet<>(cluster.config().topics().labeled());
    topics.removeAll(mappedByOthers(definition, published));
    for (ModelDefinition.Version version : definition.versions()) {
      version
          .spec()
          .input()
          .filter(input -> input.label().isPresent())
          .ifPresent(input -> topics.addAll(input.topics()));
    }
    SortedSet<String> sources = new TreeSet<>();
    for (ModelDefinition.Version version : definition.versions()) {
      for (SnapshotRow row : published.published(definition.name(), version.number())) {
        sources.addAll(row.covered().keySet());
      }
    }
    for (String topic : eventTopics()) {
      if (sources.stream().anyMatch(source -> source.startsWith(topic + "-"))) {
        topics.add(topic);
      }
    }
    try (var consumer = new LogReader(cluster).consumer()) {
      String examples = cluster.config().topics().join().examples();
      if (hasLaterLabels(definition) && consumer.listTopics().containsKey(examples)) {
        topics.add(examples);
      }
      return KafkaCluster.partitions(consumer, topics).stream()
          .sorted(
              Comparator.comparing(TopicPartition::topic)
                  .thenComparingInt(TopicPartition::partition))
          .toList();
    }
  }

  private static boolean hasLaterLabels(ModelDefinition definition) {
    return definition.versions().stream().anyMatch(version -> version.spec().labels().isPresent());
  }

  private SortedSet<String> eventTopics() {
    SortedSet<String> topics = new TreeSet<>(cluster.config().topics().labeled());
    topics.addAll(cluster.config().topics().unlabeled());
    return topics;
  }

  /* They hold no events of Bayou's own shape, and so none for this model. */
  private static Set<String> mappedByOthers(ModelDefinition definition, SharedModels published) {
    Set<String> topics = new TreeSet<>();
    for (String name : published.names()) {
      if (!name.equals(definition.name())) {
        published
            .definition(name, ReplayException::new)
            .versions()
            .forEach(v -> v.spec().input().ifPresent(input -> topics.addAll(input.topics())));
      }
    }
    return topics;
  }
}
