package io.bayou.model.naive;

import io.bayou.model.LearnerContract;
import io.bayou.model.RandomSmoothing;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NormalPrior;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Smoothing.Share;
import io.bayou.model.spec.Unknown;
import io.bayou.model.spec.Variance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/** The laws of learners on naive Bayes, by families of specs. */
class NaiveBayesTest {
  @Nested
  class WithoutASpec implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return ModelSpec.defaults();
    }
  }

  @Nested
  class WithNumbers implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.NAIVE_BAYES);
      return numbers(spec.prior(randomPrior(random)), random).build();
    }
  }

  @Nested
  class WithCategories implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.NAIVE_BAYES);
      return categories(spec.prior(randomPrior(random)), random).build();
    }
  }

  @Nested
  class WithAHalfLife implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.NAIVE_BAYES);
      spec.prior(randomPrior(random)).halfLifeMillis(random.nextLong(1, 100_000));
      return numbers(categories(spec, random), random).build();
    }
  }

  @Nested
  class WithNarrowLimits implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.NAIVE_BAYES);
      Limits limits = new Limits(random.nextInt(1, 4), random.nextInt(1, 6), 3, 10);
      return numbers(categories(spec, random), random).limits(limits).build();
    }
  }

  @Nested
  class WithEverything implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.NAIVE_BAYES);
      spec.prior(randomPrior(random)).feature("d9", FeatureType.IGNORE);
      if (random.nextBoolean()) {
        spec.estimate(Estimate.values()[random.nextInt(Estimate.values().length)]);
      }
      if (random.nextInt(3) == 0) {
        spec.halfLifeMillis(random.nextLong(1, 100_000));
      }
      return numbers(categories(spec, random), random).build();
    }
  }

  private static ModelSpec.Builder numbers(ModelSpec.Builder spec, RandomGenerator random) {
    spec.feature("d1", FeatureType.GAUSSIAN);
    spec.feature(
        "d2", new FeatureSpec(FeatureType.STUDENT_T, List.of(), randomNormalPrior(random)));
    return spec.variance(randomVariance(random));
  }

  private static ModelSpec.Builder categories(ModelSpec.Builder spec, RandomGenerator random) {
    spec.feature("d3", RandomSmoothing.with(FeatureSpec.of(FeatureType.BERNOULLI), random));
    List<String> values = random.nextBoolean() ? List.of() : List.of("v1", "v2", "v7");
    FeatureSpec some = new FeatureSpec(FeatureType.CATEGORICAL, values, Optional.empty());
    spec.feature("d4", RandomSmoothing.with(some, random));
    spec.feature("d6", RandomSmoothing.with(RandomSmoothing.binomial(5), random));
    spec.feature("d5", RandomSmoothing.with(FeatureSpec.of(FeatureType.BINNED), random));
    spec.unknown(random.nextBoolean() ? Unknown.RESERVE : Unknown.NONE);
    return spec.smoothing(
        random.nextInt(4) == 0
            ? new Smoothing.MEstimate(2.0, new Share.Overall())
            : RandomSmoothing.any(random));
  }

  private static Prior randomPrior(RandomGenerator random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Prior.Dirichlet(random.nextDouble(0.01, 3.0));
      case 3 -> new Prior.ByClass(new TreeMap<>(Map.of("c0", 0.5, "c1", 3.0, "x", 1.0)));
      case 1 -> new Prior.Empirical();
      case 2 -> new Prior.Uniform();
      default -> new Prior.Fixed(new TreeMap<>(Map.of("c0", 0.5, "c1", 0.3, "x", 0.2)));
    };
  }

  private static Optional<NormalPrior> randomNormalPrior(RandomGenerator random) {
    return switch (random.nextInt(5)) {
      case 0 -> Optional.of(new NormalPrior(0.0, 0.0, -0.5, 0.0));
      case 1 -> Optional.of(new NormalPrior(1.0, 0.01, 1.0, 0.5));
      case 2 -> Optional.of(new NormalPrior(0.0, 0.0, 0.0, 0.0));
      default -> Optional.empty();
    };
  }

  private static Variance randomVariance(RandomGenerator random) {
    return switch (random.nextInt(6)) {
      case 5 -> new Variance.Pooled();
      case 0 -> new Variance.Shrink(random.nextDouble(0.0, 3.0), 1e-9);
      case 1 -> new Variance.Sklearn(1e-9);
      case 2 -> new Variance.Population(1e-6);
      case 3 -> new Variance.Sample();
      default -> new Variance.Population(0.0);
    };
  }
}
