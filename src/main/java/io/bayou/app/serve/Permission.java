package io.bayou.app.serve;

import io.bayou.config.AppConfig;
import io.bayou.stream.topics.TopicPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * What the user of an instance and of the commands must be allowed to do with one resource.
 *
 * @param type Kafka's word: topic, group, transactionalId
 * @param prefixed whether it holds for every name that starts with this one
 * @param operations Kafka's words, such as Read
 */
record Permission(String type, String name, boolean prefixed, List<String> operations) {
  /* Inputs are written by POST /events, 'bayou produce' and 'bayou dead-letters retry', outputs are
   * read by 'bayou consume' and 'bayou dead-letters'. */
  private static final List<String> ON_TOPICS =
      List.of("Read", "Write", "Describe", "DescribeConfigs");

  /** Everything that is needed with these settings, topics first. */
  static List<Permission> needed(AppConfig config) {
    List<Permission> needed = new ArrayList<>();
    boolean creates = config.topics().createMissing();
    for (TopicPlan.Topic topic : TopicPlan.of(config).topics()) {
      List<String> operations = new ArrayList<>(ON_TOPICS);
      if (creates) {
        operations.add("Create");
        if (topic.kind() == TopicPlan.Kind.CHANGELOG) {
          operations.add("Alter"); // it grows with the event topics
        }
      }
      needed.add(new Permission("topic", topic.name(), false, List.copyOf(operations)));
    }
    String application = config.stream().applicationId();
    needed.add(new Permission("group", application, true, List.of("Read", "Describe")));
    needed.add(new Permission("transactionalId", application, true, List.of("Write", "Describe")));
    return needed;
  }

  /** The command that grants it. */
  String command(String principal) {
    StringBuilder command =
        new StringBuilder("kafka-acls.sh --bootstrap-server HOST:PORT --add --allow-principal ");
    command.append("User:").append(principal);
    operations.forEach(operation -> command.append(" --operation ").append(operation));
    command.append(type.equals("transactionalId") ? " --transactional-id " : " --" + type + " ");
    command.append(name);
    if (prefixed) {
      command.append(" --resource-pattern-type prefixed");
    }
    return command.toString();
  }

  /** {@code literal} or {@code prefix}, as Strimzi says. */
  String patternType() {
    return prefixed ? "prefix" : "literal";
  }
}
