package io.bayou.model.forest;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class LeafEvidenceTest {
  /** Whether the counts are few enough for the tables or not. */
  @Test
  void shouldBeTheProductOfTheLabelsOneByOne() {
    forAll(
        20,
        random -> {
          int classes = random.nextInt(1, 6);
          double[] counts = new double[classes + 1];
          double log = 0.0;
          int n = 0;
          for (int i = random.nextInt(40_000); i > 0; i--) {
            int c = Math.min(random.nextInt(classes), random.nextInt(classes));
            log += Math.log((counts[1 + c] + 1.0 / classes) / (n + 1.0));
            counts[1 + c]++;
            n++;
          }
          assertThat(new LeafEvidence(classes).logProbability(counts, 1, n))
              .isCloseTo(log, within(1e-9 * (1.0 + Math.abs(log))));
        });
  }

  @Test
  void shouldLieBetweenThoseOfWholeCounts() {
    LeafEvidence rule = new LeafEvidence(2);

    assertThat(rule.logProbability(new double[] {2.5, 0.0}, 0, 2.5))
        .isBetween(
            rule.logProbability(new double[] {3.0, 0.0}, 0, 3.0),
            rule.logProbability(new double[] {2.0, 0.0}, 0, 2.0));
  }

  @Test
  void shouldNotLoseTheDigitsOfHugeWeights() {
    double[] counts = {1e15, 3e15};
    double entropy = -1e15 * Math.log(0.25) - 3e15 * Math.log(0.75);

    assertThat(new LeafEvidence(2).logProbability(counts, 0, 4e15))
        .isCloseTo(-entropy, withinPercentage(1e-9));
  }
}
