package io.bayou.model.bayes;

import io.bayou.model.Bins;
import io.bayou.model.FeatureSpec;
import io.bayou.model.FeatureType;
import io.bayou.model.LearnerContract;
import io.bayou.model.LearnerKind;
import io.bayou.model.Limits;
import io.bayou.model.ModelSpec;
import io.bayou.model.NetworkSpec;
import io.bayou.model.Prior;
import io.bayou.model.RandomSmoothing;
import io.bayou.model.Smoothing;
import io.bayou.model.Smoothing.Share;
import io.bayou.model.TextSpec;
import io.bayou.model.Unknown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/** The laws of learners on Bayesian networks. */
class NetworkLawsTest {
  @Nested
  class TreeWithoutASpec implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return ModelSpec.of(LearnerKind.TAN);
    }
  }

  @Nested
  class Tree implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return anySpec(LearnerKind.TAN, random).build();
    }
  }

  @Nested
  class GivenTree implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      Map<String, List<String>> parents =
          Map.of("d1", List.of("u1"), "d2", List.of("d1"), "u2", List.of("d1"));
      return anySpec(LearnerKind.TAN, random)
          .network(new NetworkSpec(NetworkSpec.DEFAULT_CLASS, new TreeMap<>(parents)))
          .build();
    }
  }

  @Nested
  class GivenNetwork implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = anySpec(LearnerKind.BAYES_NET, random);
      return spec.network(
              network(
                  Map.of(
                      "d1", List.of("c"),
                      "d2", List.of("c", "d1"),
                      "d3", List.of("d1", "d2"),
                      "u1", List.of("d3"),
                      "u2", List.of("u1", "c"),
                      "u3", List.of())))
          .build();
    }
  }

  @Nested
  class ClassWithParents implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = anySpec(LearnerKind.BAYES_NET, random);
      spec.prior(random.nextBoolean() ? new Prior.Empirical() : new Prior.Dirichlet(0.5));
      return spec.network(
              network(
                  Map.of(
                      "c", List.of("d1", "u1"),
                      "d1", List.of("d2"),
                      "u1", List.of("d2"),
                      "d3", List.of("c"),
                      "u2", List.of("c", "d3"))))
          .build();
    }
  }

  private static NetworkSpec network(Map<String, List<String>> parents) {
    return new NetworkSpec("c", new TreeMap<>(parents));
  }

  private static ModelSpec.Builder anySpec(LearnerKind kind, RandomGenerator random) {
    ModelSpec.Builder spec = ModelSpec.builder(kind);
    spec.feature("d1", RandomSmoothing.with(FeatureSpec.of(FeatureType.BERNOULLI), random));
    FeatureSpec some =
        new FeatureSpec(FeatureType.CATEGORICAL, List.of("v1", "v2"), Optional.empty());
    spec.feature("d2", RandomSmoothing.with(some, random));
    Optional<Bins> bins =
        random.nextBoolean() ? Optional.of(Bins.equalWidth(-50.0, 50.0, 7)) : Optional.empty();
    spec.feature(
        "d3",
        new FeatureSpec(FeatureType.BINNED, List.of(), Optional.empty(), TextSpec.DEFAULT, bins));
    spec.smoothing(smoothing(random))
        .unknown(random.nextBoolean() ? Unknown.NONE : Unknown.RESERVE);
    if (random.nextInt(3) == 0) {
      spec.halfLifeMillis(random.nextLong(1, 100_000));
    }
    if (random.nextInt(5) == 0) {
      spec.limits(new Limits(random.nextInt(1, 4), random.nextInt(1, 6), 3, 10));
    }
    return spec;
  }

  private static Smoothing smoothing(RandomGenerator random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Smoothing.Additive(0.0);
      case 1 -> new Smoothing.Additive(random.nextDouble(0.1, 3.0));
      case 2 -> new Smoothing.MEstimate(2.0, new Share.Overall());
      default -> new Smoothing.Additive(1.0);
    };
  }
}
