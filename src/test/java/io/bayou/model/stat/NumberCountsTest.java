package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class NumberCountsTest {
  private static NumberCounts of(double... numbers) {
    NumberCounts counts = new NumberCounts();
    for (double number : numbers) {
      counts.add(number);
    }
    return counts;
  }

  /* Of many magnitudes, of both signs, some often. */
  private static double[] numbers(RandomGenerator random, int most) {
    double scale = Math.pow(10.0, random.nextInt(-12, 13));
    double shift = random.nextBoolean() ? 0.0 : random.nextGaussian() * 100.0;
    boolean coarse = random.nextBoolean();
    return random
        .doubles(random.nextInt(1, most))
        .map(u -> coarse ? Math.rint(u * 20.0) : shift + StrictMath.tan(3.0 * (u - 0.5)))
        .map(x -> x * scale)
        .toArray();
  }

  @Test
  void shouldAddUpHoweverNumbersAreSplitAndOrdered() {
    forAll(
        40,
        random -> {
          double[] numbers = numbers(random, 20_000);
          NumberCounts whole = of(numbers);
          NumberCounts[] parts = {of(), of(), of()};
          for (int i = numbers.length - 1; i >= 0; i--) {
            parts[random.nextInt(parts.length)].add(numbers[i]);
          }
          parts[2].merge(parts[0]);
          parts[1].merge(parts[2]);

          assertThat(parts[1].toMap()).isEqualTo(whole.toMap());
          assertThat(parts[1].edges(10)).isEqualTo(whole.edges(10));
        });
  }

  @Test
  void shouldCountEachNumberByItselfWhileThereIsRoom() {
    forAll(
        40,
        random -> {
          double[] numbers = numbers(random, NumberCounts.MAX_CELLS);
          TreeMap<Double, Long> expected = new TreeMap<>();
          Arrays.stream(numbers).forEach(x -> expected.merge(x + 0.0, 1L, Long::sum));

          assertThat(of(numbers).toMap()).isEqualTo(expected);
        });
  }

  @Test
  void shouldKeepCellsAndForgetNone() {
    forAll(
        20,
        random -> {
          double[] numbers = numbers(random, 50_000);
          NumberCounts counts = of(numbers);

          assertThat(counts.toMap()).hasSizeLessThanOrEqualTo(NumberCounts.MAX_CELLS);
          assertThat(counts.toMap().values().stream().mapToLong(n -> n).sum())
              .isEqualTo(numbers.length);
        });
  }

  /** The definition, by exact fractions: of all edges of cells the nearest to each quantile. */
  @Test
  void shouldHaveTheEdgesNearestToTheQuantiles() {
    forAll(
        60,
        random -> {
          NumberCounts counts = of(numbers(random, 10_000));
          int intervals = random.nextInt(2, 30);
          List<Double> starts = new ArrayList<>(counts.toMap().keySet());
          List<BigInteger> below = new ArrayList<>();
          BigInteger sum = BigInteger.ZERO;
          for (long count : counts.toMap().values()) {
            below.add(sum);
            sum = sum.add(BigInteger.valueOf(count));
          }
          List<Double> expected = new ArrayList<>();
          for (int q = 1; q < intervals; q++) {
            BigInteger wanted = sum.multiply(BigInteger.valueOf(q));
            BigInteger least = null;
            double nearest = Double.NaN;
            for (int i = 1; i < starts.size(); i++) {
              BigInteger at = below.get(i).multiply(BigInteger.valueOf(intervals));
              BigInteger distance = at.subtract(wanted).abs();
              if (least == null || distance.compareTo(least) < 0) {
                least = distance;
                nearest = starts.get(i);
              }
            }
            if (least != null && !expected.contains(nearest)) {
              expected.add(nearest);
            }
          }

          assertThat(counts.edges(intervals)).isEqualTo(expected);
        });
  }

  @Test
  void shouldSplitManyNumbersEquallyWithinAHundredth() {
    forAll(
        10,
        random -> {
          double[] numbers = random.doubles(100_000).map(u -> 1e-140 / (u + 1e-9)).toArray();
          List<Double> edges = of(numbers).edges(10);
          assertThat(edges).hasSize(9);
          for (int i = 0; i < edges.size(); i++) {
            double edge = edges.get(i);
            double share = Arrays.stream(numbers).filter(x -> x < edge).count() / 1e5;
            assertThat(share).isCloseTo((i + 1) / 10.0, within(0.01));
          }
        });
  }

  @Test
  void shouldSeparateFewValues() {
    assertThat(of(0, 1, 1, 0, 1).edges(10)).containsExactly(1.0);
    assertThat(of(1, 1, 2, 3, 5, 8, 13, 21).edges(4)).containsExactly(2.0, 5.0, 13.0);
    assertThat(of(3, 1, 2).edges(10)).containsExactly(2.0, 3.0);
    assertThat(of(-0.0, 0.0).edges(10)).isEmpty();
    assertThat(of().edges(10)).isEmpty();
    assertThat(of(7, 7).edges(2)).isEmpty();
  }

  @Test
  void shouldNotBlurWhereNumbersAreCloseTogether() {
    double[] kelvin = new double[20_000];
    Arrays.setAll(kelvin, i -> 280.0 + i / 1_000.0);
    double[] withOutliers = Arrays.copyOf(kelvin, kelvin.length + 2);
    withOutliers[kelvin.length] = 1e99;
    withOutliers[kelvin.length + 1] = -1e99;

    assertThat(of(withOutliers).edges(10)).hasSize(9);
    for (int i = 0; i < 9; i++) {
      assertThat(of(withOutliers).edges(10).get(i)).isCloseTo(282.0 + 2.0 * i, within(0.02));
    }
  }
}
