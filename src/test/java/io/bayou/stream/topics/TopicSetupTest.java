package io.bayou.stream.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bayou.LogLines;
import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("broker")
class TopicSetupTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();

  private final List<String> notes = new ArrayList<>();

  @Test
  void shouldGrowTheChangelogToTheLargestEventTopic() throws Exception {
    AppConfig config = config("grown.");
    try (Admin admin = broker.client().admin()) {
      TopicSetup setup = new TopicSetup(config, notes::add);
      assertThat(setup.ensure(admin)).contains("grown.labeled", "grown.models");
      assertThat(setup.growChangelog(admin)).as("there is no changelog yet").isFalse();
      broker.client().createTopic("grown.app-models-changelog", 2, Map.of());
      admin.createPartitions(Map.of("grown.unlabeled", NewPartitions.increaseTo(5))).all().get();
      await()
          .until(() -> partitions(admin, "grown.unlabeled") == 5); // the broker hears of it later

      assertThat(setup.ensure(admin)).isEmpty();

      assertThat(partitions(admin, "grown.app-models-changelog")).isEqualTo(5);
      assertThat(notes)
          .containsExactly(
              "topic grown.app-models-changelog grew from 2 to 5 partitions, as many as"
                  + " grown.unlabeled has");
      assertThat(setup.growChangelog(admin)).isFalse();
    }
  }

  @Test
  void shouldCreateTheTopicsOfAJoinIfThereIsOne() throws Exception {
    Map<String, String> settings =
        Map.of(
            "topic.prefix", "joined.",
            "labels.topics", "joined.chargebacks",
            "kafka.bootstrap.servers", broker.bootstrapServers());
    AppConfig config = AppConfig.of(settings);
    try (Admin admin = broker.client().admin()) {
      assertThat(new TopicSetup(config, notes::add).ensure(admin))
          .contains("joined.chargebacks", "joined.examples", "joined.waiting");
      assertThat(new TopicSetup(config("plain."), notes::add).ensure(admin))
          .doesNotContain("plain.examples", "plain.waiting");
      for (String topic : List.of("joined.examples", "joined.waiting")) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config made = admin.describeConfigs(List.of(resource)).all().get().get(resource);
        assertThat(made.get("retention.ms").value()).isEqualTo("-1");
        assertThat(made.get("message.timestamp.type").value()).isEqualTo("CreateTime");
        assertThat(made.get("message.timestamp.after.max.ms").value())
            .isEqualTo(Long.toString(Long.MAX_VALUE));
      }
    }
  }

  /** As a command does that creates a model before the first instance has run. */
  @Test
  void shouldCreateOnlyTheTopicsOfModels() throws Exception {
    try (Admin admin = broker.client().admin()) {
      TopicSetup setup = new TopicSetup(config("first."), notes::add);
      assertThat(setup.ensureModelTopics(admin))
          .containsExactlyInAnyOrder(
              "first.models", "first.snapshots", "first.evaluations", "first.alarms");
      assertThat(setup.ensureModelTopics(admin)).isEmpty();
      assertThat(setup.ensure(admin)).contains("first.labeled").doesNotContain("first.models");
    }
  }

  @Test
  void shouldKeepWhatModelsLearnFromAndWarnWhereItIsNotKept() throws Exception {
    broker.client().createTopic("week.labeled", 1, Map.of("retention.ms", "604800000"));
    try (Admin admin = broker.client().admin();
        LogLines log = new LogLines(TopicChecks.class)) {
      new TopicSetup(config("week."), notes::add).ensure(admin);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith(
              "WARN topic 'week.labeled' has retention.ms=604800000 and deletes old records")
          .endsWith("--entity-name week.labeled --add-config retention.ms=-1");

      new TopicSetup(config("ever."), notes::add).ensure(admin);
      new TopicSetup(config("ever."), notes::add).ensure(admin);
      assertThat(log.lines()).hasSize(1);
      ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, "ever.labeled");
      Config made = admin.describeConfigs(List.of(resource)).all().get().get(resource);
      assertThat(made.get("retention.ms").value()).isEqualTo("-1");
      assertThat(made.get("retention.bytes").value()).isEqualTo("-1");
    }
  }

  @Test
  void shouldRefuseATopicThatWouldLoseLabelsOrTheirTimes() {
    broker.client().createTopic("bad.examples", 1, Map.of("cleanup.policy", "compact"));
    broker
        .client()
        .createTopic("odd.waiting", 1, Map.of("message.timestamp.type", "LogAppendTime"));
    try (Admin admin = broker.client().admin()) {
      for (String prefix : List.of("bad.", "odd.")) {
        Map<String, String> settings =
            Map.of(
                "topic.prefix",
                prefix,
                "labels.topics",
                prefix + "labels",
                "kafka.bootstrap.servers",
                broker.bootstrapServers());
        TopicSetup setup = new TopicSetup(AppConfig.of(settings), notes::add);

        assertThatThrownBy(() -> setup.ensure(admin))
            .isInstanceOf(TopicSetup.WrongTopicsException.class)
            .hasMessageContaining("would lose");
      }
    }
  }

  @Test
  void shouldRefuseATopicThatWouldNotTakeADeadLetter() {
    broker.client().createTopic("small.dead-letters", 1, Map.of("max.message.bytes", "500000"));
    try (Admin admin = broker.client().admin()) {
      TopicSetup setup = new TopicSetup(config("small."), notes::add);

      assertThatThrownBy(() -> setup.ensure(admin))
          .isInstanceOf(TopicSetup.WrongTopicsException.class)
          .hasMessageContaining("topic 'small.dead-letters' has max.message.bytes=500000")
          .hasMessageContaining("--add-config max.message.bytes=1048588");
    }
  }

  @Test
  void shouldWaitUntilABrokerKnowsATopic() throws Exception {
    CompletableFuture<Void> later =
        CompletableFuture.runAsync(
            () -> broker.client().createTopic("late", 3, Map.of()),
            CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS));
    try (Admin admin = broker.client().admin()) {
      new TopicPropagation(config("late."), Duration.ofSeconds(60), notes::add)
          .await(admin, Map.of("late", 3));

      assertThat(partitions(admin, "late")).isEqualTo(3);
    }
    later.get(60, TimeUnit.SECONDS); // ends a moment after the brokers know the topic
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0))
        .startsWith("waiting until every broker knows the topics: broker ")
        .endsWith(" does not know topic 'late' yet");
  }

  @Test
  void shouldNotWaitForEver() {
    try (Admin admin = broker.client().admin()) {
      TopicPropagation propagation =
          new TopicPropagation(config("never."), Duration.ofSeconds(1), notes::add);
      assertThatThrownBy(() -> propagation.await(admin, Map.of("never", 1)))
          .isInstanceOf(TopicSetup.WrongTopicsException.class)
          .hasMessageContaining("does not know topic 'never' yet after 1 s");
    }
  }

  @Test
  void shouldRecogniseWhatCanBeHealed() {
    Exception changelog =
        new StreamsException(
            "Existing internal topic a-models-changelog has invalid partitions: expected: 4;"
                + " actual: 2. Use 'org.apache.kafka.tools.StreamsResetter' tool ...");
    Exception unknown =
        new StreamsException(
            "There are no partitions available for topic x.models when initializing global store"
                + " definition-store");

    assertThat(TopicSetup.isChangelogTooSmall(new RuntimeException(changelog))).isTrue();
    assertThat(TopicSetup.isChangelogTooSmall(unknown)).isFalse();
    assertThat(TopicSetup.isTopicUnknown(unknown)).isTrue();
    assertThat(TopicSetup.isTopicUnknown(new StreamsException("other"))).isFalse();
  }

  private static int partitions(Admin admin, String topic) throws Exception {
    return admin.describeTopics(Set.of(topic)).allTopicNames().get().get(topic).partitions().size();
  }

  private static AppConfig config(String prefix) {
    return AppConfig.of(
        Map.of(
            "kafka.bootstrap.servers",
            broker.bootstrapServers(),
            "topic.prefix",
            prefix,
            "topic.partitions",
            "2",
            "application.id",
            prefix + "app"));
  }
}
