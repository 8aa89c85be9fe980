package io.bayou.model;

import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Smoothing.Share;
import io.bayou.model.spec.TextSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Draws rules of smoothing. */
public final class RandomSmoothing {
  private RandomSmoothing() {}

  /** A rule for features of any type. */
  public static Smoothing any(RandomGenerator random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Smoothing.Additive(0.0);
      case 1 -> new Smoothing.Additive(random.nextDouble(0.1, 3.0));
      case 2 -> new Smoothing.MEstimate(random.nextDouble(0.0, 5.0));
      default -> new Smoothing.Additive(1.0);
    };
  }

  /** The same feature, with or without a rule of its own. */
  public static FeatureSpec with(FeatureSpec feature, RandomGenerator random) {
    if (random.nextInt(3) == 0) {
      return feature;
    }
    Smoothing rule = rule(random, feature.type());
    return with(feature, feature.objectionTo(rule).isEmpty() ? rule : any(random));
  }

  private static FeatureSpec with(FeatureSpec feature, Smoothing own) {
    return new FeatureSpec(
        feature.type(),
        feature.values(),
        feature.normalPrior(),
        feature.text(),
        feature.bins(),
        Optional.of(own),
        feature.trials());
  }

  /** The number of successes in this many trials. */
  public static FeatureSpec binomial(int trials) {
    return new FeatureSpec(
        FeatureType.BINOMIAL,
        List.of(),
        Optional.empty(),
        TextSpec.DEFAULT,
        Optional.empty(),
        Optional.empty(),
        trials);
  }

  private static Smoothing rule(RandomGenerator random, FeatureType type) {
    double m = random.nextDouble(0.0, 5.0);
    return switch (random.nextInt(5)) {
      case 0 -> new Smoothing.Beta(random.nextDouble(0.0, 4.0), random.nextDouble(0.1, 4.0));
      case 1 -> new Smoothing.MEstimate(m, new Share.OfTrue(random.nextDouble()));
      case 2 -> new Smoothing.MEstimate(m, new Share.Overall());
      case 3 -> new Smoothing.MEstimate(m, new Share.ByValue(shares(random, type)));
      default -> new Smoothing.Dirichlet(alphas(random, type));
    };
  }

  private static SortedMap<String, Double> shares(RandomGenerator random, FeatureType type) {
    double p = random.nextDouble();
    return new TreeMap<>(Map.of(name(type, 0), p, name(type, 1), 1.0 - p));
  }

  private static SortedMap<String, Double> alphas(RandomGenerator random, FeatureType type) {
    double a = random.nextInt(3) == 0 ? 0.0 : random.nextDouble(3.0);
    return new TreeMap<>(Map.of(name(type, 0), a, name(type, 1), random.nextDouble(0.1, 3.0)));
  }

  private static String name(FeatureType type, int i) {
    return switch (type) {
      case BERNOULLI -> i == 0 ? "true" : "false";
      case BINNED -> i == 0 ? "[1, 1.5)" : "<0";
      default -> i == 0 ? "w1" : "v2";
    };
  }
}
