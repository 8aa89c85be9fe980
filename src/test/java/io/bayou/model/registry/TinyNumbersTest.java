package io.bayou.model.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The scale of numbers does not matter; where it is too small, they say nothing. */
class TinyNumbersTest {
  private static double logLoss(LearnerKind kind, double scale) {
    Random random = new Random(3);
    Learner learner = Learners.create(ModelSpec.of(kind));
    Posterior answer = new Posterior();
    double sum = 0.0;
    int rows = 600;
    for (int i = 0; i < rows; i++) {
      boolean first = random.nextBoolean();
      Features x = new Features();
      for (int j = 0; j < 5; j++) {
        x.number("x" + j, scale * (random.nextGaussian() + (first ? 0.5 : -0.5)));
      }
      learner.predict(x, answer);
      String label = first ? "a" : "b";
      sum -= i < 100 ? 0.0 : Math.log(answer.probabilityOf(label));
      learner.learn(x, label, 1.0, 0);
    }
    return sum / (rows - 100);
  }

  @ParameterizedTest
  @EnumSource(names = {"NAIVE_BAYES", "LDA", "QDA", "RDA", "LOGISTIC"})
  void shouldLearnTinyNumbersAsAnyOthers(LearnerKind kind) {
    assertThat(logLoss(kind, 1e-97)).isCloseTo(logLoss(kind, 1.0), within(1e-6)).isLessThan(0.5);
  }

  @ParameterizedTest
  @EnumSource(names = {"NAIVE_BAYES", "LDA", "QDA", "RDA", "LOGISTIC"})
  void shouldNotBeMisledByNumbersThatAreTooSmall(LearnerKind kind) {
    double ofPrior = logLoss(LearnerKind.MAJORITY, 1.0);
    for (double scale : new double[] {1e-101, 1e-140, 1e-200, 1e-310}) {
      assertThat(logLoss(kind, scale)).isCloseTo(ofPrior, within(1e-2));
    }
  }

  @Test
  void shouldTakeNumbersCloseToZeroForZero() {
    Features x = new Features().number("a", 9.9e-101).number("b", -1e-300).number("c", 1e-100);
    x.text("d", "1e-200").text("e", "-1e-100");

    assertThat(new double[] {x.number(0), x.number(1), x.number(2), x.numeric(3), x.numeric(4)})
        .containsExactly(0.0, 0.0, 1e-100, 0.0, -1e-100);
  }
}
