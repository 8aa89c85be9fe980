package io.bayou.http;

import io.bayou.model.Refusals;
import io.bayou.stream.keyed.KeyQueries;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The state of the stream behind the server; thread-safe. */
public interface StreamQueries {
  Status status();

  Vitals vitals();

  /** What this instance is, and where it runs. */
  default Instance instance() {
    return Instance.UNKNOWN;
  }

  /** How many events of a model this instance has answered since its start. */
  default long predicted(String model) {
    return vitals().predicted();
  }

  /** Which answers of a model by this instance had a flag, since its start. */
  default Flagged flagged(String model) {
    return Flagged.NONE;
  }

  /** Whether Kafka responds. */
  default Connection kafka() {
    return Connection.UP;
  }

  /** By model and feature, how many values of another type learners of this instance left out. */
  default SortedMap<String, SortedMap<String, Long>> typeChanges() {
    return Collections.emptySortedMap();
  }

  /** What was deleted before this instance could read it. */
  default Lost lost() {
    return Lost.NOTHING;
  }

  /** How many schemas records wait for because the schema registry does not answer. */
  default int waitingForSchemas() {
    return 0;
  }

  /** What this instance does with labels that come later. */
  default LaterLabels laterLabels() {
    return LaterLabels.NONE;
  }

  /** The models of keys; empty if models with a scope are not served. */
  default Optional<KeyQueries> keys() {
    return Optional.empty();
  }

  /** By model and reason, what learners of this instance have left out since its start. */
  default SortedMap<String, Map<Refusals.Reason, Long>> leftOut() {
    return Collections.emptySortedMap();
  }

  /**
   * The state of the stream.
   *
   * @param alive whether it runs or may recover; false: restart the process
   * @param ready whether it serves requests; {@code note} may say why
   * @param state in Kafka's words, such as RUNNING or REBALANCING
   * @param tasks how many partitions of work this instance has
   * @param note a remark; empty if there is none
   */
  record Status(boolean alive, boolean ready, String state, int tasks, String note) {
    public Status(boolean alive, boolean ready, String state, int tasks) {
      this(alive, ready, state, tasks, "");
    }
  }

  /**
   * What an instance is, and where it runs.
   *
   * @param version of Bayou
   * @param process in words, with its host
   * @param startedAt in milliseconds since 1970
   * @param applicationId shared by all instances of the stream
   * @param bootstrapServers of the cluster, as configured
   * @param clusterId empty while no broker has told it
   * @param restoring records of state that are still to be read
   */
  record Instance(
      String version,
      String process,
      long startedAt,
      String applicationId,
      String bootstrapServers,
      String clusterId,
      long restoring) {
    static final Instance UNKNOWN = new Instance("", "", 0, "", "", "", 0);
  }

  /**
   * Whether Kafka responds.
   *
   * @param up whether it did recently
   * @param silence for how long it has not; zero while it is up
   */
  record Connection(boolean up, Duration silence) {
    static final Connection UP = new Connection(true, Duration.ZERO);
  }

  /**
   * Records that were deleted before they were read.
   *
   * @param records how many since the start
   * @param latest the latest of them, in words
   */
  record Lost(long records, String latest) {
    static final Lost NOTHING = new Lost(0, "");
  }

  /**
   * What an instance does with labels that come later, since its start.
   *
   * @param topics that they come from; none if the instance reads no such labels
   * @param awaited events of its partitions that wait for their labels now
   * @param outcomes what became of labels and events, by name
   * @param delaySeconds how long labels took: quantiles by name, such as "p50"; empty if none came
   */
  record LaterLabels(
      List<String> topics,
      long awaited,
      SortedMap<String, Long> outcomes,
      SortedMap<String, Double> delaySeconds) {
    static final LaterLabels NONE =
        new LaterLabels(List.of(), 0, Collections.emptySortedMap(), Collections.emptySortedMap());
  }

  /**
   * How many answers there were, and how many of them had a flag.
   *
   * @param novel events that look like nothing seen
   * @param rejected events without a decision
   */
  record Flagged(long answered, long novel, long rejected) {
    static final Flagged NONE = new Flagged(0, 0, 0);

    Flagged since(Flagged before) {
      return new Flagged(
          answered - before.answered, novel - before.novel, rejected - before.rejected);
    }
  }

  /**
   * What this instance has done.
   *
   * @param predicted events answered since the start
   * @param deadLetters events refused since the start
   * @param lag events of its partitions that are neither learned nor answered yet
   */
  record Vitals(long predicted, long deadLetters, long lag) {
    Vitals withPredicted(long other) {
      return new Vitals(other, deadLetters, lag);
    }
  }
}
