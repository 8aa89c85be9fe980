package io.bayou.replay;

import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives models with {@code bins: auto} their edges. Once the first version has enough examples, a
 * second one is trained with edges from the log, and becomes active unless it is clearly worse on
 * the labels that both were scored on.
 *
 * <p>How far that has come is in the definition of the model, so any instance can go on. A model is
 * upgraded once: not if it ever had a later version, and not again after a rollback.
 */
public final class EdgeUpgrade {
  private static final Logger log = LoggerFactory.getLogger(EdgeUpgrade.class);

  private static final int PARALLEL = 2;

  private final KafkaCluster cluster;
  private final int examples;
  private final Duration pause;
  private final Map<String, Integer> lastVersions = new HashMap<>(); // when a model was first seen
  private final Map<String, Long> failures = new HashMap<>(); // when, by the clock of the machine
  private final Set<String> refused = new HashSet<>();

  /**
   * @param examples after how many examples edges are found
   * @param pause after a failure
   */
  public EdgeUpgrade(KafkaCluster cluster, int examples, Duration pause) {
    this.cluster = cluster;
    this.examples = examples;
    this.pause = pause;
  }

  /** Does what is due for any model. It may take as long as a replay. */
  public void step(SharedModels models) throws InterruptedException {
    for (String name : models.names()) {
      Optional<ModelDefinition> definition = models.definition(name);
      if (definition.isPresent()
          && definition.get().active().spec().needsEdges()
          && !isPaused(name)) {
        step(definition.get(), models);
      }
    }
  }

  private boolean isPaused(String model) {
    Long failure = failures.get(model);
    return failure != null && System.nanoTime() - failure < pause.toNanos();
  }

  private void step(ModelDefinition definition, SharedModels models) throws InterruptedException {
    int lastVersion =
        lastVersions.computeIfAbsent(definition.name(), name -> definition.lastVersion());
    Optional<Version> training = definition.training();
    if (training.isPresent()) {
      // What was begun since is the work of a command that still runs.
      boolean abandoned = training.get().number() <= lastVersion;
      if (abandoned && isRefined(training.get(), definition.active())) {
        train(definition.name());
      }
    } else if (isOnlyVersion(definition)) {
      if (examples(definition, models) >= examples) {
        train(definition.name());
      }
    } else {
      candidate(definition).ifPresent(version -> promote(definition, version, models));
    }
  }

  /* One that was started by drift has been preferred to what learned the whole log. */
  private static boolean isOnlyVersion(ModelDefinition definition) {
    return definition.lastVersion() == definition.activeVersion()
        && definition.active().drift().isEmpty();
  }

  private static boolean isRefined(Version version, Version active) {
    return !version.spec().needsEdges() && version.spec().withoutEdges().equals(active.spec());
  }

  private static long examples(ModelDefinition definition, SharedModels models) {
    return models.published(definition.name(), definition.activeVersion()).stream()
        .mapToLong(SnapshotRow::examples)
        .sum();
  }

  private void train(String model) throws InterruptedException {
    log.info("finds edges for model '{}' in the log, and trains a version with them", model);
    try (Retraining retraining = new Retraining(cluster, model, Optional.empty())) {
      Retraining.Outcome outcome =
          retraining.run(new StartPoint.Beginning(), PARALLEL, new Silent());
      log.info("version {} of model '{}' is ready", outcome.version(), model);
    } catch (ModelWriter.OverruledException e) {
      log.info("leaves model '{}' to a command: {}", model, e.getMessage());
    } catch (ReplayException | KafkaException e) {
      failures.put(model, System.nanoTime());
      lastVersions.remove(model); // what was begun is abandoned
      log.warn(
          "model '{}' has no edges yet, tries again in {} s: {}",
          model,
          pause.toSeconds(),
          e.getMessage());
    }
  }

  /* An active version that was promoted later is the choice of somebody. */
  private static Optional<Version> candidate(ModelDefinition definition) {
    Version active = definition.active();
    return definition.versions().stream()
        .filter(version -> version.state() == State.READY && isRefined(version, active))
        .filter(version -> active.changedAt() <= version.createdAt())
        .findFirst();
  }

  private void promote(ModelDefinition definition, Version version, SharedModels models) {
    String model = definition.name();
    Optional<Comparison> next = comparison(models, model, version.number(), version);
    Optional<Comparison> active = comparison(models, model, definition.activeVersion(), version);
    if (next.isEmpty() || active.isEmpty()) {
      return; // too few labels to tell
    }
    try {
      new Versions(cluster, model).promote(version.number(), false);
      log.info("version {} of model '{}' is active", version.number(), model);
    } catch (ReplayException e) {
      if (refused.add(model)) {
        log.warn(
            "version {} of model '{}' stays ready: {}", version.number(), model, e.getMessage());
      }
    }
  }

  private static Optional<Comparison> comparison(
      SharedModels models, String model, int number, Version newest) {
    return models
        .evaluations()
        .merged(model, number)
        .map(Evaluation::comparison)
        .filter(scores -> scores.since() == newest.number() && scores.isMeaningful());
  }

  /** Nobody watches. */
  private static final class Silent implements Retraining.Listener {
    @Override
    public void findingEdges(long done, long total) {}

    @Override
    public void registered(int version, ReplayPlan plan, boolean resumed) {}

    @Override
    public void waiting(int partitions) {}

    @Override
    public void progress(long done, long total) {}
  }
}
