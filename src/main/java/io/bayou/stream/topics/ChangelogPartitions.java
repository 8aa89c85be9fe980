package io.bayou.stream.topics;

import static io.bayou.stream.topics.KafkaFutures.get;

import io.bayou.config.AppConfig;
import io.bayou.stream.topics.TopicSetup.WrongTopicsException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Grows the changelog of the models to as many partitions as the largest event topic has.
 *
 * <p>Kafka Streams stops when an event topic has outgrown the changelog, because in general keys
 * would move to other partitions. Here task p keeps its state in partition p and nothing is keyed:
 * new tasks start empty, and the state of the old ones stays where it is.
 */
public final class ChangelogPartitions {
  private static final Logger log = LoggerFactory.getLogger(ChangelogPartitions.class);

  /** The store of the models of a task. */
  public static final String MODEL_STORE = "models";

  private final String changelog;
  private final List<String> eventTopics;
  private final boolean mayChange;

  /**
   * A changelog that was grown.
   *
   * @param topic the changelog
   * @param largest the event topic with the most partitions
   */
  record Growth(String topic, int before, int after, String largest) {
    @Override
    public String toString() {
      return String.format(
          "topic %s grew from %d to %d partitions, as many as %s has",
          topic, before, after, largest);
    }
  }

  ChangelogPartitions(AppConfig config) {
    changelog = TopicPlan.changelog(config.stream().applicationId(), MODEL_STORE);
    mayChange = config.topics().createMissing();
    eventTopics = config.topics().events();
  }

  /**
   * Grows the changelog if it exists and is too small.
   *
   * @throws WrongTopicsException if it is too small and may not be changed
   */
  Optional<Growth> grow(Admin admin) {
    int before = partitions(admin, changelog);
    int needed = 0;
    String largest = "";
    for (String topic : eventTopics) {
      int partitions = partitions(admin, topic);
      if (partitions > needed) {
        needed = partitions;
        largest = topic;
      }
    }
    if (before == 0 || needed <= before) {
      return Optional.empty();
    }
    if (!mayChange) {
      throw new WrongTopicsException(
          ("topics.create is never, but topic '%1$s' has %2$d partitions and '%3$s' %4$d; run:"
                  + " kafka-topics.sh --bootstrap-server HOST:PORT --alter --topic %1$s"
                  + " --partitions %4$d")
              .formatted(changelog, before, largest, needed));
    }
    try {
      get(admin.createPartitions(Map.of(changelog, NewPartitions.increaseTo(needed))).all());
    } catch (InvalidPartitionsException e) {
      log.debug("another instance has grown {}", changelog);
    }
    return Optional.of(new Growth(changelog, before, needed, largest));
  }

  /* Zero if there is no such topic. */
  private static int partitions(Admin admin, String topic) {
    try {
      return get(admin.describeTopics(Set.of(topic)).topicNameValues().get(topic))
          .partitions()
          .size();
    } catch (UnknownTopicOrPartitionException e) {
      return 0;
    }
  }
}
