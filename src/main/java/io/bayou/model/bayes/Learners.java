package io.bayou.model.bayes;

import io.bayou.model.Learner;
import io.bayou.model.ModelSpec;

/** Makes learners. */
public final class Learners {
  private Learners() {}

  /** An empty learner of the spec's kind. */
  public static Learner create(ModelSpec spec) {
    return switch (spec.learner()) {
      case NAIVE_BAYES -> new NaiveBayes(spec);
      case LDA, QDA, RDA ->
          throw new UnsupportedOperationException("learner " + spec.learner().key());
    };
  }
}
