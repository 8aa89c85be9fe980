package io.bayou.codec.spec;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Unknown;
import io.bayou.model.spec.Variance;
import java.util.List;
import java.util.function.Function;

/** {@code compat}: the defaults of another library; other keys of the spec go before them. */
final class CompatSection {
  /** The variance smoothing that scikit-learn's GaussianNB has by default. */
  static final double SKLEARN_SMOOTHING = 1e-9;

  private CompatSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    if (value == null) {
      return;
    }
    value.choice(List.of("sklearn"), Function.identity());
    spec.prior(new Prior.Empirical());
    /* The discriminants need no more: n-k for lda (the svd solver) and n-1 for qda are the
     * defaults here as well, and there is no rda in scikit-learn. */
    if (learner == LearnerKind.NAIVE_BAYES) {
      spec.variance(new Variance.Sklearn(SKLEARN_SMOOTHING));
      spec.smoothing(new Smoothing.Additive(1.0));
      spec.unknown(Unknown.NONE);
    }
  }
}
