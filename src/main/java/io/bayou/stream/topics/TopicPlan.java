package io.bayou.stream.topics;

import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Every topic that Bayou uses, with its partitions and settings. {@link TopicSetup} creates and
 * checks them, {@code bayou topics} prints them.
 */
public final class TopicPlan {
  /** What a topic is for. */
  public enum Kind {
    /** Events without labels; others write them. */
    INPUT,
    /** Labeled events, or labels that come later; others write them. */
    LABELED,
    /** Predictions, dead letters and questions to people. */
    OUTPUT,
    /** The published state of models. */
    COMPACTED,
    /** Examples, and what is on its way to another stage. */
    KEPT,
    /** The state of tasks; Kafka Streams creates it. */
    CHANGELOG
  }

  /**
   * One topic.
   *
   * @param replicationFactor copies of each partition, or -1 for the broker's default
   */
  public record Topic(
      String name,
      Kind kind,
      int partitions,
      short replicationFactor,
      SortedMap<String, String> settings) {
    public Topic {
      settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    /** The command that creates it. */
    public String command() {
      StringBuilder command = new StringBuilder("kafka-topics.sh --bootstrap-server HOST:PORT");
      command.append(" --create --topic ").append(name).append(" --partitions ").append(partitions);
      if (replicationFactor > 0) {
        command.append(" --replication-factor ").append(replicationFactor);
      }
      settings.forEach(
          (setting, value) ->
              command.append(" --config ").append(setting).append('=').append(value));
      return command.toString();
    }
  }

  /* A prediction has the time of its event. With LogAppendTime retention counts from the time of
   * writing; otherwise a broker would delete predictions for old events as soon as they are
   * written.
   *
   * Examples and what waits have the time of their events, whatever that is: a broker must not
   * refuse one, nor delete it. What waits is deleted once it is processed.
   *
   * What models learn from is kept, so that they can be rebuilt from it.
   *
   * Of a changelog these are the settings that Kafka Streams would give it. */
  private static final Map<Kind, Map<String, String>> SETTINGS =
      Map.of(
          Kind.INPUT,
          Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE),
          Kind.OUTPUT,
          Map.of(
              TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
              TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime",
              TopicConfig.MAX_MESSAGE_BYTES_CONFIG, TopicChecks.MAX_MESSAGE_BYTES),
          Kind.COMPACTED,
          Map.of(
              TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
              TopicConfig.MAX_MESSAGE_BYTES_CONFIG, TopicChecks.MAX_MESSAGE_BYTES),
          Kind.KEPT,
          Map.of(
              TopicConfig.CLEANUP_POLICY_CONFIG,
              TopicConfig.CLEANUP_POLICY_DELETE,
              TopicConfig.RETENTION_MS_CONFIG,
              "-1",
              TopicConfig.RETENTION_BYTES_CONFIG,
              "-1",
              TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
              "CreateTime",
              TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
              String.valueOf(Long.MAX_VALUE),
              TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
              String.valueOf(Long.MAX_VALUE),
              TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
              TopicChecks.MAX_MESSAGE_BYTES),
          Kind.CHANGELOG,
          Map.of(
              TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
              TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime",
              TopicConfig.MAX_MESSAGE_BYTES_CONFIG, TopicChecks.MAX_MESSAGE_BYTES));

  /* TopicPlanTest compares the stores of the tasks with what Kafka Streams creates. */
  private static final String WAITING_STORE = "waiting";
  private static final String KEYED_STORE = "keyed";

  private final TopicsConfig config;
  private final Map<String, Topic> topics = new LinkedHashMap<>();

  private TopicPlan(TopicsConfig config) {
    this.config = config;
  }

  public static TopicPlan of(AppConfig config) {
    TopicsConfig topics = config.topics();
    TopicPlan plan = new TopicPlan(topics);
    int partitions = topics.partitions();
    plan.add(topics.labeled(), Kind.LABELED, partitions);
    plan.add(topics.unlabeled(), Kind.INPUT, partitions);
    plan.add(List.of(topics.predictions()), Kind.OUTPUT, partitions);
    plan.add(List.of(topics.deadLetters(), topics.reviews()), Kind.OUTPUT, 1);
    plan.add(topics.shadow().stream().toList(), Kind.OUTPUT, partitions);
    plan.add(
        List.of(topics.models(), topics.snapshots(), topics.evaluations(), topics.alarms()),
        Kind.COMPACTED,
        1);
    String application = config.stream().applicationId();
    plan.add(
        List.of(changelog(application, ChangelogPartitions.MODEL_STORE)),
        Kind.CHANGELOG,
        partitions);
    if (topics.join().isOn()) {
      plan.add(topics.join().labels(), Kind.LABELED, partitions);
      plan.add(List.of(topics.join().examples(), topics.join().waiting()), Kind.KEPT, partitions);
      plan.add(List.of(changelog(application, WAITING_STORE)), Kind.CHANGELOG, partitions);
    }
    if (topics.keyed().isPresent()) {
      plan.add(List.of(topics.keyed().get()), Kind.KEPT, partitions);
      plan.add(List.of(changelog(application, KEYED_STORE)), Kind.CHANGELOG, partitions);
    }
    return plan;
  }

  /** The changelog of the models of keys. */
  public static String keyedChangelog(String application) {
    return changelog(application, KEYED_STORE);
  }

  /** The name of a changelog, as Kafka Streams builds it. */
  static String changelog(String application, String store) {
    return application + "-" + store + "-changelog";
  }

  private void add(List<String> names, Kind kind, int partitions) {
    for (String name : names) {
      topics.putIfAbsent(
          name, new Topic(name, kind, partitions, config.replicationFactor(), settings(kind)));
    }
  }

  private SortedMap<String, String> settings(Kind kind) {
    if (kind != Kind.LABELED) {
      return new TreeMap<>(SETTINGS.get(kind));
    }
    SortedMap<String, String> settings = new TreeMap<>(SETTINGS.get(Kind.INPUT));
    long retention = config.labeledRetentionMillis();
    settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention));
    if (retention < 0) { // the broker may have a default
      settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
    }
    return settings;
  }

  /** All topics, inputs first. */
  public Collection<Topic> topics() {
    return Collections.unmodifiableCollection(topics.values());
  }

  /** The names of the topics of some kinds. */
  List<String> names(Kind... kinds) {
    return topics.values().stream()
        .filter(topic -> List.of(kinds).contains(topic.kind()))
        .map(Topic::name)
        .toList();
  }
}
