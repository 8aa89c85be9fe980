package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.stat.ExactMoments.Observation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class MomentsTest {
  /* A hundred observations of weights between 1/8 and 8: about a hundred roundings of half a unit in
   * the last place (1.1e-16), which mostly cancel. */
  private static final double TOLERANCE = 2e-14;

  @Test
  void shouldBeginEmpty() {
    Moments moments = new Moments(2);
    assertThat(state(moments)).containsOnly(0.0);
    assertThat(moments.size()).isEqualTo(2);
    assertThat(moments.variance(1)).isNaN();
  }

  @Test
  void shouldHoldOneValueExactly() {
    forAll(
        200,
        random -> {
          double value = randomOffset(random) + random.nextGaussian();
          Moments moments = of(List.of(new Observation(value, randomWeight(random))));
          assertThat(moments.mean(0)).isEqualTo(value);
          assertThat(moments.meanRest(0)).isZero();
          assertThat(moments.m2(0)).isZero();
          assertThat(moments.variance(0)).isZero();
        });
  }

  @Test
  void shouldAgreeWithExactArithmetic() {
    forAll(500, random -> assertAgrees(random, Function.ADD));
  }

  @Test
  void shouldMergeAnySplitToTheWhole() {
    forAll(500, random -> assertAgrees(random, Function.MERGE));
  }

  @Test
  void shouldLeaveTheOtherAsItIsWhenMerging() {
    forAll(
        100,
        random -> {
          Moments one = of(randomObservations(random));
          Moments other = of(randomObservations(random));
          double[] before = state(other);
          one.merge(0, other, 0);
          one.add(0, 17.0, 1.0);
          assertThat(state(other)).isEqualTo(before);
        });
  }

  @Test
  void shouldCopyBitForBitWhenMergingWithEmpty() {
    forAll(
        200,
        random -> {
          Moments moments = of(randomObservations(random));
          double[] before = state(moments);
          Moments empty = new Moments(1);
          empty.merge(0, moments, 0);
          moments.merge(0, new Moments(1), 0);
          assertThat(state(empty)).isEqualTo(before);
          assertThat(state(moments)).isEqualTo(before);
        });
  }

  @Test
  void shouldKeepConstantsExact() {
    forAll(
        200,
        random -> {
          double value = randomOffset(random) + 0.1;
          List<Observation> observations = new ArrayList<>();
          for (int i = random.nextInt(1, 50); i > 0; i--) {
            observations.add(new Observation(value, randomWeight(random)));
          }
          int cut = random.nextInt(observations.size());
          Moments moments = of(observations.subList(0, cut));
          moments.merge(0, of(observations.subList(cut, observations.size())), 0);
          moments.scale(random.nextDouble(0.1, 1.0));
          assertThat(moments.mean(0)).isEqualTo(value);
          assertThat(moments.meanRest(0)).isZero();
          assertThat(moments.m2(0)).isZero();
        });
  }

  @Test
  void shouldUndoByRetracting() {
    forAll(
        500,
        random -> {
          List<Observation> kept = randomObservations(random);
          List<Observation> added = randomObservations(random, kept);
          List<Observation> all = new ArrayList<>(kept);
          all.addAll(added);
          Moments moments = of(shuffled(all, random));
          double before = moments.m2(0);
          for (Observation o : shuffled(added, random)) {
            moments.retract(0, o.value(), o.weight());
          }
          // What was rounded while there was more stays: the error is relative to what there was.
          ExactMoments exact = ExactMoments.of(kept);
          double spread = Math.sqrt(before / exact.weight().doubleValue());
          assertThat(moments.weight(0))
              .isCloseTo(exact.weight().doubleValue(), within(1e-12 * moments.weight(0)));
          assertThat(exact.errorOfMean(moments, 0)).isLessThanOrEqualTo(1e-12 * spread);
          assertThat(moments.m2(0)).isCloseTo(exact.m2().doubleValue(), within(1e-12 * before));
        });
  }

  @Test
  void shouldBeEmptyWhenAllIsRetracted() {
    forAll(
        200,
        random -> {
          List<Observation> observations = randomObservations(random);
          Moments moments = of(observations);
          for (Observation o : shuffled(observations, random)) {
            moments.retract(0, o.value(), o.weight());
          }
          assertThat(state(moments)).containsOnly(0.0);
        });
  }

  @Test
  void shouldScaleWeightsAndNothingElse() {
    forAll(
        300,
        random -> {
          List<Observation> observations = randomObservations(random);
          double factor = random.nextDouble(0.01, 1.0);
          Moments scaled = of(observations);
          scaled.scale(factor);
          List<Observation> lighter = new ArrayList<>();
          observations.forEach(o -> lighter.add(new Observation(o.value(), o.weight() * factor)));
          assertAgrees(scaled, ExactMoments.of(lighter));
        });
  }

  @Test
  void shouldForgetWhatDecayedToNothing() {
    Moments moments = of(List.of(new Observation(3.0, 1.0), new Observation(4.0, 1.0)));
    moments.scale(1e-150);
    assertThat(moments.mean(0)).isEqualTo(3.5);
    moments.scale(1e-150);
    assertThat(state(moments)).containsOnly(0.0);
  }

  @Test
  void shouldPassOverMissingValues() {
    Moments moments = new Moments(3);
    moments.add(new double[] {1.0, Double.NaN, 3.0}, 2.0);
    moments.add(new double[] {2.0, Double.NaN, Double.NaN}, 1.0);
    assertThat(moments.weight(0)).isEqualTo(3.0);
    assertThat(moments.weight(1)).isZero();
    assertThat(moments.weight(2)).isEqualTo(2.0);
    moments.retract(new double[] {2.0, Double.NaN, Double.NaN}, 1.0);
    assertThat(moments.mean(0)).isEqualTo(1.0);
    assertThat(moments.weight(1)).isZero();
    assertThat(moments.weight(2)).isEqualTo(2.0);
  }

  @Test
  void shouldLearnRowsLikeSingleValues() {
    forAll(
        200,
        random -> {
          int columns = random.nextInt(1, 5);
          Moments rows = new Moments(columns);
          Moments singles = new Moments(columns);
          for (int i = random.nextInt(30); i > 0; i--) {
            double[] row = randomRow(random, columns);
            double weight = randomWeight(random);
            rows.add(row, weight);
            for (int j = 0; j < columns; j++) {
              if (!Double.isNaN(row[j])) {
                singles.add(j, row[j], weight);
              }
            }
          }
          assertThat(state(rows)).isEqualTo(state(singles));
        });
  }

  @Test
  void shouldInsertAnEmptyColumnAnywhere() {
    for (int at = 0; at <= 3; at++) {
      Moments moments = new Moments(3);
      moments.add(new double[] {1.0, 2.0, 3.0}, 1.0);
      moments.insert(at);
      List<Double> means = new ArrayList<>(List.of(1.0, 2.0, 3.0));
      means.add(at, 0.0);
      assertThat(moments.size()).isEqualTo(4);
      for (int j = 0; j < 4; j++) {
        assertThat(moments.mean(j)).isEqualTo(means.get(j));
        assertThat(moments.weight(j)).isEqualTo(j == at ? 0.0 : 1.0);
      }
    }
  }

  @Test
  void shouldComeBackFromItsBytesBitForBit() {
    forAll(
        200,
        random -> {
          Moments moments = of(randomObservations(random));
          moments.scale(random.nextDouble());
          byte[] bytes = new RowWriter().encode(out -> moments.write(0, out));
          Moments restored = of(randomObservations(random));
          RowReader reader = new RowReader(bytes);
          restored.read(0, reader);
          reader.end();
          assertThat(state(restored)).isEqualTo(state(moments));
        });
  }

  @Test
  void shouldMeasureDistanceWithoutTheRoundingOfTheMean() {
    Moments moments = of(List.of(new Observation(1e16, 1.0), new Observation(1e16 + 2, 1.0)));
    assertThat(moments.deviation(0, 1e16)).isEqualTo(-1.0);
    assertThat(moments.deviation(0, 1e16 + 2)).isEqualTo(1.0);
  }

  @Test
  void shouldStandAHundredMillionRepetitions() {
    Moments moments = new Moments(2);
    double[] low = {0.1, 1e9};
    double[] high = {0.3, 1e9};
    for (int i = 0; i < 50_000_000; i++) {
      moments.add(low, 1.0);
      moments.add(high, 1.0);
    }
    assertThat(moments.weight(0)).isEqualTo(1e8);
    assertThat(moments.mean(0)).isCloseTo(0.2, within(Math.ulp(0.2)));
    // A repeating pattern repeats its roundings: up to half a unit for each of 1e8 additions.
    assertThat(moments.variance(0)).isCloseTo(0.01, within(0.01 * 1e-9));
    assertThat(moments.mean(1)).isEqualTo(1e9);
    assertThat(moments.m2(1)).isZero();
  }

  /** Ways to the same sum. */
  private enum Function {
    ADD,
    MERGE
  }

  private static void assertAgrees(RandomGenerator random, Function way) {
    List<Observation> observations = randomObservations(random);
    Moments moments = new Moments(1);
    if (way == Function.ADD) {
      moments = of(observations);
    } else {
      int cut = random.nextInt(observations.size() + 1);
      moments.merge(0, of(observations.subList(0, cut)), 0);
      moments.merge(0, of(observations.subList(cut, observations.size())), 0);
    }
    assertAgrees(moments, ExactMoments.of(observations));
  }

  private static void assertAgrees(Moments moments, ExactMoments exact) {
    double weight = exact.weight().doubleValue();
    double m2 = exact.m2().doubleValue();
    assertThat(moments.weight(0)).isCloseTo(weight, within(TOLERANCE * weight));
    assertThat(exact.errorOfMean(moments, 0))
        .isLessThanOrEqualTo(TOLERANCE * exact.spread() + 1e-31 * exact.mean().abs().doubleValue());
    assertThat(moments.m2(0)).isCloseTo(m2, within(TOLERANCE * m2));
  }

  private static Moments of(List<Observation> observations) {
    Moments moments = new Moments(1);
    observations.forEach(o -> moments.add(0, o.value(), o.weight()));
    return moments;
  }

  private static double[] state(Moments moments) {
    double[] state = new double[4 * moments.size()];
    for (int j = 0; j < moments.size(); j++) {
      state[4 * j] = moments.weight(j);
      state[4 * j + 1] = moments.mean(j);
      state[4 * j + 2] = moments.meanRest(j);
      state[4 * j + 3] = moments.m2(j);
    }
    return state;
  }

  private static List<Observation> randomObservations(RandomGenerator random) {
    return randomObservations(random, randomOffset(random), randomSpread(random));
  }

  /* Of the same offset and a spread not much larger, as an event taken back is in practice. */
  private static List<Observation> randomObservations(
      RandomGenerator random, List<Observation> like) {
    ExactMoments exact = ExactMoments.of(like);
    double spread = exact.spread() > 0.0 ? exact.spread() * random.nextDouble(0.5, 10.0) : 1.0;
    return randomObservations(random, exact.mean().doubleValue(), spread);
  }

  private static List<Observation> randomObservations(
      RandomGenerator random, double offset, double spread) {
    List<Observation> observations = new ArrayList<>();
    for (int i = random.nextInt(1, 100); i > 0; i--) {
      double value = offset + spread * random.nextGaussian();
      observations.add(new Observation(value, randomWeight(random)));
    }
    return observations;
  }

  private static double randomOffset(RandomGenerator random) {
    double[] offsets = {0.0, 1.0, -273.15, 1e9, -1e15, 1e-100, 1e100};
    return offsets[random.nextInt(offsets.length)];
  }

  private static double randomSpread(RandomGenerator random) {
    return StrictMath.pow(10.0, random.nextDouble(-9.0, 6.0));
  }

  private static double randomWeight(RandomGenerator random) {
    return random.nextBoolean() ? 1.0 : random.nextDouble(0.125, 8.0);
  }

  private static double[] randomRow(RandomGenerator random, int columns) {
    double[] row = new double[columns];
    for (int j = 0; j < columns; j++) {
      row[j] = random.nextInt(4) == 0 ? Double.NaN : random.nextGaussian();
    }
    return row;
  }

  private static List<Observation> shuffled(List<Observation> list, RandomGenerator random) {
    List<Observation> copy = new ArrayList<>(list);
    for (int i = copy.size() - 1; i > 0; i--) {
      Collections.swap(copy, i, random.nextInt(i + 1));
    }
    return copy;
  }
}
