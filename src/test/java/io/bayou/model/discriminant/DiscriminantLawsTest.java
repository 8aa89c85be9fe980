package io.bayou.model.discriminant;

import io.bayou.model.FiniteLaws;
import io.bayou.model.LearnerContract;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.Covariance.Denominator;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/** The laws of learners on discriminants, by kind. */
class DiscriminantLawsTest {
  @Nested
  class Lda implements ByFormula {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      Covariance plain =
          new Covariance.Plain(
              random.nextBoolean() ? Denominator.N : Denominator.N_MINUS_K, fraction(random), 0.0);
      return spec(LearnerKind.LDA, plain, random);
    }
  }

  @Nested
  class Qda implements ByFormula {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      Covariance plain =
          new Covariance.Plain(
              random.nextBoolean() ? Denominator.N : Denominator.N_MINUS_1, 0.0, fraction(random));
      return spec(LearnerKind.QDA, plain, random);
    }
  }

  @Nested
  class Rda implements ByFormula {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      Covariance rule =
          random.nextBoolean()
              ? new Covariance.Friedman(random.nextDouble(), fraction(random))
              : new Covariance.Esl(random.nextDouble());
      return spec(LearnerKind.RDA, rule, random);
    }
  }

  @Nested
  class WithACommonPrior implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      LearnerKind[] kinds = {LearnerKind.LDA, LearnerKind.QDA, LearnerKind.RDA};
      return spec(kinds[random.nextInt(3)], new Covariance.CommonPrior(), random);
    }
  }

  @Nested
  class Quadratic implements FiniteLaws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return spec(LearnerKind.LDA, new Covariance.CommonPrior(), random).toBuilder()
          .basis(Basis.QUADRATIC)
          .build();
    }
  }

  /**
   * Discriminants by formula. A singular matrix gets a ridge of 1e-9: in that direction roundings
   * of 1e-15 are a millionth of all there is.
   */
  private interface ByFormula extends LearnerContract {
    @Override
    default double mergeTolerance() {
      return 1e-5;
    }

    @Override
    default double retractTolerance() {
      return 1e-4;
    }
  }

  private static double fraction(RandomGenerator random) {
    return random.nextBoolean() ? 0.0 : random.nextDouble();
  }

  private static ModelSpec spec(LearnerKind kind, Covariance rule, RandomGenerator random) {
    ModelSpec.Builder spec = ModelSpec.builder(kind).covariance(rule);
    spec.feature("d1", FeatureType.GAUSSIAN).feature("d3", FeatureType.BERNOULLI);
    if (random.nextBoolean()) {
      spec.prior(new Prior.Empirical());
    }
    if (random.nextInt(3) == 0) {
      spec.halfLifeMillis(random.nextLong(1, 100_000));
    }
    if (random.nextInt(5) == 0) {
      spec.limits(new Limits(random.nextInt(1, 4), random.nextInt(1, 6), 3, 10));
    }
    return spec.build();
  }
}
