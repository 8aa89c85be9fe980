package io.bayou.model.ensemble;

import io.bayou.model.ExplanationLaws;
import io.bayou.model.FiniteLaws;
import io.bayou.model.PartialLaws;
import io.bayou.model.PredictionLaws;
import io.bayou.model.StateLaws;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.AverageSpec.Decision;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/**
 * The laws that an average keeps. Its evidence depends on the order of the examples and cannot be
 * taken back, so that neither the whole from its parts nor retracting is among them.
 */
class AverageLawsTest {
  @Nested
  class BayesOptimal implements Laws {
    @Override
    public Decision decision() {
      return Decision.BAYES_OPTIMAL;
    }
  }

  @Nested
  class MapHypothesis implements Laws {
    @Override
    public Decision decision() {
      return Decision.MAP_HYPOTHESIS;
    }
  }

  @Nested
  class MlHypothesis implements Laws {
    @Override
    public Decision decision() {
      return Decision.ML_HYPOTHESIS;
    }
  }

  /** Every default member, those among them that are dear. */
  @Nested
  class Default implements FiniteLaws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.of(LearnerKind.AVERAGE).toBuilder();
      if (random.nextBoolean()) {
        spec.halfLifeMillis(random.nextLong(1, 100_000));
      }
      return spec.build();
    }

    @Override
    public int runs() {
      return 40;
    }
  }

  interface Laws extends PredictionLaws, StateLaws, PartialLaws, ExplanationLaws, FiniteLaws {
    Decision decision();

    @Override
    default ModelSpec randomSpec(RandomGenerator random) {
      List<Double> forgetting = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        forgetting.add(random.nextBoolean() ? 1.0 : 1.0 - random.nextDouble() / 2);
      }
      ModelSpec.Builder spec =
          ModelSpec.builder(LearnerKind.AVERAGE)
              .average(new AverageSpec(members(random), forgetting, decision()))
              .feature("d1", FeatureType.GAUSSIAN)
              .feature("d2", FeatureType.CATEGORICAL);
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

    @Override
    default int runs() {
      return 60;
    }

    /* Weights are the exponential of evidence that two orders of summing round differently. */
    @Override
    default double mergeTolerance() {
      return 1e-7;
    }
  }

  private static List<Member> members(RandomGenerator random) {
    List<Member> members = new ArrayList<>();
    members.add(member("naive-bayes", ModelSpec.builder(LearnerKind.NAIVE_BAYES), random));
    ModelSpec.Builder bayes = ModelSpec.builder(LearnerKind.NAIVE_BAYES).estimate(Estimate.BAYES);
    members.add(member("predictive", bayes, random));
    members.add(
        member(
            "lda",
            ModelSpec.builder(LearnerKind.LDA).covariance(new Covariance.CommonPrior()),
            random));
    members.add(member("majority", ModelSpec.builder(LearnerKind.MAJORITY), random));
    while (members.size() > 1 && random.nextBoolean()) {
      members.remove(random.nextInt(members.size()));
    }
    return members;
  }

  private static Member member(String name, ModelSpec.Builder spec, RandomGenerator random) {
    return new Member(name, random.nextBoolean() ? 1.0 : random.nextDouble(0.1, 9.0), spec.build());
  }
}
