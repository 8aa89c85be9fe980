package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.KafkaCluster;

/** Creates models. Concurrent creations and deletions do not overwrite each other. */
public interface ModelCreator {
  /** How often a creation is repeated after it was fenced. */
  int MAX_ATTEMPTS = 10;

  /**
   * Creates a model unless there is one of that name, and returns its definition.
   *
   * @throws BadRecordException if there is a definition that this build cannot read
   */
  ModelDefinition create(String name, ModelSpec spec);

  /** Creates models in the topics of a cluster. */
  static ModelCreator of(AppConfig config) {
    return of(KafkaCluster.of(config));
  }

  /** Creates models in the topics of a cluster. */
  static ModelCreator of(KafkaCluster cluster) {
    return (name, spec) -> createIn(cluster, name, spec);
  }

  private static ModelDefinition createIn(KafkaCluster cluster, String name, ModelSpec spec) {
    for (int attempt = 1; ; attempt++) {
      try (ModelWriter writer = ModelWriter.ofDefinition(cluster, name)) {
        return createWith(writer, new ModelTopics(cluster).readDefinitions(), name, spec);
      } catch (ModelWriter.OverruledException e) {
        // Another instance or a command is creating the same model: read its result.
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static ModelDefinition createWith(
      ModelWriter writer, SharedModels models, String name, ModelSpec spec) {
    if (models.definitions().isUnreadable(name)) {
      throw new BadRecordException(Reason.UNSUPPORTED_VERSION, SharedModels.unreadable(name));
    }
    return models
        .definition(name)
        .orElseGet(
            () -> {
              ModelDefinition created = models.fresh(name, spec, System.currentTimeMillis());
              writer.define(created);
              writer.commit();
              return created;
            });
  }
}
