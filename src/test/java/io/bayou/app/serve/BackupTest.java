package io.bayou.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.app.TopicLog;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The procedure of docs/operations.md: copy the topics to another cluster, start there, verify. */
@Tag("broker")
class BackupTest {
  private static final String PREFIX = "kept.";

  @TempDir private Path directory;

  @Test
  void shouldGoOnElsewhereFromCopiesOfTheTopics() throws Exception {
    try (EmbeddedBroker here = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("here")));
        EmbeddedBroker there = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("there")))) {
      learnRetrainAndStop(here.bootstrapServers());
      copy(here.bootstrapServers(), there.bootstrapServers());

      try (Fleet fleet = new Fleet(there.bootstrapServers(), directory, PREFIX)) {
        BayouProcess restored = fleet.start("restored");
        fleet.log().send(fleet.topic("labeled"), 300, 400, true);
        fleet.log().send(fleet.topic("unlabeled"), 100, 200, false);
        fleet.await(() -> assertThat(examples(fleet)).contains("\"examples\":400"));
        fleet.await(() -> assertThat(fleet.log().keys(fleet.topic("predictions"))).hasSize(200));

        fleet.assertAnsweredOnce(200);
        Cli verified = Cli.bayou(fleet.command("verify", "default"));
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
        assertThat(verified.out()).contains("equal").doesNotContain("gone");
        assertThat(restored.terminate()).as(restored.err()).isZero();
      }
    }
  }

  /* Version 2 has a base from the replay: that a task must not learn again. */
  private void learnRetrainAndStop(String servers) throws Exception {
    try (Fleet fleet = new Fleet(servers, directory, PREFIX)) {
      BayouProcess instance = fleet.start("original");
      fleet.send(200, 100);
      fleet.await(200, 100);
      Cli retrained = Cli.bayou(fleet.command("retrain", "default"));
      assertThat(retrained.exitCode()).as(retrained.err()).isZero();
      Cli promoted = Cli.bayou(fleet.command("promote", "default@2"));
      assertThat(promoted.exitCode()).as(promoted.err()).isZero();
      fleet.log().send(fleet.topic("labeled"), 200, 300, true);
      fleet.await(() -> assertThat(examples(fleet)).contains("\"examples\":300"));
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }

  private static String examples(Fleet fleet) {
    return Cli.bayou(fleet.command("models", "show", "default", "--json")).out();
  }

  private static void copy(String from, String to) throws Exception {
    try (Admin source = Admin.create(Map.of("bootstrap.servers", from));
        Admin target = Admin.create(Map.of("bootstrap.servers", to))) {
      Set<String> topics = source.listTopics().names().get();
      target.createTopics(newTopics(source, topics)).all().get();
      TopicLog sink = new TopicLog(to);
      for (String topic : topics) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        new TopicLog(from).read(topic, records::add);
        records.removeIf(BackupTest::isIdOfTopic);
        sink.send(0, records.size(), i -> copyOf(records.get(i)));
      }
      String group = PREFIX + "test";
      var offsets = source.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
      target.alterConsumerGroupOffsets(group, offsets).all().get();
    }
  }

  /* The copy of a topic has another id; a task would take it for a new log. */
  private static boolean isIdOfTopic(ConsumerRecord<byte[], byte[]> record) {
    return record.topic().endsWith("-changelog")
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
