package io.bayou.codec.spec;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Variance;
import java.util.List;
import java.util.function.Function;

/** {@code variance}: a rule by name, or a map with the rule and its parameters. */
final class VarianceSection {
  private static final List<String> RULES =
      List.of("shrink", "sklearn", "population", "sample", "pooled");

  private VarianceSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    SpecFields fields = SpecFields.of(value.orMapOf("rule"), "rule", "smoothing", "k", "floor");
    String rule = fields.require("rule").choice(RULES, Function.identity());
    spec.variance(variance(rule, fields));
  }

  private static Variance variance(String rule, SpecFields fields) {
    String here = "the rule " + rule;
    return switch (rule) {
      case "shrink" -> shrink(fields.only(here, "rule", "k", "floor"));
      case "sklearn" ->
          new Variance.Sklearn(
              smoothing(fields.only(here, "rule", "smoothing"), CompatSection.SKLEARN_SMOOTHING));
      case "population" ->
          new Variance.Population(smoothing(fields.only(here, "rule", "smoothing"), 0.0));
      case "pooled" -> {
        fields.only(here, "rule");
        yield new Variance.Pooled();
      }
      default -> {
        fields.only(here, "rule");
        yield new Variance.Sample();
      }
    };
  }

  private static Variance shrink(SpecFields fields) {
    return new Variance.Shrink(
        fields.number("k", SpecNode::notNegative, 1.0),
        fields.number("floor", SpecNode::positive, 1e-9));
  }

  private static double smoothing(SpecFields fields, double defaultValue) {
    return fields.number("smoothing", SpecNode::notNegative, defaultValue);
  }
}
