package io.bayou.codec.spec;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;

/** {@code limits}: bounds on what a model may hold. */
final class LimitsSection {
  private LimitsSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    SpecFields fields = SpecFields.of(value, "classes", "features", "categories", "tokens");
    Limits standard = Limits.DEFAULT;
    spec.limits(
        new Limits(
            count(fields, "classes", standard.classes()),
            count(fields, "features", standard.features()),
            count(fields, "categories", standard.categories()),
            count(fields, "tokens", standard.tokens())));
  }

  private static int count(SpecFields fields, String key, int standard) {
    return fields.get(key).map(SpecNode::count).orElse(standard);
  }
}
