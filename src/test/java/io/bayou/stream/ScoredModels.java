package io.bayou.stream;

import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.spec.ModelSpec;

/** For tests of other packages: only the stream may publish. */
public final class ScoredModels {
  private ScoredModels() {}

  /** The models of a cluster with one that was scored. */
  public static SharedModels of(Evaluation evaluation) {
    return of(evaluation, ModelSpec.defaults());
  }

  /** As {@link #of(Evaluation)}, with a spec. */
  public static SharedModels of(Evaluation evaluation, ModelSpec spec) {
    SharedModels models = new SharedModels();
    String model = evaluation.model();
    models.definitions().define(ModelDefinition.first(model, spec, 0L));
    models
        .evaluations()
        .take(new EvaluationKey(model, evaluation.version(), evaluation.source(), 0), evaluation);
    return models;
  }
}
