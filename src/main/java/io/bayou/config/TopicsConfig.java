package io.bayou.config;

import static io.bayou.config.SettingGroup.matching;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.SHORT;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/**
 * The names of the topics, and how missing ones are created.
 *
 * @param labeled topics to learn from; a topic may also be in {@code unlabeled}: the label decides
 * @param shadow topic for predictions of versions that are not active; empty: none
 * @param join topics of labels that come later
 * @param keyed topic for events on their way to the models of their keys; empty: models with a
 *     scope are not served
 * @param replicationFactor copies of each partition, or -1 for the broker's default
 * @param labeledRetentionMillis how long the topics of labeled events and of labels keep records,
 *     where they are created; -1 for ever
 * @param createMissing whether to create missing topics, and to grow the changelog; otherwise a
 *     start fails
 */
public record TopicsConfig(
    List<String> labeled,
    List<String> unlabeled,
    String predictions,
    String models,
    String snapshots,
    String evaluations,
    String alarms,
    String reviews,
    String deadLetters,
    Optional<String> shadow,
    JoinTopics join,
    Optional<String> keyed,
    int partitions,
    short replicationFactor,
    long labeledRetentionMillis,
    boolean createMissing) {

  /**
   * The topics of labels that come later.
   *
   * @param labels topics that labels come from; empty: there is no join
   * @param examples topic for events with the labels that came later
   * @param waiting topic for events and labels on their way to each other
   */
  public record JoinTopics(List<String> labels, String examples, String waiting) {
    public JoinTopics {
      labels = labels.stream().distinct().toList();
    }

    public boolean isOn() {
      return !labels.isEmpty();
    }
  }

  static final String PREFIX = "topic.prefix";
  private static final String LABELED = "labeled.topics";
  private static final String UNLABELED = "unlabeled.topics";
  private static final String PREDICTIONS = "predictions.topic";
  private static final String MODELS = "models.topic";
  private static final String SNAPSHOTS = "snapshots.topic";
  private static final String EVALUATIONS = "evaluations.topic";
  private static final String ALARMS = "alarms.topic";
  private static final String REVIEWS = "reviews.topic";
  private static final String DEAD_LETTERS = "dead.letters.topic";
  private static final String SHADOW = "shadow.topic";
  private static final String LABELS = "labels.topics";
  private static final String EXAMPLES = "examples.topic";
  private static final String WAITING = "waiting.topic";
  private static final String KEYED = "keyed.topic";
  private static final String KEYED_ENABLED = "keyed.enabled";
  private static final String PARTITIONS = "topic.partitions";
  private static final String REPLICATION_FACTOR = "topic.replication.factor";
  private static final String LABELED_RETENTION = "labeled.retention.ms";
  private static final String CREATE = "topics.create";
  private static final String MISSING = "missing";
  private static final String NEVER = "never";

  private static final String LEGAL = "[A-Za-z0-9._-]";
  private static final Validator TOPIC =
      matching(
          "(?!\\.{1,2}$)(\\{topic\\.prefix})?" + LEGAL + "{1,249}",
          "topic name",
          "a topic name of letters, digits, '.', '_' and '-'");

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(PREFIX, "Prefix of all topic names that are not set one by one.")
          .is(
              STRING,
              "bayou.",
              matching(LEGAL + "*", "start of a name", "letters, digits, '.', '_' and '-'"))
          .setting(LABELED, "Topics with labeled events, to learn from.")
          .is(LIST, "{topic.prefix}labeled", TOPIC)
          .setting(
              UNLABELED,
              "Topics with unlabeled events, to predict. A topic may be in both lists: the label"
                  + " decides.")
          .is(LIST, "{topic.prefix}unlabeled", TOPIC)
          .setting(
              LABELS,
              "Topics with labels that come later than their events. Models say in their specs"
                  + " which they take, and how. Empty: labels come with their events.")
          .is(LIST, List.of(), SettingGroup.orNone(TOPIC))
          .setting(
              EXAMPLES,
              "Topic for events together with the labels that came later; they are learned from"
                  + " there. Used with `labels.topics`.")
          .is(STRING, "{topic.prefix}examples", TOPIC)
          .setting(
              WAITING,
              "Topic for events and labels on their way to each other. Used with `labels.topics`."
                  + " Its number of partitions must not change.")
          .is(STRING, "{topic.prefix}waiting", TOPIC)
          .setting(
              KEYED_ENABLED,
              "Whether models with a `scope` are served: events go on to the models of their keys."
                  + " The same for all instances; change it while none runs.")
          .is(BOOLEAN, false)
          .setting(
              KEYED,
              "Topic for events on their way to the models of their keys. Used with"
                  + " `keyed.enabled`. Its number of partitions must not change.")
          .is(STRING, "{topic.prefix}keyed", TOPIC)
          .setting(PREDICTIONS, "Topic for predictions, one per unlabeled event.")
          .is(STRING, "{topic.prefix}predictions", TOPIC)
          .setting(MODELS, "Compacted topic with the definitions of all models.")
          .is(STRING, "{topic.prefix}models", TOPIC)
          .setting(SNAPSHOTS, "Compacted topic with the snapshots of all models.")
          .is(STRING, "{topic.prefix}snapshots", TOPIC)
          .setting(EVALUATIONS, "Compacted topic with the scores of all models.")
          .is(STRING, "{topic.prefix}evaluations", TOPIC)
          .setting(ALARMS, "Compacted topic with the latest alarm of each kind and model.")
          .is(STRING, "{topic.prefix}alarms", TOPIC)
          .setting(
              REVIEWS,
              "Topic for events that people are asked about, of models whose spec has `review`.")
          .is(STRING, "{topic.prefix}reviews", TOPIC)
          .setting(
              DEAD_LETTERS,
              "Topic for records that are not valid events, with the reason in their headers.")
          .is(STRING, "{topic.prefix}dead-letters", TOPIC)
          .setting(
              SHADOW,
              "Topic for the predictions of versions that are not active. Empty: they are scored,"
                  + " but their predictions are not written.")
          .is(STRING, "", matching(LEGAL + "{0,249}", "topic name", "a topic name, or nothing"))
          .setting(
              PARTITIONS,
              "Partitions of the event topics that Bayou creates. Existing topics are not changed.")
          .is(INT, 4, Range.between(1, 10_000))
          .setting(
              REPLICATION_FACTOR,
              "Replication factor of the topics that Bayou creates; -1 is the broker's default.")
          .is(SHORT, (short) -1, matching("-1|[1-9]\\d*", "at least 1, or -1", "at least 1, or -1"))
          .setting(
              LABELED_RETENTION,
              "How long, in milliseconds, topics of labeled events and of labels keep their"
                  + " records, where Bayou creates them; -1 is for ever. What is deleted can be"
                  + " neither retrained nor verified.")
          .is(LONG, -1L, Range.atLeast(-1L))
          .setting(
              CREATE,
              "Whether Bayou creates missing topics and lets the changelog grow (missing), or stops"
                  + " with the command that does so (never). `bayou topics` lists them all.")
          .is(STRING, MISSING, ValidString.in(MISSING, NEVER))
          .define();

  /** Removes duplicates and rejects an output that is also an input or another output. */
  public TopicsConfig {
    labeled = labeled.stream().distinct().toList();
    unlabeled = unlabeled.stream().distinct().toList();
    Set<String> taken = new HashSet<>(labeled);
    taken.addAll(unlabeled);
    for (String topic : join.labels()) {
      if (!taken.add(topic)) {
        throw new ConfigException(
            "topic '%s' is in %s and has events, too; labels need topics of their own"
                .formatted(topic, LABELS));
      }
    }
    List<String> outputs =
        new ArrayList<>(
            List.of(predictions, models, snapshots, evaluations, alarms, reviews, deadLetters));
    shadow.ifPresent(outputs::add);
    if (join.isOn()) {
      outputs.add(join.examples());
      outputs.add(join.waiting());
    }
    keyed.ifPresent(outputs::add);
    for (String output : outputs) {
      if (!taken.add(output)) {
        throw new ConfigException(
            "topic '%s' is named for two purposes; every output needs its own topic"
                .formatted(output));
      }
    }
  }

  /** The topics that events come from, each once. */
  public List<String> events() {
    Set<String> all = new LinkedHashSet<>(labeled);
    all.addAll(unlabeled);
    if (join.isOn()) {
      all.add(join.examples());
    }
    return List.copyOf(all);
  }

  static TopicsConfig from(AbstractConfig values) {
    return new TopicsConfig(
        values.getList(LABELED),
        values.getList(UNLABELED),
        values.getString(PREDICTIONS),
        values.getString(MODELS),
        values.getString(SNAPSHOTS),
        values.getString(EVALUATIONS),
        values.getString(ALARMS),
        values.getString(REVIEWS),
        values.getString(DEAD_LETTERS),
        Optional.of(values.getString(SHADOW)).filter(name -> !name.isEmpty()),
        new JoinTopics(
            values.getList(LABELS), values.getString(EXAMPLES), values.getString(WAITING)),
        Optional.of(values.getString(KEYED)).filter(name -> values.getBoolean(KEYED_ENABLED)),
        values.getInt(PARTITIONS),
        values.getShort(REPLICATION_FACTOR),
        values.getLong(LABELED_RETENTION),
        values.getString(CREATE).equals(MISSING));
  }
}
