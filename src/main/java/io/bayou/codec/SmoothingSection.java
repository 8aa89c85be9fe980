package io.bayou.codec;

import io.bayou.model.LearnerKind;
import io.bayou.model.ModelSpec;
import io.bayou.model.Smoothing;
import java.util.Optional;

/** {@code smoothing}: a pseudo-count, or the m and p of an m-estimate. */
final class SmoothingSection {
  private SmoothingSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    spec.smoothing(value.isMap() ? mEstimate(value) : new Smoothing.Additive(value.notNegative()));
  }

  private static Smoothing mEstimate(SpecNode node) {
    SpecFields fields = SpecFields.of(node, "m", "p");
    double m = fields.require("m").notNegative();
    Optional<Double> p = fields.get("p").map(SpecNode::positive);
    return node.build(() -> new Smoothing.MEstimate(m, p));
  }
}
