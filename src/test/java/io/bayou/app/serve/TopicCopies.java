package io.bayou.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.TopicLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;

/** Copies the topics of an application to another cluster, as docs/operations.md says. */
final class TopicCopies {
  private final String from;
  private final String to;
  private final String group;

  /**
   * @param group the application id
   */
  TopicCopies(String from, String to, String group) {
    this.from = from;
    this.to = to;
    this.group = group;
  }

  void run() throws Exception {
    try (Admin source = Admin.create(Map.of("bootstrap.servers", from));
        Admin target = Admin.create(Map.of("bootstrap.servers", to))) {
      Set<String> topics = source.listTopics().names().get();
      target.createTopics(newTopics(source, topics)).all().get();
      Map<TopicPartition, OffsetAndMetadata> offsets =
          new HashMap<>(
              source.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get());
      for (String topic : topics) {
        copy(topic, offsets);
      }
      offsets.keySet().removeIf(partition -> isBetweenStages(partition.topic()));
      target.alterConsumerGroupOffsets(group, offsets).all().get();
    }
  }

  private void copy(String topic, Map<TopicPartition, OffsetAndMetadata> offsets) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    new TopicLog(from).read(topic, records::add);
    Map<TopicPartition, List<ProducerRecord<byte[], byte[]>>> copies = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      TopicPartition partition = new TopicPartition(topic, record.partition());
      List<ProducerRecord<byte[], byte[]>> copy =
          copies.computeIfAbsent(partition, p -> new ArrayList<>());
      OffsetAndMetadata read = offsets.get(partition);
      if (isBetweenStages(topic)) {
        if (read == null || record.offset() >= read.offset()) {
          copy.add(copyOf(record));
        }
      } else if (!isIdOfTopic(record)) {
        if (read != null) {
          fill(partition, copy, record.offset());
        }
        copy.add(copyOf(record));
      }
    }
    offsets.forEach(
        (partition, read) -> {
          if (partition.topic().equals(topic) && !isBetweenStages(topic)) {
            fill(
                partition,
                copies.computeIfAbsent(partition, p -> new ArrayList<>()),
                read.offset());
          }
        });
    TopicLog sink = new TopicLog(to);
    copies.values().forEach(copy -> sink.send(0, copy.size(), copy::get));
  }

  /* The markers of transactions have offsets as well. Bayou passes over records without a value. */
  private static void fill(
      TopicPartition partition, List<ProducerRecord<byte[], byte[]>> copy, long offset) {
    while (copy.size() < offset) {
      copy.add(new ProducerRecord<>(partition.topic(), partition.partition(), null, null));
    }
  }

  /* What was read there is done. */
  private static boolean isBetweenStages(String topic) {
    return topic.endsWith(".waiting") || topic.endsWith(".keyed");
  }

  /* The copy of a topic has another id; a task would take it for a new log. */
  private static boolean isIdOfTopic(ConsumerRecord<byte[], byte[]> record) {
    return record.topic().endsWith("-models-changelog")
        && new String(record.key(), UTF_8).startsWith("topic/");
  }

  private static ProducerRecord<byte[], byte[]> copyOf(ConsumerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(
        record.topic(),
        record.partition(),
        record.timestamp(),
        record.key(),
        record.value(),
        record.headers());
  }

  private static List<NewTopic> newTopics(Admin source, Set<String> topics) throws Exception {
    List<ConfigResource> resources =
        topics.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<ConfigResource, Config> configs = source.describeConfigs(resources).all().get();
    List<NewTopic> created = new ArrayList<>();
    for (var topic : source.describeTopics(topics).allTopicNames().get().values()) {
      Map<String, String> settings =
          configs
              .get(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()))
              .entries()
              .stream()
              .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
              .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
      created.add(
          new NewTopic(topic.name(), topic.partitions().size(), (short) 1).configs(settings));
    }
    return created;
  }
}
