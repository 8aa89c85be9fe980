package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which arcs {@code tan} takes, and what it makes of few examples of a parent's value. */
class TreeParametersTest {
  private static Learner tan() {
    return Learners.create(ModelSpec.of(LearnerKind.TAN));
  }

  private static Features event(String a, String b) {
    return new Features().text("a", a).text("b", b);
  }

  /**
   * P(b | c, a) = (n_cab + 5 P(b | c)) / (n_ca + 5), where P(b | c) is smoothed by Laplace's rule.
   */
  @Test
  void shouldDrawTheConditionalTowardsTheDistributionInTheClass() {
    Learner learner = tan();
    for (int i = 0; i < 40; i++) {
      learner.learn(event("x", "u"), "one", 1.0, 0);
      learner.learn(event("y", "v"), "one", 1.0, 0);
    }
    learner.learn(event("z", "v"), "one", 1.0, 0); // once

    double ofA = (1.0 + 1.0) / (81.0 + 4.0);
    double ofB = (41.0 + 1.0) / (81.0 + 3.0);
    Posterior answer = learner.predict(event("z", "v"));
    double expected = ofA * (1.0 + 5.0 * ofB) / (1.0 + 5.0);
    assertThat(Math.exp(answer.logJoint(0)) / expected).isCloseTo(1.0, within(1e-12));
  }

  /** Two of many values seem to tell much about one another, as long as each pair occurs once. */
  @Test
  void shouldTakeNoArcThatCostsMoreThanItSaves() {
    Learner tan = tan();
    Learner naive = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 600; i++) {
      Features x = event("a" + random.nextInt(12), "b" + random.nextInt(12));
      tan.learn(x, "c" + i % 2, 1.0, 0);
      naive.learn(x, "c" + i % 2, 1.0, 0);
    }

    Features x = event("a3", "b7");
    assertThat(tan.predict(x).probability(0))
        .isCloseTo(naive.predict(x).probability(0), within(1e-12));
  }

  @Test
  void shouldTakeAnArcThatSavesMuch() {
    Learner learner = tan();
    for (int i = 0; i < 80; i++) {
      boolean same = i % 2 == 0;
      learner.learn(
          event("" + i % 4 / 2, "" + (same ? i % 4 / 2 : 1 - i % 4 / 2)),
          same ? "same" : "other",
          1.0,
          0);
    }

    assertThat(learner.predict(event("1", "1")).probabilityOf("same")).isGreaterThan(0.9);
    assertThat(learner.predict(event("1", "0")).probabilityOf("same")).isLessThan(0.1);
  }
}
