package io.bayou.client;

import io.bayou.config.AppConfig;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.OffsetRange;
import io.bayou.model.Posterior;
import io.bayou.model.Prediction;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.ModelFollower;
import io.bayou.stream.SharedModels;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;

/**
 * A model as it is published, to score events in this process: the sum of what every partition has
 * learned, as of the last {@link #refresh}. Safe for many threads; they score one at a time.
 */
public final class ScoringModel implements AutoCloseable {
  private final String name;
  private final ModelFollower follower;
  private final Posterior posterior = new Posterior();
  private volatile Loaded loaded;

  private record Loaded(int version, Learner learner, SortedMap<String, Long> learnedTo) {}

  private ScoringModel(String name, ModelFollower follower) {
    this.name = name;
    this.follower = follower;
  }

  /**
   * Reads the active version of a model from the topics.
   *
   * @param settings Bayou's own settings, as in its settings file: at least {@code
   *     kafka.bootstrap.servers}, and {@code topic.prefix} where it is not {@code bayou.}
   * @throws KafkaException if the cluster cannot be reached or has no models
   * @throws IllegalStateException if there is no model of that name
   */
  public static ScoringModel load(Map<String, String> settings, String model) {
    ModelFollower follower = new ModelFollower(AppConfig.of(settings));
    ScoringModel scoring = new ScoringModel(model, follower);
    try {
      scoring.refresh();
    } catch (RuntimeException e) {
      scoring.close();
      throw e;
    }
    return scoring;
  }

  /**
   * Reads what was published since, and takes over another version if that is active now. Events
   * are scored with the former state meanwhile, and if this fails.
   *
   * @throws IllegalStateException if the model was deleted
   */
  public void refresh() {
    synchronized (follower) {
      follower.catchUp();
      SharedModels models = follower.models();
      ModelDefinition definition = models.definition(name, IllegalStateException::new);
      int version = definition.activeVersion();
      Learner learner = models.merged(name, version, definition.active().spec());
      loaded = new Loaded(version, learner, learnedTo(models, version));
    }
  }

  private SortedMap<String, Long> learnedTo(SharedModels models, int version) {
    SortedMap<String, Long> learnedTo = new TreeMap<>();
    for (SnapshotRow row : models.published(name, version)) {
      for (Map.Entry<String, OffsetRange> range : row.covered().entrySet()) {
        learnedTo.merge(range.getKey(), range.getValue().to(), Math::max);
      }
    }
    return learnedTo;
  }

  /** The version that scores. */
  public int version() {
    return loaded.version();
  }

  /** How many examples it has learned. */
  public long examples() {
    return loaded.learner().examples();
  }

  /** Answers an event as a stream with the same state would; a label is ignored. */
  public Prediction predict(Event event) {
    synchronized (posterior) {
      Loaded current = loaded;
      current.learner().predict(event.example().features(), posterior);
      String id = event.example().id();
      double evidence = posterior.logEvidence();
      return new Prediction(
          id == null ? "" : id,
          name,
          current.version(),
          posterior.isEmpty() ? Optional.empty() : Optional.of(posterior.label(posterior.best())),
          probabilities(),
          Double.isFinite(evidence) ? OptionalDouble.of(evidence) : OptionalDouble.empty(),
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          current.learner().examples(),
          current.learnedTo(),
          posterior.flags().stream().map(Flag::name).toList(),
          0L);
    }
  }

  private SortedMap<String, Double> probabilities() {
    SortedMap<String, Double> probabilities = new TreeMap<>();
    for (int c = 0; c < posterior.size(); c++) {
      probabilities.put(posterior.label(c), posterior.probability(c));
    }
    return probabilities;
  }

  @Override
  public void close() {
    synchronized (follower) {
      follower.close();
    }
  }
}
