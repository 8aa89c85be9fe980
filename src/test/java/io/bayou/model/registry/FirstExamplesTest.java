package io.bayou.model.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.NormalClasses;
import io.bayou.model.Posterior;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/models.md says about the first examples, and about a single broken one. */
class FirstExamplesTest {
  private static final int FIRST = 100;

  private static Learner learner(String spec) {
    return Learners.create(SpecCodec.read("spec", spec));
  }

  private static double logLoss(String spec, int classes, int features) {
    return new NormalClasses(classes, features, 0.5).logLoss(learner(spec), FIRST);
  }

  /** By the book, the variance of one or two examples is taken at its word. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{learner: naive-bayes, estimate: bayes}",
        "{learner: naive-bayes, variance: {rule: shrink, k: 10}}",
        "{learner: naive-bayes, calibrate: temperature}",
        "{learner: qda, covariance: {prior: common}, calibrate: temperature}",
        "{learner: rda, covariance: {prior: common}, calibrate: temperature}"
      })
  void shouldBeLessSureFromTheFirstExamplesIfAskedTo(String spec) {
    String learner = "learner: " + spec.replaceAll("\\{learner: ([a-z-]+),.*", "$1");

    assertThat(logLoss(spec, 2, 20)).isLessThan(0.8 * logLoss(learner, 2, 20));
    assertThat(logLoss(spec, 5, 10)).isLessThan(0.8 * logLoss(learner, 5, 10));
  }

  /**
   * How much of the variance over all classes to mix in is found by evidence, for hardly a price.
   */
  @ParameterizedTest
  @CsvSource({"2, 5", "2, 20", "5, 10", "23, 41"})
  void shouldFindThePriorOfVariancesByEvidence(int classes, int features) {
    double best = Double.POSITIVE_INFINITY;
    StringJoiner members = new StringJoiner(", ", "[", "]");
    for (int k : new int[] {1, 3, 10, 30}) {
      String member = "learner: naive-bayes, variance: {rule: shrink, k: " + k + "}";
      best = Math.min(best, logLoss("{" + member + "}", classes, features));
      members.add("{name: k" + k + ", " + member + "}");
    }
    double mixed =
        logLoss("{learner: average, forgetting: 1, members: " + members + "}", classes, features);

    assertThat(mixed).isLessThan(1.03 * best);
  }

  @ParameterizedTest
  @CsvSource({"2, 5", "2, 20", "5, 10", "23, 41"})
  void shouldBeAsGoodAsARegressionFromTheFirstExamplesInAnAverage(int classes, int features) {
    assertThat(logLoss("learner: average", classes, features))
        .isLessThan(1.1 * logLoss("learner: logistic", classes, features));
  }

  /** Variances never recover from it; counts of intervals do not notice. */
  @ParameterizedTest
  @ValueSource(strings = {"tan", "forest", "average"})
  void shouldStandAnOutlier(String kind) {
    Random random = new Random(4);
    Learner learner = learner("learner: " + kind);
    Posterior answer = new Posterior();
    int right = 0;
    for (int i = 0; i < 600; i++) {
      boolean first = random.nextBoolean();
      Features x = new Features();
      for (int j = 0; j < 5; j++) {
        double number = random.nextGaussian() + (first ? 0.7 : -0.7);
        x.number("x" + j, i == FIRST ? 1e9 : number);
      }
      String label = first ? "a" : "b";
      learner.predict(x, answer);
      right += i > FIRST && answer.label(answer.best()).equals(label) ? 1 : 0;
      learner.learn(x, label, 1.0, i);
    }

    assertThat(right / 499.0).isGreaterThan(0.75);
  }
}
