package io.bayou.model.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Variance;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers that are only ever 0 or 1 are read as truth values. */
class ZeroOneColumnsTest {
  private static final ModelSpec INFERRED = ModelSpec.of(LearnerKind.NAIVE_BAYES);
  private static final ModelSpec BERNOULLI =
      INFERRED.toBuilder()
          .feature("a", FeatureType.BERNOULLI)
          .feature("b", FeatureType.BERNOULLI)
          .feature("c", FeatureType.BERNOULLI)
          .build();

  @Test
  void shouldAnswerAsIfTheyWereDeclared() {
    Learner inferred = NaiveBayes.create(INFERRED);
    Learner declared = NaiveBayes.create(BERNOULLI);
    learn(300, inferred, declared);

    for (int i = 0; i < 8; i++) {
      Features x = bits(i);
      Posterior answer = inferred.predict(x);
      Posterior expected = declared.predict(x);
      assertThat(answer.logJoint(0)).isCloseTo(expected.logJoint(0), within(1e-9));
      assertThat(answer.logJoint(1)).isCloseTo(expected.logJoint(1), within(1e-9));
      assertThat(inferred.explain(x).contributions().get("b"))
          .isCloseTo(declared.explain(x).contributions().get("b"), within(1e-9));
    }
    assertThat(inferred.fit().logLikelihood())
        .isCloseTo(declared.fit().logLikelihood(), within(1e-6));
    assertThat(inferred.fit().parameters()).isEqualTo(declared.fit().parameters());
  }

  @Test
  void shouldBeNormalAfterAnyOtherNumber() {
    Learner inferred = NaiveBayes.create(INFERRED);
    Learner normal =
        NaiveBayes.create(
            INFERRED.toBuilder()
                .feature("a", FeatureType.GAUSSIAN)
                .feature("b", FeatureType.BERNOULLI)
                .feature("c", FeatureType.BERNOULLI)
                .build());
    learn(50, inferred, normal);
    for (Learner learner : new Learner[] {inferred, normal}) {
      learner.learn(new Features().number("a", 0.25), "yes", 1.0, 0L);
    }

    assertThat(inferred.predict(bits(5)).logJoint(0))
        .isCloseTo(normal.predict(bits(5)).logJoint(0), within(1e-9));
    assertThat(sumOfContributions(inferred.explain(bits(5)))).isNotNaN();
  }

  @Test
  void shouldBeTruthValuesAgainWithoutTheOtherNumber() {
    Learner whole = NaiveBayes.create(INFERRED);
    Learner corrected = NaiveBayes.create(INFERRED);
    learn(50, whole, corrected);
    corrected.learn(new Features().number("a", 0.25), "yes", 1.0, 0L);
    corrected.retract(new Features().number("a", 0.25), "yes", 1.0, 0L);

    assertThat(corrected.predict(bits(5)).probability(0))
        .isCloseTo(whole.predict(bits(5)).probability(0), within(1e-9));
  }

  @Test
  void shouldLeaveDeclaredNumbersAndOtherRulesNormal() {
    ModelSpec declared = INFERRED.toBuilder().feature("a", FeatureType.GAUSSIAN).build();
    ModelSpec sklearn = INFERRED.toBuilder().variance(new Variance.Sklearn(1e-9)).build();
    for (ModelSpec spec : new ModelSpec[] {declared, sklearn}) {
      Learner learner = NaiveBayes.create(spec);
      Learner bits = NaiveBayes.create(BERNOULLI);
      learn(100, learner, bits);
      double normal = learner.predict(new Features().number("a", 1.0)).logJoint(0);
      double truth = bits.predict(new Features().number("a", 1.0)).logJoint(0);
      assertThat(normal).isNotCloseTo(truth, within(0.05));
    }
  }

  private static double sumOfContributions(Explanation explanation) {
    return explanation.contributions().values().stream().mapToDouble(value -> value).sum();
  }

  private static void learn(int rows, Learner... learners) {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < rows; i++) {
      boolean yes = random.nextInt(3) == 0;
      int value = 0;
      for (int bit = 0; bit < 3; bit++) {
        value |= random.nextDouble() < (yes ? 0.9 - 0.3 * bit : 0.2) ? 1 << bit : 0;
      }
      for (Learner learner : learners) {
        learner.learn(bits(value), yes ? "yes" : "no", 1.0, 0L);
      }
    }
  }

  private static Features bits(int value) {
    return new Features()
        .number("a", value & 1)
        .number("b", value >> 1 & 1)
        .number("c", value >> 2 & 1);
  }
}
