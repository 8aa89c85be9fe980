package io.bayou.app.serve;

import static io.bayou.app.Cli.bayou;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bayou.app.Cli;
import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.TopicPlan;
import io.bayou.stream.topics.TopicSetup.WrongTopicsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What 'bayou topics' prints is what a running instance has created. */
@Tag("broker")
class TopicsCommandTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  /** A topic as it is printed or as it exists. */
  private record Shape(int partitions, SortedMap<String, String> settings) {}

  private AppConfig config(String prefix, String create) {
    return AppConfig.of(settings(prefix, create));
  }

  private Map<String, String> settings(String prefix, String create) {
    Map<String, String> settings = new HashMap<>();
    settings.put("kafka.bootstrap.servers", broker.bootstrapServers());
    settings.put("topic.prefix", prefix);
    settings.put("application.id", prefix + "app");
    settings.put("topic.partitions", "3");
    settings.put("shadow.topic", prefix + "shadow");
    settings.put("labels.topics", prefix + "chargebacks");
    settings.put("topics.create", create);
    settings.put("state.dir", directory.toString());
    return settings;
  }

  private static Map<String, Shape> planned(AppConfig config) {
    return TopicPlan.of(config).topics().stream()
        .collect(
            toMap(
                TopicPlan.Topic::name,
                topic -> new Shape(topic.partitions(), topic.settings()),
                (a, b) -> a,
                TreeMap::new));
  }

  @Test
  void shouldPlanExactlyWhatAnInstanceCreates() throws Exception {
    AppConfig config = config("plan.", "missing");

    try (Instance instance = Instance.start(config, ModelSpec.defaults(), note -> {})) {
      await().atMost(Duration.ofMinutes(2)).until(instance.runner()::isReady);
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> assertThat(existing("plan.")).isEqualTo(planned(config)));
    }
  }

  @Test
  void shouldRunOnTopicsThatOthersHaveCreated() throws Exception {
    AppConfig config = config("given.", "never");
    try (Admin admin = broker.client().admin()) {
      assertThatThrownBy(() -> Instance.start(config, ModelSpec.defaults(), note -> {}))
          .isInstanceOf(WrongTopicsException.class)
          .hasMessageStartingWith(
              "topics.create is never, but there is no topic 'given.labeled', 'given.unlabeled',")
          .hasMessageContaining(
              "; run: kafka-topics.sh --bootstrap-server HOST:PORT --create --topic given.labeled"
                  + " --partitions 3 --config cleanup.policy=delete --config retention.bytes=-1"
                  + " --config retention.ms=-1; 'bayou topics --print"
                  + " commands' prints all commands");
      assertThat(existing("given.")).isEmpty();
      List<NewTopic> all = new ArrayList<>();
      planned(config)
          .forEach(
              (name, shape) ->
                  all.add(
                      new NewTopic(name, shape.partitions(), (short) 1).configs(shape.settings())));
      admin.createTopics(all).all().get();
    }

    try (Instance instance = Instance.start(config, ModelSpec.defaults(), note -> {})) {
      await().atMost(Duration.ofMinutes(2)).until(instance.runner()::isReady);
      assertThat(instance.createdTopics()).isEmpty();
    }
    assertThat(existing("given.")).isEqualTo(planned(config));
  }

  @Test
  void shouldPrintCommandsThatMakeThePlan() {
    Cli printed = topics("--print", "commands", "--user", "alice");

    assertThat(printed.exitCode()).as(printed.err()).isZero();
    Map<String, Shape> commands = new TreeMap<>();
    Matcher command =
        Pattern.compile("--create --topic (\\S+) --partitions (\\d+)((?: --config \\S+)*)\n")
            .matcher(printed.out());
    while (command.find()) {
      commands.put(
          command.group(1), shape(Integer.parseInt(command.group(2)), configs(command.group(3))));
    }
    assertThat(commands).isEqualTo(planned(config("print.", "never")));
    assertThat(printed.out())
        .contains(
            "kafka-acls.sh --bootstrap-server HOST:PORT --add --allow-principal User:alice"
                + " --operation Read --operation Write --operation Describe"
                + " --operation DescribeConfigs --topic print.labeled\n")
        .contains(
            "--operation Write --operation Describe --transactional-id print.app"
                + " --resource-pattern-type prefixed\n")
        .contains("--group print.app --resource-pattern-type prefixed\n")
        .as("an instance that creates nothing needs no permission to")
        .doesNotContain("--operation Create", "--operation Alter");
  }

  @Test
  void shouldPrintStrimziResourcesOfThePlan() {
    Cli printed = topics("--print", "strimzi", "--cluster", "prod");

    assertThat(printed.exitCode()).as(printed.err()).isZero();
    Map<String, Shape> topics = new TreeMap<>();
    List<Map<?, ?>> users = new ArrayList<>();
    for (Object document :
        new Load(LoadSettings.builder().build()).loadAllFromString(printed.out())) {
      Map<?, ?> resource = (Map<?, ?>) document;
      Map<?, ?> spec = (Map<?, ?>) resource.get("spec");
      assertThat(resource.get("metadata").toString()).contains("strimzi.io/cluster=prod");
      if (resource.get("kind").equals("KafkaTopic")) {
        Map<String, String> settings = new HashMap<>();
        ((Map<?, ?>) spec.get("config"))
            .forEach((setting, value) -> settings.put(setting.toString(), value.toString()));
        topics.put(
            spec.get("topicName").toString(), shape((Integer) spec.get("partitions"), settings));
      } else {
        users.add((Map<?, ?>) spec.get("authorization"));
      }
    }
    assertThat(topics).isEqualTo(planned(config("print.", "never")));
    assertThat(users).hasSize(1);
    assertThat((List<?>) users.get(0).get("acls")).hasSize(topics.size() + 2);
  }

  @Test
  void shouldListTopicsAsTableAndAsJson() {
    assertThat(topics().out())
        .containsPattern(
            "print\\.labeled +labeled +3  cleanup\\.policy=delete retention\\.bytes=-1"
                + " retention\\.ms=-1\n")
        .containsPattern("print\\.app-models-changelog +changelog +3  cleanup\\.policy=compact");
    assertThat(topics("--json").out())
        .contains(
            "{\"name\":\"print.labeled\",\"kind\":\"labeled\",\"partitions\":3,\"replicationFactor\":-1,\"settings\":{\"cleanup.policy\":\"delete\",\"retention.bytes\":\"-1\",\"retention.ms\":\"-1\"}}\n");
  }

  private Cli topics(String... more) {
    List<String> arguments = new ArrayList<>(List.of("topics"));
    settings("print.", "never").forEach((key, value) -> arguments.add("-D" + key + "=" + value));
    arguments.addAll(List.of(more));
    return bayou(arguments.toArray(String[]::new));
  }

  private static Map<String, String> configs(String options) {
    Map<String, String> configs = new HashMap<>();
    for (String option : options.split(" --config ")) {
      if (!option.isEmpty()) {
        configs.put(
            option.substring(0, option.indexOf('=')), option.substring(option.indexOf('=') + 1));
      }
    }
    return configs;
  }

  private static Shape shape(int partitions, Map<String, String> settings) {
    return new Shape(partitions, new TreeMap<>(settings));
  }

  /** The topics of the broker with a prefix, and the settings that are their own. */
  private static Map<String, Shape> existing(String prefix) throws Exception {
    try (Admin admin = broker.client().admin()) {
      List<String> names =
          admin.listTopics().names().get().stream()
              .filter(name -> name.startsWith(prefix))
              .toList();
      Map<String, TopicDescription> topics = admin.describeTopics(names).allTopicNames().get();
      Map<String, Shape> existing = new TreeMap<>();
      for (String name : names) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        Map<String, String> own = new HashMap<>();
        for (ConfigEntry entry :
            admin.describeConfigs(List.of(resource)).all().get().get(resource).entries()) {
          if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG) {
            own.put(entry.name(), entry.value());
          }
        }
        existing.put(name, shape(topics.get(name).partitions().size(), own));
      }
      return existing;
    }
  }
}
