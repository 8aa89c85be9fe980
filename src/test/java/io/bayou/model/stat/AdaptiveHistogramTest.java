package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class AdaptiveHistogramTest {
  private static AdaptiveHistogram of(double... numbers) {
    AdaptiveHistogram histogram = new AdaptiveHistogram(1.0);
    for (double number : numbers) {
      histogram.add(number);
    }
    return histogram;
  }

  private static byte[] bytes(AdaptiveHistogram histogram) {
    return new RowWriter().encode(histogram::write).clone();
  }

  private static double[] numbers(RandomGenerator random) {
    double spread = Math.pow(10.0, random.nextInt(-3, 5));
    return random.doubles(random.nextInt(1, 2_000)).map(u -> (u - 0.3) * spread).toArray();
  }

  @Test
  void shouldKnowTheNumberAtEachRank() {
    forAll(
        50,
        random -> {
          double[] numbers = numbers(random);
          AdaptiveHistogram histogram = of(numbers);
          Arrays.sort(numbers);
          assertThat(histogram.count()).isEqualTo(numbers.length);
          double spread = numbers[numbers.length - 1] - numbers[0];
          for (int i = 0; i < numbers.length; i++) {
            assertThat(histogram.atRank(i)).isCloseTo(numbers[i], within(0.1 * spread + 1e-5));
          }
        });
  }

  @Test
  void shouldHaveNoNumberBeyondTheRanks() {
    assertThat(of(1.0, 2.0).atRank(-0.1)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(of(1.0, 2.0).atRank(2.0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(of().atRank(0.0)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void shouldAddUpHoweverNumbersAreSplit() {
    forAll(
        50,
        random -> {
          AdaptiveHistogram whole = of();
          AdaptiveHistogram one = of();
          AdaptiveHistogram other = of();
          for (double number : numbers(random)) {
            whole.add(number);
            (random.nextBoolean() ? one : other).add(number);
          }
          one.merge(other);
          assertThat(bytes(one)).isEqualTo(bytes(whole));
        });
  }

  @Test
  void shouldGoOnFromItsBytes() {
    forAll(
        50,
        random -> {
          AdaptiveHistogram histogram = new AdaptiveHistogram(0.9);
          AdaptiveHistogram restored = new AdaptiveHistogram(0.9);
          for (double number : numbers(random)) {
            histogram.add(number);
          }
          restored.read(new RowReader(bytes(histogram)));
          histogram.add(1.5);
          restored.add(1.5);
          assertThat(bytes(restored)).isEqualTo(bytes(histogram));
        });
  }

  @Test
  void shouldForget() {
    AdaptiveHistogram histogram = new AdaptiveHistogram(0.5);
    for (int i = 0; i < 2_000; i++) {
      histogram.add(i < 1_000 ? 1.0 : 2.0);
    }

    assertThat(histogram.count()).isCloseTo(2.0, within(1e-9));
    assertThat(histogram.atRank(0.01)).isCloseTo(2.0, within(1e-5));
  }

  @Test
  void shouldHoldNumbersOfAnySize() {
    AdaptiveHistogram histogram =
        of(-Double.MAX_VALUE, -1.0, 0.0, -0.0, 1e-300, 1.0, Double.MAX_VALUE);

    assertThat(histogram.count()).isEqualTo(7.0);
    assertThat(histogram.atRank(0)).isCloseTo(-1e6, within(1e5));
  }
}
