package io.bayou.model.discriminant;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.FiniteLaws;
import io.bayou.model.Learner;
import io.bayou.model.LearnerContract;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.Covariance.Denominator;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

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

  /**
   * With so many columns the matrices are renewed only now and then: after examples, not answers.
   */
  @Test
  void shouldAnswerTheSameHoweverOftenItWasAskedBefore() {
    RandomGenerator random = new SplittableRandom(5);
    Learner asked = Learners.create(ModelSpec.builder(LearnerKind.QDA).build());
    Learner silent = Learners.create(ModelSpec.builder(LearnerKind.QDA).build());
    Posterior answer = new Posterior();
    Posterior expected = new Posterior();
    for (int i = 0; i < 300; i++) {
      Features x = new Features();
      for (int j = 0; j < 80; j++) {
        x.number("c" + j, random.nextGaussian() * (1 + i % 2));
      }
      if (random.nextInt(3) > 0) {
        asked.predict(x, answer);
      }
      if (i % 7 == 6) {
        asked.predict(x, answer);
        silent.predict(x, expected);
        assertThat(answer.logEvidence()).isEqualTo(expected.logEvidence());
      }
      asked.learn(x, i % 2 == 0 ? "a" : "b", 1.0, 0L);
      silent.learn(x, i % 2 == 0 ? "a" : "b", 1.0, 0L);
    }
  }

  /** With so many columns learning refreshes, and then there is no class to refresh. */
  @Test
  void shouldLearnAgainAfterTheLastOfManyFeaturesWasRetracted() {
    Learner learner = Learners.create(ModelSpec.builder(LearnerKind.LDA).build());
    Features x = new Features();
    for (int j = 0; j < 80; j++) {
      x.number("c" + j, j);
    }
    learner.learn(x, "a", 1.0, 0L);
    learner.retract(x, "a", 1.0, 0L);
    learner.learn(x, "b", 1.0, 0L);

    assertThat(learner.predict(x).probabilityOf("b")).isEqualTo(1.0);
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
