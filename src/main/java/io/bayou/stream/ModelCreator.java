package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.health.FaultPolicy;
import io.bayou.stream.topics.KafkaCluster;
import org.apache.kafka.common.KafkaException;

/** Creates models. Concurrent creations and deletions do not overwrite each other. */
public interface ModelCreator {
  /** How often a creation is tried that was fenced, or that the broker may not have committed. */
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
    Object turn = new Object(); // the tasks of an instance meet a new model at the same time
    return (name, spec) -> {
      synchronized (turn) {
        return createIn(cluster, name, spec);
      }
    };
  }

  private static ModelDefinition createIn(KafkaCluster cluster, String name, ModelSpec spec) {
    for (int attempt = 1; ; attempt++) {
      try (ModelWriter writer = ModelWriter.ofDefinition(cluster, name)) {
        return createWith(writer, new ModelTopics(cluster).readDefinitions(), name, spec);
      } catch (ModelWriter.OverruledException | KafkaException e) {
        if (attempt == MAX_ATTEMPTS || !isOpen(e)) {
          throw e;
        }
      }
    }
  }

  /* Whether reading again tells what has happened: another instance or a command is creating the
   * same model, or the broker has failed to say whether it has committed. Kafka 4.3 does the latter
   * now and then where one writer fences another. */
  private static boolean isOpen(RuntimeException failure) {
    return failure instanceof ModelWriter.OverruledException || FaultPolicy.isBrokerFault(failure);
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
