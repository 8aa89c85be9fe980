package io.bayou.model;

import io.bayou.model.spec.AnswerSpec;
import io.bayou.model.spec.Calibration;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/**
 * The laws that any learner keeps while its answers are compared with earlier ones, which depend on
 * the order of the examples and cannot be taken back, so that neither the whole from its parts nor
 * retracting is among them.
 */
class ReferenceLawsTest
    implements PredictionLaws, StateLaws, PartialLaws, ExplanationLaws, FiniteLaws {
  private static final List<LearnerKind> SUMS =
      List.of(LearnerKind.NAIVE_BAYES, LearnerKind.QDA, LearnerKind.TAN, LearnerKind.MAJORITY);

  @Override
  public ModelSpec randomSpec(RandomGenerator random) {
    return randomSpec(SUMS.get(random.nextInt(SUMS.size())), random);
  }

  /** Learners whose own state depends on the order of the examples, too. */
  @Nested
  class OfOrder implements PredictionLaws, StateLaws, ExplanationLaws, FiniteLaws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      LearnerKind kind = random.nextBoolean() ? LearnerKind.LOGISTIC : LearnerKind.NO_CHANGE;
      return ReferenceLawsTest.randomSpec(kind, random);
    }

    @Override
    public int runs() {
      return 30;
    }

    /** For them the label that came last is no tie. */
    @Override
    public void shouldGiveATieToTheFirstLabel() {}
  }

  private static ModelSpec randomSpec(LearnerKind kind, RandomGenerator random) {
    ModelSpec.Builder spec = ModelSpec.builder(kind);
    AnswerSpec answers = AnswerSpec.DEFAULT.withCoverage(0.5).withNovelty(0.2);
    spec.answers(random.nextBoolean() ? answers : answers.withCalibration(Calibration.TEMPERATURE));
    if (kind == LearnerKind.NAIVE_BAYES) {
      spec.feature("d1", FeatureType.GAUSSIAN).feature("d2", FeatureType.CATEGORICAL);
      spec.prior(random.nextBoolean() ? new Prior.Empirical() : new Prior.Uniform());
    }
    if (random.nextInt(5) == 0) {
      spec.limits(new Limits(random.nextInt(1, 4), random.nextInt(1, 6), 3, 10));
    }
    return spec.build();
  }

  @Override
  public int runs() {
    return 60;
  }

  /* Weights are the exponential of evidence that two orders of summing round differently. */
  @Override
  public double mergeTolerance() {
    return 1e-7;
  }
}
