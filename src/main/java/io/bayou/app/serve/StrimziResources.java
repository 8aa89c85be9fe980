package io.bayou.app.serve;

import io.bayou.stream.topics.TopicPlan;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Topics and a user as resources of Strimzi, in YAML.
 *
 * @param cluster the name of the Kafka resource that they belong to
 */
record StrimziResources(String cluster) {
  private static final String API = "kafka.strimzi.io/v1";

  String of(Collection<TopicPlan.Topic> topics, String user, List<Permission> permissions) {
    StringBuilder yaml = new StringBuilder();
    topics.forEach(topic -> append(yaml, topic));
    append(yaml, user, permissions);
    return yaml.toString();
  }

  private void append(StringBuilder yaml, TopicPlan.Topic topic) {
    header(yaml, "KafkaTopic", topic.name());
    yaml.append("spec:\n");
    line(yaml, 1, "topicName", quoted(topic.name()));
    line(yaml, 1, "partitions", Integer.toString(topic.partitions()));
    if (topic.replicationFactor() > 0) {
      line(yaml, 1, "replicas", Short.toString(topic.replicationFactor()));
    }
    yaml.append("  config:\n");
    topic.settings().forEach((setting, value) -> line(yaml, 2, setting, quoted(value)));
  }

  private void append(StringBuilder yaml, String user, List<Permission> permissions) {
    header(yaml, "KafkaUser", user);
    yaml.append("spec:\n  authorization:\n    type: simple\n    acls:\n");
    for (Permission permission : permissions) {
      yaml.append("      - resource:\n");
      line(yaml, 5, "type", permission.type());
      line(yaml, 5, "name", quoted(permission.name()));
      line(yaml, 5, "patternType", permission.patternType());
      line(yaml, 4, "operations", "[" + String.join(", ", permission.operations()) + "]");
    }
  }

  private void header(StringBuilder yaml, String kind, String name) {
    yaml.append("---\n");
    line(yaml, 0, "apiVersion", API);
    line(yaml, 0, "kind", kind);
    yaml.append("metadata:\n");
    line(yaml, 1, "name", quoted(resourceName(name)));
    yaml.append("  labels:\n");
    line(yaml, 2, "strimzi.io/cluster", quoted(cluster));
  }

  /* Kubernetes has stricter rules for names than Kafka; the topic keeps its own. */
  private static String resourceName(String name) {
    return name.toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9.-]", "-")
        .replaceAll("^[.-]+|[.-]+$", "");
  }

  private static void line(StringBuilder yaml, int depth, String key, String value) {
    yaml.append("  ".repeat(depth)).append(key).append(": ").append(value).append('\n');
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
