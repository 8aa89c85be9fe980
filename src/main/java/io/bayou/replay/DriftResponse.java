package io.bayou.replay;

import io.bayou.model.DriftStart.Step;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.spec.OnDrift;
import io.bayou.replay.DriftRule.Action;
import io.bayou.stream.ModelWriter.OverruledException;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what the specs of the models ask for when they drift: starts versions, promotes and returns
 * them. For one instance of the cluster at a time; another one continues from the definitions.
 * Gives way to a person who changes the same model.
 */
public final class DriftResponse {
  private static final Logger log = LoggerFactory.getLogger(DriftResponse.class);
  private static final long RETRY_MILLIS = 60_000;

  /** Told of each step, after it was taken. */
  public interface Listener {
    /**
     * @param version that was started, promoted or rolled back
     * @param cut event time of the change that it was started for
     */
    void done(String model, int version, long cut, String message);
  }

  private final KafkaCluster cluster;
  private final DriftRule rule;
  private final LongSupplier clock;
  private final Listener listener;
  private final Map<String, Long> cuts = new ConcurrentHashMap<>();
  private final Map<String, Long> pausedUntil = new HashMap<>();
  private final Set<String> leftToOthers = new HashSet<>();

  public DriftResponse(KafkaCluster cluster, LongSupplier clock, Listener listener) {
    this.cluster = cluster;
    rule = new DriftRule(cluster.config().models().driftPauseMillis());
    this.clock = clock;
    this.listener = listener;
  }

  /**
   * Notes that a model has changed. May be called by any thread.
   *
   * @param cut event time of the change, in milliseconds
   */
  public void drifted(String model, long cut) {
    cuts.merge(model, cut, Math::max);
  }

  /**
   * Does what is to be done now, model by model. A version is trained before the call returns.
   *
   * @param models as this instance knows them
   */
  public void look(SharedModels models) throws InterruptedException {
    cuts.keySet().retainAll(models.names());
    for (String model : models.names()) {
      Optional<ModelDefinition> definition = models.definition(model);
      if (definition.isPresent() && clock.getAsLong() >= pausedUntil.getOrDefault(model, 0L)) {
        look(definition.get(), models);
      }
    }
  }

  private void look(ModelDefinition definition, SharedModels models) throws InterruptedException {
    String model = definition.name();
    if (!definition.active().spec().onDrift().isStarting()) {
      cuts.remove(model);
      return;
    }
    Optional<Action> action = next(definition, models);
    if (action.isEmpty()) {
      return;
    }
    try {
      take(action.get(), definition, models);
    } catch (ReplayException | OverruledException | KafkaException e) {
      log.warn("the response to the drift of {} waits: {}", model, e.getMessage());
      pause(model);
    }
  }

  private void pause(String model) {
    pausedUntil.put(model, clock.getAsLong() + RETRY_MILLIS);
  }

  private Optional<Action> next(ModelDefinition definition, SharedModels models) {
    Long cut = cuts.get(definition.name());
    OptionalLong change = cut == null ? OptionalLong.empty() : OptionalLong.of(cut);
    return rule.next(definition, models.evaluations(), change, clock.getAsLong());
  }

  private void take(Action action, ModelDefinition definition, SharedModels models)
      throws InterruptedException {
    if (action instanceof Action.Start start) {
      start(start, definition.name());
    } else if (action instanceof Action.Train) {
      train(definition);
    } else if (action instanceof Action.Promote promote) {
      promote(promote, definition, models);
    } else {
      giveBack(action, definition, models);
    }
  }

  private void start(Action.Start start, String model) throws InterruptedException {
    long cut = start.cut();
    ModelDefinition changed =
        change(model, start, (definition, now) -> withoutTried(definition).trainSince(cut, now));
    cuts.remove(model, cut);
    tell(
        changed.training().orElseThrow(),
        model,
        "was started, because the model drifts; it learns what came since "
            + Instant.ofEpochMilli(cut));
    train(changed);
  }

  /* What was started for an earlier change has learned what came before this one. */
  private static ModelDefinition withoutTried(ModelDefinition definition) {
    ModelDefinition kept = definition;
    for (Version version : definition.versions()) {
      if (version.drift().isPresent() && version.state() == State.READY) {
        kept = kept.without(version.number());
      }
    }
    return kept;
  }

  private void train(ModelDefinition definition) throws InterruptedException {
    Version version = definition.training().orElseThrow();
    String model = definition.name();
    String name = model + "@" + version.number();
    if (leftToOthers.contains(name)) {
      return;
    }
    try (Retraining retraining = new Retraining(cluster, model, Optional.empty())) {
      StartPoint start = new StartPoint.Since(version.drift().orElseThrow().cut());
      Retraining.Outcome outcome =
          retraining.resume(version.number(), start, 1, Retraining.Listener.NONE);
      long learned = outcome.counts().learned();
      String then =
          definition.active().spec().onDrift() == OnDrift.PROMOTE
              ? "it is promoted when it is clearly better"
              : "activate: bayou promote " + name;
      tell(version, model, String.format(Locale.ROOT, "is ready: %,d examples; %s", learned, then));
    } catch (OverruledException e) { // by 'bayou retrain' or another instance, which go on with it
      log.info("another process trains {}; it is left to that one", name);
      leftToOthers.add(name);
    }
  }

  private void promote(Action.Promote promote, ModelDefinition definition, SharedModels models) {
    String model = definition.name();
    Version next = definition.version(promote.version()).orElseThrow();
    PairedLoss by = DriftRule.paired(definition, next, models.evaluations());
    ModelDefinition changed =
        change(
            model,
            promote,
            (before, now) -> at(Step.PROMOTED, before.promote(next.number(), now), next.number()));
    tell(
        changed.active(),
        model,
        "was promoted: its log loss is lower than that of version "
            + definition.activeVersion()
            + by(by));
  }

  private void giveBack(Action action, ModelDefinition definition, SharedModels models) {
    String model = definition.name();
    int number = definition.activeVersion();
    Version former = definition.former().orElseThrow();
    PairedLoss by = DriftRule.paired(definition, former, models.evaluations());
    ModelDefinition changed = change(model, action, (before, now) -> before.rollback(now));
    cuts.remove(model); // the predecessor may do without
    tell(
        changed.version(number).orElseThrow(),
        model,
        "was rolled back: the log loss of version " + former.number() + " is lower" + by(by));
  }

  private static String by(PairedLoss paired) {
    return String.format(
        Locale.ROOT,
        " by %.4f (at least %.4f) on the same %,.0f labels",
        paired.mean(),
        paired.lowerBound(),
        paired.labels());
  }

  private static ModelDefinition at(Step step, ModelDefinition definition, int number) {
    Version version = definition.version(number).orElseThrow();
    return definition.with(version.after(version.drift().orElseThrow().in(step)));
  }

  /* What is read now decides, not what this instance knew. */
  private ModelDefinition change(String model, Action action, Change change) {
    return new Versions(cluster, model)
        .change(
            (definition, published) -> {
              if (!next(definition, published).equals(Optional.of(action))) {
                throw new ReplayException("it was changed meanwhile");
              }
              return change.apply(definition, clock.getAsLong());
            });
  }

  private void tell(Version version, String model, String what) {
    String message = model + "@" + version.number() + " " + what;
    listener.done(model, version.number(), version.drift().orElseThrow().cut(), message);
  }

  private interface Change {
    ModelDefinition apply(ModelDefinition definition, long now);
  }
}
