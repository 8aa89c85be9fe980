package io.bayou.stream.topics;

import static io.bayou.stream.topics.KafkaFutures.get;

import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.stream.topics.ChangelogPartitions.Growth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.streams.errors.StreamsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates missing topics, grows a changelog that is too small, and rejects unsuitable topics. */
public final class TopicSetup {
  /** The message says what is wrong with a topic, and how to fix it. */
  public static final class WrongTopicsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongTopicsException(String message) {
      super(message);
    }
  }

  private static final Logger log = LoggerFactory.getLogger(TopicSetup.class);
  private static final Duration KNOWN_LIMIT = Duration.ofSeconds(60);

  private static final Map<String, String> EVENTS =
      Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);

  /* A prediction has the time of its event. With LogAppendTime retention counts from the time of
   * writing; otherwise a broker would delete predictions for old events as soon as they are
   * written. */
  private static final Map<String, String> OUTPUT =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime",
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG, TopicChecks.MAX_MESSAGE_BYTES);

  private static final Map<String, String> COMPACTED =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG, TopicChecks.MAX_MESSAGE_BYTES);

  private final TopicsConfig topics;
  private final ChangelogPartitions changelog;
  private final TopicPropagation propagation;
  private final TopicChecks checks;
  private final Consumer<String> notes;
  private final Map<String, Object> adminSettings;

  /**
   * @param notes receives messages about changes and long waits
   */
  public TopicSetup(AppConfig config, Consumer<String> notes) {
    topics = config.topics();
    changelog = new ChangelogPartitions(config);
    propagation = new TopicPropagation(config, KNOWN_LIMIT, notes);
    checks = new TopicChecks(compacted(), outputs());
    this.notes = notes;
    adminSettings = config.kafka().admin();
  }

  /** Whether Kafka Streams failed because a broker did not know a topic yet; a retry helps. */
  public static boolean isTopicUnknown(Throwable failure) {
    return hasMessage(failure, "There are no partitions available for topic");
  }

  /** Whether Kafka Streams failed because of the changelog; {@link #growChangelog} helps. */
  public static boolean isChangelogTooSmall(Throwable failure) {
    return hasMessage(failure, "has invalid partitions: expected:");
  }

  /* Kafka Streams has no exception types for these. */
  private static boolean hasMessage(Throwable failure, String words) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(
            e -> e instanceof StreamsException && String.valueOf(e.getMessage()).contains(words));
  }

  /**
   * Makes sure that every topic exists, is known to every broker and is suitable.
   *
   * @return the names of the topics that were created
   * @throws WrongTopicsException if an existing topic would lose models
   */
  public List<String> ensure(Admin admin) {
    Set<String> existing = get(admin.listTopics().names());
    Map<String, NewTopic> missing = wanted();
    missing.keySet().removeAll(existing);
    if (!missing.isEmpty()) {
      create(admin, missing.values());
      // At least one partition: another instance may have created them with other settings.
      Map<String, Integer> partitions = new LinkedHashMap<>();
      missing.keySet().forEach(topic -> partitions.put(topic, 1));
      propagation.await(admin, partitions);
    }
    checks.run(admin, existing);
    growChangelog(admin);
    return List.copyOf(missing.keySet());
  }

  /**
   * Grows the changelog to as many partitions as the largest event topic has, so that the stream
   * continues after a topic has grown. Safe at any time, from several instances at once.
   *
   * @return whether it was too small
   */
  public boolean growChangelog(Admin admin) {
    Optional<Growth> growth = changelog.grow(admin);
    if (growth.isPresent()) {
      propagation.await(admin, Map.of(growth.get().topic(), growth.get().after()));
      notes.accept(growth.get().toString());
    }
    return growth.isPresent();
  }

  /**
   * Repairs the topics if Kafka Streams failed because of them.
   *
   * @return whether to replace the stream thread that failed
   */
  public boolean heals(Throwable failure) {
    if (!isChangelogTooSmall(failure)) {
      return false;
    }
    try (Admin admin = Admin.create(adminSettings)) {
      growChangelog(admin); // another instance may have been faster
      return true;
    } catch (KafkaException | WrongTopicsException e) {
      log.warn("the changelog could not be grown: {}", e.getMessage());
      return false;
    }
  }

  private Map<String, NewTopic> wanted() {
    Map<String, NewTopic> wanted = new LinkedHashMap<>();
    topics.labeled().forEach(name -> wanted.put(name, topic(name, topics.partitions(), EVENTS)));
    topics.unlabeled().forEach(name -> wanted.put(name, topic(name, topics.partitions(), EVENTS)));
    String predictions = topics.predictions();
    wanted.put(predictions, topic(predictions, topics.partitions(), OUTPUT));
    wanted.put(topics.deadLetters(), topic(topics.deadLetters(), 1, OUTPUT));
    topics.shadow().ifPresent(name -> wanted.put(name, topic(name, topics.partitions(), OUTPUT)));
    compacted().forEach(name -> wanted.put(name, topic(name, 1, COMPACTED)));
    return wanted;
  }

  private List<String> compacted() {
    return List.of(topics.models(), topics.snapshots(), topics.evaluations());
  }

  /* The topics that instances write to, except the changelog. */
  private List<String> outputs() {
    List<String> outputs = new ArrayList<>(compacted());
    outputs.add(topics.predictions());
    outputs.add(topics.deadLetters());
    topics.shadow().ifPresent(outputs::add);
    return outputs;
  }

  private NewTopic topic(String name, int partitions, Map<String, String> settings) {
    short copies = topics.replicationFactor();
    Optional<Short> replicationFactor = copies < 0 ? Optional.empty() : Optional.of(copies);
    return new NewTopic(name, Optional.of(partitions), replicationFactor).configs(settings);
  }

  private static void create(Admin admin, Collection<NewTopic> missing) {
    admin
        .createTopics(missing)
        .values()
        .forEach(
            (topic, created) -> {
              try {
                get(created);
              } catch (TopicExistsException e) {
                log.debug("another instance has created {}", topic);
              }
            });
  }
}
