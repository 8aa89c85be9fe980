package io.bayou.replay;

import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;

/** Changes the definition of a model. Concurrent changes do not overwrite each other. */
public final class Versions {
  private final KafkaCluster cluster;
  private final String model;

  public Versions(AppConfig config, String model) {
    this(KafkaCluster.of(config), model);
  }

  Versions(KafkaCluster cluster, String model) {
    this.cluster = cluster;
    this.model = model;
  }

  /**
   * Creates the model.
   *
   * @throws ReplayException if there is one of that name
   */
  public ModelDefinition create(ModelSpec spec) {
    try (ModelWriter writer = ModelWriter.ofDefinition(cluster, model)) {
      ModelDefinition created = fresh(cluster, model, spec);
      writer.define(created);
      writer.commit();
      return created;
    }
  }

  /* The definition of a new model; read while the writer of the model is open. */
  static ModelDefinition fresh(KafkaCluster cluster, String model, ModelSpec spec) {
    SharedModels models = new ModelTopics(cluster).readDefinitions();
    if (models.definition(model).isPresent()) {
      throw new ReplayException("there is a model '" + model + "' already; delete it first");
    }
    if (models.isUnreadable(model)) {
      throw new ReplayException(SharedModels.unreadable(model));
    }
    int most = cluster.config().models().maxModels();
    if (models.names().size() >= most) {
      throw new ReplayException(
          "there are " + most + " models already, which is max.models; delete one first");
    }
    return models.fresh(model, spec, System.currentTimeMillis());
  }

  /**
   * Deletes the model and everything that it has learned.
   *
   * @throws ReplayException if there is none of that name
   */
  public void delete() {
    try (ModelWriter writer = ModelWriter.ofDefinition(cluster, model)) {
      SharedModels models = new ModelTopics(cluster).readDefinitions();
      writer.delete(models.definition(model, ReplayException::new));
      writer.commit();
    }
  }

  /** Derives the new definition from the present one. */
  public interface Change {
    /**
     * @throws ReplayException if the present one does not allow it
     */
    ModelDefinition apply(ModelDefinition definition, SharedModels published);
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
      long keptSince =
          System.currentTimeMillis() - cluster.config().models().retiredRetentionMillis();
      ModelDefinition after = change.apply(before, published).withoutRetiredBefore(keptSince);
      writer.define(after);
      for (ModelDefinition.Version version : before.versions()) {
        if (after.version(version.number()).isEmpty()) {
          writer.withdraw(published, version.number());
        }
      }
      writer.commit();
      return after;
    }
  }
}
