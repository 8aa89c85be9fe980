package io.bayou.app.serve;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.config.AppConfig;
import io.bayou.stream.topics.TopicPlan;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou topics}: the topics and permissions that Bayou needs, for who manages them. */
@Command(
    name = "topics",
    description = {
      "List the topics that Bayou needs with these settings: name, partitions, settings.",
      "With --print, also what its user must be allowed to do, ready to be run or applied. Nothing"
          + " is created, and Kafka is not asked. To forbid 'bayou run' to create topics, set"
          + " topics.create=never."
    })
public final class TopicsCommand extends CliCommand {
  /** How to print. */
  enum Form {
    COMMANDS,
    STRIMZI
  }

  @Mixin private ConfigOptions options;
  @ArgGroup private Format format = new Format();

  /** At most one of them. */
  private static final class Format {
    @Option(
        names = "--print",
        paramLabel = "commands|strimzi",
        description = "Print Kafka's commands, or resources of Strimzi (kafka.strimzi.io/v1).")
    private Form form;

    @Option(names = "--json", description = "Print one JSON object per topic.")
    private boolean json;
  }

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "The Kafka user of Bayou (default: the application.id).")
  private String user;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      defaultValue = "my-cluster",
      description = "Name of the Kafka resource of Strimzi (default: ${DEFAULT-VALUE}).")
  private String cluster;

  @Override
  public Integer call() {
    AppConfig config = options.load().app();
    Collection<TopicPlan.Topic> topics = TopicPlan.of(config).topics();
    String name = user == null ? config.stream().applicationId() : user;
    List<Permission> permissions = Permission.needed(config);
    if (format.json) {
      topics.forEach(topic -> JsonObject.line(out(), json -> write(json, topic)));
    } else if (format.form == Form.COMMANDS) {
      topics.forEach(topic -> out().println(topic.command()));
      permissions.forEach(permission -> out().println(permission.command(name)));
    } else if (format.form == Form.STRIMZI) {
      out().print(new StrimziResources(cluster).of(topics, name, permissions));
    } else {
      printTable(topics);
    }
    return ExitCode.OK;
  }

  private void printTable(Collection<TopicPlan.Topic> topics) {
    int width = topics.stream().mapToInt(topic -> topic.name().length()).max().orElse(0);
    String row = "%-" + width + "s  %-9s  %10s  %s%n";
    out().printf(row, "topic", "kind", "partitions", "settings");
    for (TopicPlan.Topic topic : topics) {
      String settings =
          topic.settings().entrySet().stream()
              .map(setting -> setting.getKey() + "=" + setting.getValue())
              .collect(Collectors.joining(" "));
      out().printf(row, topic.name(), kind(topic), topic.partitions(), settings);
    }
  }

  private static void write(JsonObject json, TopicPlan.Topic topic) {
    json.text("name", topic.name());
    json.text("kind", kind(topic));
    json.number("partitions", topic.partitions());
    json.number("replicationFactor", topic.replicationFactor());
    json.object("settings", settings -> topic.settings().forEach(settings::text));
  }

  private static String kind(TopicPlan.Topic topic) {
    return topic.kind().name().toLowerCase(Locale.ROOT);
  }
}
