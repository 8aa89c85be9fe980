package io.bayou.model.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.ExplanationLaws;
import io.bayou.model.Features;
import io.bayou.model.FiniteLaws;
import io.bayou.model.Learner;
import io.bayou.model.LearnerContract;
import io.bayou.model.PartialLaws;
import io.bayou.model.Posterior;
import io.bayou.model.PredictionLaws;
import io.bayou.model.StateLaws;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The laws of the learners that do not look at features. */
class BaselineLawsTest {
  @Nested
  class Majority implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.MAJORITY);
      if (random.nextBoolean()) {
        spec.prior(new Prior.Empirical());
      }
      if (random.nextInt(3) == 0) {
        spec.halfLifeMillis(random.nextLong(1, 100_000));
      }
      return limited(spec, random);
    }

    @Test
    void shouldNameTheCommonestClass() {
      Learner learner = Learners.create(ModelSpec.of(LearnerKind.MAJORITY));
      learn(learner, "b", 1);
      learn(learner, "a", 2);
      learn(learner, "b", 3);

      Posterior answer = learner.predict(new Features().number("x", 7));

      assertThat(answer.label(answer.best())).isEqualTo("b");
      assertThat(answer.probabilityOf("b")).isCloseTo(3.0 / 5.0, within(1e-15));
    }
  }

  /**
   * Which label came before depends on order, and nobody knows it any more once it is retracted.
   */
  @Nested
  class NoChange implements PredictionLaws, StateLaws, PartialLaws, ExplanationLaws, FiniteLaws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return limited(ModelSpec.builder(LearnerKind.NO_CHANGE), random);
    }

    /** There is no tie: one of the labels came last. */
    @Override
    @Test
    public void shouldGiveATieToTheFirstLabel() {
      Learner learner = Learners.create(ModelSpec.of(LearnerKind.NO_CHANGE));
      learn(learner, "x", 1);
      learn(learner, "y", 1);

      assertThat(answer(learner)).isEqualTo("y");
    }

    @Test
    void shouldRepeatTheLabelBeforeEvenWhereItAlwaysChanges() {
      Learner learner = Learners.create(ModelSpec.of(LearnerKind.NO_CHANGE));
      for (int i = 0; i < 100; i++) {
        String label = i % 2 == 0 ? "x" : "y";
        learn(learner, label, i);
        assertThat(answer(learner)).isEqualTo(label);
      }
    }

    @Test
    void shouldBeAsSureAsItWasRight() {
      Learner learner = Learners.create(ModelSpec.of(LearnerKind.NO_CHANGE));
      for (int i = 0; i < 21; i++) {
        learn(learner, i < 11 ? "x" : "y", i);
      }

      assertThat(learner.predict(new Features()).probabilityOf("y"))
          .isCloseTo(20.0 / 22.0, within(1e-15));
    }

    @Test
    void shouldNotTakeALateEventForTheLast() {
      Learner learner = Learners.create(ModelSpec.of(LearnerKind.NO_CHANGE));
      learn(learner, "x", 10);
      learn(learner, "y", 9);

      assertThat(answer(learner)).isEqualTo("x");
    }

    @Test
    void shouldMergeToTheLatestThenToTheFirstLabel() {
      assertThat(answer(merged("x", 1, "y", 2))).isEqualTo("y");
      assertThat(answer(merged("y", 2, "x", 1))).isEqualTo("y");
      assertThat(answer(merged("x", 2, "y", 2))).isEqualTo("x");
      assertThat(answer(merged("y", 2, "x", 2))).isEqualTo("x");
    }

    @Test
    void shouldGoByWeightWhereTheLastIsTakenBack() {
      Learner learner = Learners.create(ModelSpec.of(LearnerKind.NO_CHANGE));
      learn(learner, "y", 1);
      learn(learner, "y", 2);
      learn(learner, "x", 3);
      learn(learner, "x", 4);
      learner.retract(new Features(), "x", 1.0, 4);

      assertThat(answer(learner)).isEqualTo("y");
    }

    private static Learner merged(String one, long oneTime, String other, long otherTime) {
      Learner learner = Learners.create(ModelSpec.of(LearnerKind.NO_CHANGE));
      learn(learner, one, oneTime);
      Learner second = Learners.create(ModelSpec.of(LearnerKind.NO_CHANGE));
      learn(second, other, otherTime);
      learner.merge(second);
      return learner;
    }
  }

  private static void learn(Learner learner, String label, long time) {
    learner.learn(new Features(), label, 1.0, time);
  }

  private static String answer(Learner learner) {
    Posterior answer = learner.predict(new Features());
    return answer.label(answer.best());
  }

  private static ModelSpec limited(ModelSpec.Builder spec, RandomGenerator random) {
    if (random.nextInt(5) == 0) {
      spec.limits(new Limits(random.nextInt(1, 4), 3, 3, 10));
    }
    return spec.build();
  }
}
