package io.bayou.model.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class PairedLossTest {
  private static final int STREAMS = 1_000;
  private static final int LABELS = 4_000;

  /** In how many streams the bound was ever above 0, looked at after every label. */
  private static int streamsWithALowerLoss(ToDoubleFunction<Random> differences) {
    int found = 0;
    for (int seed = 0; seed < STREAMS; seed++) {
      Random random = new Random(seed);
      PairedLoss paired = PairedLoss.since(1L);
      for (int i = 0; i < LABELS && !paired.isLower(); i++) {
        paired = paired.plus(differences.applyAsDouble(random));
      }
      found += paired.isLower() ? 1 : 0;
    }
    return found;
  }

  /* Two versions that err in the same way around the true probability, 0.7. */
  private static double equallyGood(Random random) {
    double active = 0.7 + 0.2 * (random.nextDouble() - 0.5);
    double other = 0.7 + 0.2 * (random.nextDouble() - 0.5);
    return random.nextDouble() < 0.7
        ? Math.log(other / active)
        : Math.log((1.0 - other) / (1.0 - active));
  }

  @Test
  void shouldPreferOneOfTwoEqualsInAtMostOneOfAHundredStreams() {
    assertThat(streamsWithALowerLoss(PairedLossTest::equallyGood)).isLessThanOrEqualTo(10);
    assertThat(streamsWithALowerLoss(Random::nextGaussian)).isLessThanOrEqualTo(10);
    assertThat(streamsWithALowerLoss(random -> random.nextBoolean() ? 0.01 : -0.01))
        .isLessThanOrEqualTo(10);
    assertThat(streamsWithALowerLoss(random -> 1.0 + Math.log(1.0 - random.nextDouble())))
        .as("often a little better, seldom worse")
        .isLessThanOrEqualTo(10);
    assertThat(streamsWithALowerLoss(random -> random.nextInt(100) == 0 ? -9.9 : 0.1))
        .as("nearly always a little better, very seldom much worse")
        .isLessThanOrEqualTo(10);
  }

  @Test
  void shouldNearlyNeverPreferTheWorse() {
    assertThat(streamsWithALowerLoss(random -> random.nextGaussian() - 0.02)).isLessThan(5);
  }

  @Test
  void shouldFindTheBetter() {
    assertThat(streamsWithALowerLoss(random -> random.nextGaussian() + 0.2)).isEqualTo(STREAMS);
  }

  @Test
  void shouldSayNothingOfFewLabels() {
    PairedLoss paired = PairedLoss.since(1L);
    for (int i = 0; i < PairedLoss.MIN_LABELS - 1; i++) {
      paired = paired.plus(2.0);
    }
    assertThat(paired.lowerBound()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(paired.isLower()).isFalse();
    assertThat(paired.plus(2.0).isLower()).isTrue();
    assertThat(PairedLoss.NONE.isLower()).isFalse();
  }

  @Test
  void shouldAddUpSources() {
    Random random = new Random(3);
    PairedLoss all = PairedLoss.since(7L);
    PairedLoss first = PairedLoss.since(7L);
    PairedLoss second = PairedLoss.since(7L);
    for (int i = 0; i < 600; i++) {
      double difference = random.nextGaussian() + 0.4;
      all = all.plus(difference);
      first = i % 3 == 0 ? first.plus(difference) : first;
      second = i % 3 == 0 ? second : second.plus(difference);
    }
    PairedLoss merged = first.merge(second);

    assertThat(merged.labels()).isEqualTo(600.0);
    assertThat(merged.largest()).isEqualTo(all.largest());
    assertThat(merged.mean()).isCloseTo(all.mean(), within(1e-12));
    assertThat(merged.lowerBound()).isCloseTo(all.lowerBound(), within(1e-12));
    assertThat(merged.isLower()).isTrue();
  }

  @Test
  void shouldForgetWhatWasComparedInFormerStates() {
    PairedLoss former = new PairedLoss(7L, 10.0, 5.0, 3.0, 1.0);
    PairedLoss present = new PairedLoss(8L, 1.0, -1.0, 1.0, 1.0);

    assertThat(former.merge(present)).isEqualTo(present);
    assertThat(present.merge(former)).isEqualTo(present);
    assertThat(PairedLoss.NONE.merge(former)).isEqualTo(former);
  }
}
