package io.bayou.replay;

import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.Evaluations;
import io.bayou.stream.topics.KafkaCluster;
import java.util.Locale;
import java.util.Optional;

/** Changes the active version of a model. */
public final class ActiveVersion {
  private final KafkaCluster cluster;
  private final String model;

  public ActiveVersion(AppConfig config, String model) {
    this(KafkaCluster.of(config), model);
  }

  ActiveVersion(KafkaCluster cluster, String model) {
    this.cluster = cluster;
    this.model = model;
  }

  /**
   * Makes another version the active one.
   *
   * @param force even if the version is not ready, or clearly worse than the active one
   * @return the new definition
   * @throws ReplayException if the version must not become active
   */
  public ModelDefinition promote(int number, boolean force) {
    return new Versions(cluster, model)
        .change(
            (definition, published) -> {
              Version version = definition.version(number, ReplayException::new);
              if (number == definition.activeVersion()) {
                throw new ReplayException(name(number) + " is the active version already");
              }
              if (!force) {
                checkReady(version);
                checkNotWorse(definition, number, published.evaluations());
              }
              return definition.promote(number, System.currentTimeMillis());
            });
  }

  /**
   * Makes the previously active version active again.
   *
   * @return the new definition
   * @throws ReplayException if none is kept
   */
  public ModelDefinition rollback() {
    long keptSince =
        System.currentTimeMillis() - cluster.config().models().retiredRetentionMillis();
    return new Versions(cluster, model)
        .change(
            (definition, published) -> {
              Version former =
                  definition
                      .withoutRetiredBefore(keptSince)
                      .former()
                      .orElseThrow(
                          () ->
                              new ReplayException("no earlier version of '" + model + "' is kept"));
              return definition.promote(former.number(), System.currentTimeMillis());
            });
  }

  private void checkReady(Version version) {
    if (version.state() == State.TRAINING) {
      throw new ReplayException(
          name(version.number())
              + " is still in training; let 'bayou retrain "
              + model
              + "' finish, or use 'bayou promote --force'");
    }
  }

  /* Since the version is ready, both are scored on the same labels. */
  private void checkNotWorse(ModelDefinition definition, int number, Evaluations evaluations) {
    Optional<Comparison> active = comparison(evaluations, definition.activeVersion());
    Optional<Comparison> next = comparison(evaluations, number);
    if (active.isPresent() && next.isPresent() && next.get().isClearlyWorseThan(active.get())) {
      throw new ReplayException(
          String.format(
              Locale.ROOT,
              "%s is clearly worse on the same %,.0f labels: accuracy %.4f against %.4f, log loss"
                  + " %.4f against %.4f; use 'bayou promote --force' if you mean it",
              name(number),
              next.get().instances(),
              next.get().accuracy(),
              active.get().accuracy(),
              next.get().meanLogLoss(),
              active.get().meanLogLoss()));
    }
  }

  private Optional<Comparison> comparison(Evaluations evaluations, int version) {
    return evaluations.merged(model, version).map(Evaluation::comparison);
  }

  private String name(int number) {
    return model + "@" + number;
  }
}
