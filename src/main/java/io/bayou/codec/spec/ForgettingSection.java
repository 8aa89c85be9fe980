package io.bayou.codec.spec;

import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Optional;

/**
 * {@code forgetting}: one factor for what a learner counts. An average weighs its members by one
 * factor, or by several in a list.
 */
final class ForgettingSection {
  private ForgettingSection() {}

  static void read(SpecNode value, ModelSpec.Builder spec) {
    if (spec.options().kind() == LearnerKind.AVERAGE) {
      List<Double> factors =
          value.isList()
              ? value.list().stream().map(SpecNode::number).toList()
              : List.of(value.number());
      AverageSection.set(value, spec, a -> new AverageSpec(a.members(), factors, a.decision()));
      return;
    }
    double factor = value.number();
    if (!(factor > 0.0 && factor <= 1.0)) {
      throw value.mustBe("a number above 0 and at most 1, such as 0.999");
    }
    spec.forgetting(factor);
  }

  /** Always written for an average: defaults may change, a model may not. */
  static Optional<?> write(ModelSpec spec) {
    if (spec.average().isPresent()) {
      List<Double> factors = spec.average().get().forgetting();
      return Optional.of(factors.size() == 1 ? factors.get(0) : factors);
    }
    return spec.forgetting() < 1.0 ? Optional.of(spec.forgetting()) : Optional.empty();
  }
}
