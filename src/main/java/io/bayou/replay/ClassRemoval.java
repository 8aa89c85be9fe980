package io.bayou.replay;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.spec.SpecException;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ClassesSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Takes a class away from a model. What was learned of a class cannot be subtracted exactly, so it
 * takes a new version, retrained with a spec that knows all classes but this one.
 */
public final class ClassRemoval {
  private final KafkaCluster cluster;
  private final String model;

  public ClassRemoval(KafkaCluster cluster, String model) {
    this.cluster = cluster;
    this.model = model;
  }

  /**
   * The spec of the active version without a class. If it does not name its classes, those that
   * were learned are named.
   *
   * @throws ReplayException if there is no such class, no other one, or if more of the spec is
   *     about it
   */
  public ModelSpec specWithout(String label) {
    SharedModels published = new ModelTopics(cluster).read();
    ModelDefinition definition = published.definition(model, ReplayException::new);
    ModelSpec spec = definition.active().spec();
    Learner learner = published.merged(model, definition.activeVersion(), spec);
    SortedSet<String> classes = new TreeSet<>(List.of(learner.predict(new Features()).labels()));
    spec.classes().ifPresent(given -> classes.addAll(given.all()));
    if (!classes.remove(label)) {
      throw new ReplayException(
          "model '%s' has no class '%s'; its classes are %s".formatted(model, label, classes));
    }
    if (classes.isEmpty()) {
      throw new ReplayException(
          "'%1$s' is the only class of model '%2$s'; delete the model with 'bayou models delete %2$s'"
              .formatted(label, model));
    }
    Optional<String> others =
        spec.classes().flatMap(ClassesSpec::others).filter(bucket -> !bucket.equals(label));
    return checked(spec.toBuilder().classes(new ClassesSpec(classes, others)).build(), label);
  }

  private ModelSpec checked(ModelSpec spec, String label) {
    try {
      return SpecCodec.read("spec", SpecCodec.write(spec));
    } catch (SpecException e) {
      throw new ReplayException(
          "the spec of model '%1$s' is about class '%2$s' elsewhere, too (%3$s); write one without it, and give it to 'bayou retrain %1$s --spec FILE'"
              .formatted(model, label, e.getMessage()),
          e);
    }
  }
}
