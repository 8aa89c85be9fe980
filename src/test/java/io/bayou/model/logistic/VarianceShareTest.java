package io.bayou.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.NormalClasses;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A regression is as confident as it is right, however many inputs and classes there are. */
class VarianceShareTest {
  private static final double[] MEANS = {1.0, -1.0};
  private static final double[] WIDE = {50.0, 50.0};

  @Test
  void shouldAverageOverAllOfTheVarianceIfTheAnswersAreTooSure() {
    VarianceShare share = new VarianceShare();

    assertThat(share.share()).isBetween(0.1, 0.5);
    for (int i = 0; i < 200; i++) {
      share.learn(MEANS, WIDE, 2, i % 2, 1.0); // right half of the time
    }
    assertThat(share.share()).isGreaterThan(0.9);
  }

  @Test
  void shouldDropTheVarianceIfTheAnswersAreTooTimid() {
    VarianceShare share = new VarianceShare();
    for (int i = 0; i < 200; i++) {
      share.learn(MEANS, WIDE, 2, 0, 1.0);
    }

    assertThat(share.share()).isLessThan(0.01);
  }

  @Test
  void shouldLearnNothingWhereAllSharesAnswerAlike() {
    VarianceShare share = new VarianceShare();
    double before = share.share();
    share.learn(MEANS, new double[] {1e-6, 1e-6}, 2, 1, 1.0);
    share.learn(MEANS, WIDE, 1, 0, 1.0);

    assertThat(share.share()).isEqualTo(before);
  }

  @Test
  void shouldMergeEvidence() {
    VarianceShare both = new VarianceShare();
    both.learn(MEANS, WIDE, 2, 0, 1.0);
    VarianceShare other = new VarianceShare();
    other.learn(MEANS, WIDE, 2, 0, 1.0);
    VarianceShare twice = new VarianceShare();
    twice.learn(MEANS, WIDE, 2, 0, 2.0);
    both.merge(other);

    assertThat(both.share()).isEqualTo(twice.share(), within(1e-12));
  }

  /** Normal classes; without averaging the log loss is the one to reach. */
  @ParameterizedTest
  @CsvSource({
    "1500, 5, 80, 0.3",
    "1000, 5, 120, 0.3",
    "800, 5, 200, 0.3",
    "500, 5, 800, 0.3",
    "1500, 23, 41, 0.7",
    "1500, 300, 5, 2.0"
  })
  void shouldBeAsConfidentAsItIsRight(int rows, int classes, int features, double distance) {
    double averaged = logLoss(true, rows, classes, features, distance);
    double mean = logLoss(false, rows, classes, features, distance);

    assertThat(averaged).isLessThanOrEqualTo(1.1 * mean).isLessThan(Math.log(classes));
  }

  /**
   * Twenty rows of each: what little they tell is not drowned by the variance of what is unknown.
   */
  @Test
  void shouldTellAThousandClassesApart() {
    assertThat(logLoss(true, 20_000, 1_000, 5, 2.0)).isLessThan(0.98 * Math.log(1_000));
  }

  private static double logLoss(boolean average, int rows, int classes, int features, double far) {
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.LOGISTIC)
            .logistic(new LogisticSpec(2.0, 100.0, 0.998, average))
            .build();
    return new NormalClasses(classes, features, far).logLoss(new LogisticLearner(spec), rows);
  }
}
