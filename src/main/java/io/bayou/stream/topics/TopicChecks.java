package io.bayou.stream.topics;

import static io.bayou.stream.topics.KafkaFutures.get;

import io.bayou.stream.topics.TopicSetup.WrongTopicsException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rejects topics that would lose models or refuse records of an instance.
 *
 * @param outputs every topic that instances write to
 * @param kept those whose records have the time of an event, and must not be deleted by age
 * @param learned what models learn from; others write some of them
 */
public record TopicChecks(
    List<String> compacted, List<String> outputs, List<String> kept, List<String> learned) {
  private static final Logger log = LoggerFactory.getLogger(TopicChecks.class);

  /** The limit of topics that Bayou creates: Kafka's default. */
  public static final String MAX_MESSAGE_BYTES = "1048588";

  /**
   * @param existing the topics to check; new ones are correct, and brokers may not know them yet
   * @throws WrongTopicsException if one of them is not suitable
   */
  void run(Admin admin, Set<String> existing) {
    List<ConfigResource> resources =
        Stream.concat(outputs.stream(), learned.stream())
            .distinct()
            .filter(existing::contains)
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    get(admin.describeConfigs(resources).all())
        .forEach((resource, config) -> check(resource.name(), config));
  }

  private void check(String topic, Config config) {
    if (learned.contains(topic)) {
      warnOfRetention(topic, config);
    }
    if (!outputs.contains(topic)) {
      return;
    }
    String policy = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
    if (compacted.contains(topic) && !policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
      throw wrong(topic, TopicConfig.CLEANUP_POLICY_CONFIG, policy, "would lose models", "compact");
    }
    if (kept.contains(topic)) {
      checkKept(topic, config);
    }
    String size = config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value();
    if (Integer.parseInt(size) < MessageSize.MAX_WITH_BATCH) {
      throw wrong(
          topic,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          size,
          "would refuse large records, which would stop every instance",
          MAX_MESSAGE_BYTES);
    }
  }

  private static void warnOfRetention(String topic, Config config) {
    String policy = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
    String time = config.get(TopicConfig.RETENTION_MS_CONFIG).value();
    String size = config.get(TopicConfig.RETENTION_BYTES_CONFIG).value();
    if (policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
      warn(topic, "cleanup.policy=" + policy, "keeps one record per key", "cleanup.policy=delete");
    } else if (!time.equals("-1")) {
      warn(topic, "retention.ms=" + time, "deletes old records", "retention.ms=-1");
    } else if (!size.equals("-1")) {
      warn(topic, "retention.bytes=" + size, "deletes old records", "retention.bytes=-1");
    }
  }

  private static void warn(String topic, String setting, String what, String cure) {
    log.warn(
        "topic '{}' has {} and {}: they can be neither retrained nor verified, and are never"
            + " learned if they go before they are read. To keep everything: kafka-configs.sh"
            + " --bootstrap-server HOST:PORT --alter --entity-type topics --entity-name {}"
            + " --add-config {}",
        topic,
        setting,
        what,
        topic,
        cure);
  }

  private static void checkKept(String topic, Config config) {
    String policy = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
    if (policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
      throw wrong(topic, TopicConfig.CLEANUP_POLICY_CONFIG, policy, "would lose labels", "delete");
    }
    String times = config.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG).value();
    if (!times.equals("CreateTime")) {
      throw wrong(
          topic,
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          times,
          "would lose the times of events",
          "CreateTime");
    }
  }

  private static WrongTopicsException wrong(
      String topic, String setting, String value, String why, String right) {
    return new WrongTopicsException(
        ("topic '%1$s' has %2$s=%3$s and %4$s; run: kafka-configs.sh --bootstrap-server HOST:PORT"
                + " --alter --entity-type topics --entity-name %1$s --add-config %2$s=%5$s")
            .formatted(topic, setting, value, why, right));
  }
}
