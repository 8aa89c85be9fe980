package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.registry.Learners;
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
import org.junit.jupiter.api.Test;

/**
 * The laws that any learner keeps while it is calibrated. The evidence for temperatures depends on
 * the order of the examples and cannot be taken back, so that neither the whole from its parts nor
 * retracting is among them.
 */
class CalibratedLawsTest
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
      return CalibratedLawsTest.randomSpec(kind, random);
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
    spec.answers(AnswerSpec.DEFAULT.withCalibration(Calibration.TEMPERATURE));
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

  @Test
  void shouldOrderTheClassesAsTheLearnerDoes() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          ModelSpec plain = spec.toBuilder().answers(AnswerSpec.DEFAULT).build();
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner calibrated = Learners.create(spec);
          Learner raw = Learners.create(plain);
          for (Sample sample : LearnerLaws.someSamples(stream, random)) {
            sample.learn(calibrated);
            sample.learn(raw);
          }
          for (Sample probe : stream.take(5)) {
            assertSameOrder(calibrated.predict(probe.features()), raw.predict(probe.features()));
          }
        });
  }

  private static void assertSameOrder(Posterior calibrated, Posterior raw) {
    assertThat(calibrated.best()).isEqualTo(raw.best());
    assertThat(calibrated.runnerUp()).isEqualTo(raw.runnerUp());
    assertThat(calibrated.flags()).isEqualTo(raw.flags());
    for (int c = 0; c < raw.size(); c++) {
      assertThat(calibrated.rawProbability(c)).isEqualTo(raw.probability(c));
      for (int other = 0; other < raw.size(); other++) {
        if (raw.logJoint(c) >= raw.logJoint(other)) {
          assertThat(calibrated.probability(c))
              .isGreaterThanOrEqualTo(calibrated.probability(other));
        }
      }
    }
  }
}
