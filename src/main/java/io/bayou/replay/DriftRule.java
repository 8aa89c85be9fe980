package io.bayou.replay;

import io.bayou.model.DriftStart;
import io.bayou.model.DriftStart.Step;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.spec.OnDrift;
import io.bayou.stream.Evaluations;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Decides what is done next about the drift of a model. What was done before is in the definition,
 * so that the decision is the same after a restart and on any instance.
 *
 * @param pauseMillis least time between the starts of two versions
 */
record DriftRule(long pauseMillis) {
  /** What is to be done. */
  sealed interface Action {
    /** Register a version that learns what came since a change. */
    record Start(long cut) implements Action {}

    /** Train the version that was registered, or go on with it. */
    record Train(int version) implements Action {}

    /** Make the version active. */
    record Promote(int version) implements Action {}

    /** Make the predecessor of a version that was promoted active again. */
    record Return(int version) implements Action {}
  }

  /**
   * @param evaluations of all versions
   * @param cut the time of a change that nothing was done about yet
   */
  Optional<Action> next(
      ModelDefinition definition, Evaluations evaluations, OptionalLong cut, long now) {
    OnDrift wanted = definition.active().spec().onDrift();
    if (wanted == OnDrift.PROMOTE) {
      Optional<Action> change = change(definition, evaluations);
      if (change.isPresent()) {
        return change;
      }
    }
    Optional<Version> training = definition.training();
    if (training.isPresent()) {
      return training
          .filter(version -> wanted.isStarting() && isAt(version, Step.STARTED))
          .map(version -> new Action.Train(version.number()));
    }
    boolean starts =
        wanted.isStarting()
            && cut.isPresent()
            && isNews(definition, cut.getAsLong())
            && !pauses(definition, now);
    return starts ? Optional.of(new Action.Start(cut.getAsLong())) : Optional.empty();
  }

  /* The same test in both directions. Each step is taken once: what a person does with a version
   * afterwards is not undone, and a version that has returned is not tried again. */
  private static Optional<Action> change(ModelDefinition definition, Evaluations evaluations) {
    Version active = definition.active();
    Optional<Action> back =
        definition
            .former()
            .filter(former -> isAt(active, Step.PROMOTED))
            .filter(former -> isBetter(definition, former, evaluations))
            .map(former -> new Action.Return(active.number()));
    return back.or(
        () ->
            definition
                .latestOfDrift()
                .filter(version -> version.state() == State.READY && isAt(version, Step.STARTED))
                .filter(version -> isBetter(definition, version, evaluations))
                .map(version -> new Action.Promote(version.number())));
  }

  /* An alarm that still stands after a restart was heeded before. */
  private static boolean isNews(ModelDefinition definition, long cut) {
    return definition.latestOfDrift().flatMap(Version::drift).stream().allMatch(d -> cut > d.cut());
  }

  private boolean pauses(ModelDefinition definition, long now) {
    return definition
        .latestOfDrift()
        .filter(version -> now - version.createdAt() < pauseMillis)
        .isPresent();
  }

  private static boolean isAt(Version version, Step step) {
    return version.drift().map(DriftStart::step).filter(step::equals).isPresent();
  }

  private static boolean isBetter(
      ModelDefinition definition, Version version, Evaluations evaluations) {
    return paired(definition, version, evaluations).isLower();
  }

  /** How a version compares with the active one, in their present states. */
  static PairedLoss paired(ModelDefinition definition, Version version, Evaluations evaluations) {
    return evaluations
        .merged(definition.name(), version.number())
        .map(Evaluation::paired)
        .filter(paired -> paired.since() == definition.comparableSince(version))
        .orElse(PairedLoss.NONE);
  }
}
