package io.bayou.codec.spec;

import io.bayou.model.spec.Variance;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** {@code variance}: a rule by name, or a map with the rule and its parameters. */
final class VarianceSection {
  /** The variance smoothing that scikit-learn's GaussianNB has by default. */
  static final double SKLEARN_SMOOTHING = 1e-9;

  private static final List<String> RULES =
      List.of("shrink", "sklearn", "population", "sample", "pooled");

  private VarianceSection() {}

  static Variance read(SpecNode value) {
    SpecFields fields = SpecFields.of(value.orMapOf("rule"), "rule", "smoothing", "k", "floor");
    String rule = fields.require("rule").choice(RULES, Function.identity());
    String context = "the rule " + rule;
    return switch (rule) {
      case "shrink" -> shrink(fields.only(context, "rule", "k", "floor"));
      case "sklearn" ->
          new Variance.Sklearn(
              smoothing(fields.only(context, "rule", "smoothing"), SKLEARN_SMOOTHING));
      case "population" ->
          new Variance.Population(smoothing(fields.only(context, "rule", "smoothing"), 0.0));
      default -> {
        fields.only(context, "rule");
        yield rule.equals("pooled") ? new Variance.Pooled() : new Variance.Sample();
      }
    };
  }

  private static Variance shrink(SpecFields fields) {
    return new Variance.Shrink(
        fields.number("k", SpecNode::notNegative, 1.0),
        fields.number("floor", SpecNode::positive, 1e-9));
  }

  private static double smoothing(SpecFields fields, double standard) {
    return fields.number("smoothing", SpecNode::notNegative, standard);
  }

  static Object write(Variance variance) {
    if (variance instanceof Variance.Shrink shrink) {
      return Map.of("rule", "shrink", "k", shrink.k(), "floor", shrink.floor());
    } else if (variance instanceof Variance.Sklearn sklearn) {
      return Map.of("rule", "sklearn", "smoothing", sklearn.smoothing());
    } else if (variance instanceof Variance.Population population) {
      return Map.of("rule", "population", "smoothing", population.smoothing());
    }
    return Map.of("rule", variance instanceof Variance.Pooled ? "pooled" : "sample");
  }
}
