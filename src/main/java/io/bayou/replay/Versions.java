package io.bayou.replay;

import io.bayou.codec.state.ModelFile;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.Evaluations;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.RowKeys;
import io.bayou.stream.RowSlices;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Creates, changes and deletes a model and its versions. Concurrent changes do not overwrite each
 * other.
 */
public record Versions(KafkaCluster cluster, String model) {
  private static final String IMPORT = RowKeys.base("import");

  /* A version is promoted without --force only if it has at least one example for this many of the
   * active one. */
  private static final double MIN_SHARE = 10.0;

  /** Derives a new definition from the current one. */
  public interface Change {
    /**
     * @throws ReplayException if the current one does not allow it
     */
    ModelDefinition apply(ModelDefinition definition, SharedModels published);
  }

  /**
   * Creates the model.
   *
   * @throws ReplayException if there is one of that name
   */
  public ModelDefinition create(ModelSpec spec) {
    return create(spec, (created, writer) -> {});
  }

  /**
   * Creates the model with the state in a file as its prior.
   *
   * @throws ReplayException if there is one of that name
   */
  public ModelDefinition create(ModelFile file) {
    ModelSpec spec = file.learner().spec();
    return create(
        spec,
        (created, writer) ->
            new RowSlices(model, created.activeVersion(), spec, IMPORT)
                .all(file.learner(), writer::publish));
  }

  private ModelDefinition create(ModelSpec spec, BiConsumer<ModelDefinition, ModelWriter> state) {
    try (ModelWriter writer = ModelWriter.ofDefinition(cluster, model)) {
      ModelDefinition created = newDefinition(spec);
      writer.define(created);
      state.accept(created, writer);
      writer.commit();
      return created;
    }
  }

  private ModelDefinition newDefinition(ModelSpec spec) {
    SharedModels models = new ModelTopics(cluster).readDefinitions();
    if (models.definition(model).isPresent()) {
      throw new ReplayException("there is a model '" + model + "' already; delete it first");
    }
    if (models.isUnreadable(model)) {
      throw new ReplayException(SharedModels.unreadable(model));
    }
    int max = cluster.config().models().maxModels();
    if (models.names().size() >= max) {
      throw new ReplayException(
          "there are " + max + " models already, which is max.models; delete one first");
    }
    return models.fresh(model, spec, System.currentTimeMillis());
  }

  /**
   * Deletes the model and everything that it has learned.
   *
   * @return the deleted definition
   * @throws ReplayException if there is none of that name
   */
  public ModelDefinition delete() {
    try (ModelWriter writer = ModelWriter.ofDefinition(cluster, model)) {
      SharedModels models = new ModelTopics(cluster).readDefinitions();
      ModelDefinition definition = models.definition(model, ReplayException::new);
      writer.delete(definition);
      writer.commit();
      return definition;
    }
  }

  /**
   * Reads the definition, changes it and writes it; deletes the rows of removed versions.
   *
   * @return the new definition
   */
  public ModelDefinition change(Change change) {
    try (ModelWriter writer = ModelWriter.ofDefinition(cluster, model)) {
      SharedModels published = new ModelTopics(cluster).read();
      ModelDefinition before = published.definition(model, ReplayException::new);
      ModelDefinition after = change.apply(before, published).withoutRetiredBefore(keptSince());
      writer.define(after);
      for (Version version : before.versions()) {
        if (after.version(version.number()).isEmpty()) {
          writer.withdraw(published, version.number());
        }
      }
      writer.commit();
      return after;
    }
  }

  private long keptSince() {
    return System.currentTimeMillis() - cluster.config().models().retiredRetentionMillis();
  }

  /**
   * Makes another version the active one.
   *
   * @param force even if the version is not ready, has far fewer examples than the active one, or
   *     is clearly worse
   * @return the new definition
   * @throws ReplayException if the version must not become active
   */
  public ModelDefinition promote(int number, boolean force) {
    return change(
        (definition, published) -> {
          Version version = definition.version(number, ReplayException::new);
          if (number == definition.activeVersion()) {
            throw new ReplayException(name(number) + " is the active version already");
          }
          if (!force) {
            checkReady(version);
            checkSize(definition, number, published);
            checkNotWorse(definition, number, published.evaluations());
          }
          return definition.promote(number, System.currentTimeMillis());
        });
  }

  /**
   * Makes the previously active version active again, and the one that it replaces ready.
   *
   * @return the new definition
   * @throws ReplayException if none is kept
   */
  public ModelDefinition rollback() {
    return change(
        (definition, published) -> {
          ModelDefinition kept = definition.withoutRetiredBefore(keptSince());
          if (kept.former().isEmpty()) {
            throw new ReplayException("no earlier version of '" + model + "' is kept");
          }
          return definition.rollback(System.currentTimeMillis());
        });
  }

  private void checkReady(Version version) {
    if (version.state() == State.TRAINING) {
      throw new ReplayException(
          "%s is still in training; let 'bayou retrain %s' finish, or use 'bayou promote --force'"
              .formatted(name(version.number()), model));
    }
  }

  /* What has no examples answers nothing. Fewer than a tenth are more often a mistake, such as a
   * wrong --since, than a choice. */
  private void checkSize(ModelDefinition definition, int number, SharedModels published) {
    long active = examples(published, definition.activeVersion());
    long next = examples(published, number);
    if (next < active / MIN_SHARE) {
      throw new ReplayException(
          String.format(
              Locale.ROOT,
              "%s has learned %s, the active version %,d; use 'bayou promote --force' if you mean"
                  + " it",
              name(number),
              next == 0 ? "nothing" : String.format(Locale.ROOT, "only %,d examples", next),
              active));
    }
  }

  private long examples(SharedModels published, int version) {
    return published.published(model, version).stream().mapToLong(SnapshotRow::examples).sum();
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
