package io.bayou.stream.topics;

import static io.bayou.stream.topics.KafkaFutures.get;
import static java.util.stream.Collectors.joining;

import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.stream.topics.ChangelogPartitions.Growth;
import io.bayou.stream.topics.TopicPlan.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
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
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
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

  private final TopicPlan plan;
  private final boolean createMissing;
  private final ChangelogPartitions changelog;
  private final TopicPropagation propagation;
  private final TopicChecks checks;
  private final Consumer<String> notes;
  private final Map<String, Object> adminSettings;

  /**
   * @param notes receives messages about changes and long waits
   */
  public TopicSetup(AppConfig config, Consumer<String> notes) {
    plan = TopicPlan.of(config);
    createMissing = config.topics().createMissing();
    changelog = new ChangelogPartitions(config);
    propagation = new TopicPropagation(config, KNOWN_LIMIT, notes);
    checks =
        new TopicChecks(
            plan.names(Kind.COMPACTED),
            plan.names(Kind.OUTPUT, Kind.COMPACTED, Kind.KEPT),
            plan.names(Kind.KEPT),
            learned(config.topics()));
    this.notes = notes;
    adminSettings = config.kafka().admin();
  }

  /* What models learn from. Labels that come later are in the examples as well, once they are read. */
  private static List<String> learned(TopicsConfig topics) {
    List<String> learned = new ArrayList<>(topics.labeled());
    if (topics.join().isOn()) {
      learned.add(topics.join().examples());
    }
    return learned;
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
    return causes(failure)
        .anyMatch(
            e -> e instanceof StreamsException && String.valueOf(e.getMessage()).contains(words));
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  /**
   * Makes sure that every topic exists, is known to every broker and is suitable.
   *
   * @return the names of the topics that were created
   * @throws WrongTopicsException if an existing topic would lose models, or one is missing and may
   *     not be created
   */
  public List<String> ensure(Admin admin) {
    Set<String> existing = get(admin.listTopics().names());
    List<String> created = createMissing(admin, missing(existing));
    // Those as well that were thought to be missing: a broker may not have known them yet.
    Set<String> all = new HashSet<>(existing);
    all.addAll(created);
    checks.run(admin, all);
    growChangelog(admin);
    return created;
  }

  /**
   * Makes sure that the topics of models exist: a model may be created before the first instance
   * has run, which then reads for it whatever its topics hold.
   *
   * @return the names of the topics that were created
   * @throws WrongTopicsException if one is missing and may not be created
   */
  public List<String> ensureModelTopics(Admin admin) {
    List<TopicPlan.Topic> missing = missing(get(admin.listTopics().names()));
    return createMissing(
        admin, missing.stream().filter(topic -> topic.kind() == Kind.COMPACTED).toList());
  }

  private List<String> createMissing(Admin admin, List<TopicPlan.Topic> missing) {
    if (!missing.isEmpty() && !createMissing) {
      throw refuse(missing);
    }
    // Kafka Streams creates changelogs: it knows how many partitions the event topics have.
    List<NewTopic> created =
        missing.stream()
            .filter(topic -> topic.kind() != Kind.CHANGELOG)
            .map(TopicSetup::newTopic)
            .toList();
    if (!created.isEmpty()) {
      create(admin, created);
      // At least one partition: another instance may have created them with other settings.
      Map<String, Integer> partitions = new LinkedHashMap<>();
      created.forEach(topic -> partitions.put(topic.name(), 1));
      propagation.await(admin, partitions);
    }
    return created.stream().map(NewTopic::name).toList();
  }

  /**
   * Grows the changelog to as many partitions as the largest event topic has, so that the stream
   * continues after a topic has grown. Safe at any time, from several instances at once.
   *
   * @return whether it was too small
   * @throws WrongTopicsException if it is too small and may not be changed
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

  /** The failure of a stream, which names the topics if some were deleted. */
  public Throwable explain(Throwable failure) {
    if (causes(failure).noneMatch(MissingSourceTopicException.class::isInstance)) {
      return failure;
    }
    try (Admin admin = Admin.create(adminSettings)) {
      List<TopicPlan.Topic> deleted = missing(get(admin.listTopics().names()));
      return deleted.isEmpty() ? failure : new WrongTopicsException(deleted(deleted));
    } catch (KafkaException e) {
      log.warn("the topics could not be listed: {}", e.getMessage());
      return failure;
    }
  }

  private static String deleted(List<TopicPlan.Topic> topics) {
    return "the stream failed: topic %s was deleted. Restore it if you can: a new one is empty, and what was learned from the old one can be neither replayed nor verified"
        .formatted(names(topics));
  }

  private static String names(List<TopicPlan.Topic> topics) {
    return topics.stream().map(TopicPlan.Topic::name).collect(joining("', '", "'", "'"));
  }

  private List<TopicPlan.Topic> missing(Set<String> existing) {
    return plan.topics().stream().filter(topic -> !existing.contains(topic.name())).toList();
  }

  private static WrongTopicsException refuse(List<TopicPlan.Topic> missing) {
    return new WrongTopicsException(
        "topics.create is never, but there is no topic %s; run: %s%s"
            .formatted(
                names(missing),
                missing.get(0).command(),
                missing.size() == 1
                    ? ""
                    : "; 'bayou topics --print commands' prints all commands"));
  }

  private static NewTopic newTopic(TopicPlan.Topic topic) {
    short copies = topic.replicationFactor();
    Optional<Short> replicationFactor = copies < 0 ? Optional.empty() : Optional.of(copies);
    return new NewTopic(topic.name(), Optional.of(topic.partitions()), replicationFactor)
        .configs(topic.settings());
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
