package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClassScoresTest {
  @Test
  void shouldHaveTheLogarithmOfWhatWasMultiplied() {
    forAll(
        500,
        random -> {
          ClassScores scores = new ClassScores();
          scores.begin(1);
          double expected = 0.0;
          double magnitude = 1.0;
          for (int i = random.nextInt(50); i > 0; i--) {
            double exponent = random.nextDouble(-300.0, 300.0);
            double log = exponent * Math.log(10.0);
            if (random.nextBoolean()) {
              scores.multiply(0, StrictMath.pow(10.0, exponent));
            } else {
              scores.sums()[0] += log;
            }
            expected += log;
            magnitude += Math.abs(log);
          }
          assertThat(scores.log(0)).isCloseTo(expected, within(1e-13 * magnitude));
        });
  }

  @Test
  void shouldCompareScoresWhateverTheirFactors() {
    forAll(
        500,
        random -> {
          int classes = 1 + random.nextInt(5);
          ClassScores scores = new ClassScores();
          scores.begin(classes);
          double reach = random.nextInt(4) * 200.0;
          for (int c = 0; c < classes; c++) {
            scores.sums()[c] = random.nextDouble(-reach, reach + 1.0);
            scores.multiply(c, StrictMath.pow(10.0, random.nextDouble(-149.0, 149.0)));
          }
          int largest = scores.nearlyLargest(classes);
          for (int c = 0; c < classes; c++) {
            double log = scores.log(c) - scores.log(largest);
            assertThat(log).isLessThan(1.0);
            assertThat(scores.ratio(c, largest))
                .isCloseTo(Math.exp(log), within(1e-12 * Math.exp(log) + Double.MIN_NORMAL));
          }
        });
  }

  @Test
  void shouldBeImpossibleByAZero() {
    ClassScores scores = new ClassScores();
    scores.begin(2);
    scores.multiply(0, 0.0);
    assertThat(scores.log(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(scores.nearlyLargest(2)).isEqualTo(1);
    assertThat(scores.ratio(0, 1)).isZero();
    scores.multiply(1, 0.0);
    assertThat(scores.nearlyLargest(2)).isEqualTo(-1);
  }
}
