package io.bayou.model.bayes;

import io.bayou.model.Learner;
import io.bayou.model.Refusals;
import io.bayou.model.logistic.LogisticLearner;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.ModelSpec;

/** Makes learners. */
public final class Learners {
  private Learners() {}

  /** An empty learner of the spec's kind. */
  public static Learner create(ModelSpec spec) {
    return spec.basis() == Basis.LINEAR ? linear(spec) : new BasisLearner(linear(spec));
  }

  private static Learner linear(ModelSpec spec) {
    Refusals refusals = new Refusals();
    return switch (spec.learner()) {
      case NAIVE_BAYES -> new BlockLearner(spec, () -> Blocks.naiveBayes(spec, refusals), refusals);
      case LDA, QDA, RDA -> new BlockLearner(spec, () -> Blocks.discriminant(spec), refusals);
      case BAYES_NET, TAN -> new BlockLearner(spec, () -> Blocks.network(spec, refusals), refusals);
      case LOGISTIC -> new LogisticLearner(spec);
      case MAJORITY -> new BlockLearner(spec, Blocks::none, refusals);
      case NO_CHANGE -> new NoChangeLearner(spec, refusals);
      case AVERAGE -> new AverageLearner(spec);
    };
  }
}
