package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.stat.ExactCoMoments.Observation;
import io.bayou.model.stat.ExactCoMoments.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoMomentsTest {
  /** Relative to the spread: dozens of roundings of half a unit in the last place. */
  private static final double TOLERANCE = 1e-13;

  @Test
  void shouldBeginEmpty() {
    CoMoments empty = new CoMoments(2);
    assertThat(empty.holds(0)).isFalse();
    Summary summary = Summary.of(empty);
    assertThat(summary.weights).containsOnly(0.0);
    assertThat(summary.scatter).containsOnly(0.0);
  }

  @Test
  void shouldHoldOneObservationExactly() {
    double[] x = {1e9 + 0.1, -0.3, Double.NaN};
    CoMoments one = of(3, List.of(new Observation(x, 0.7)));
    Summary summary = Summary.of(one);
    assertThat(summary.weights).containsExactly(0.7, 0.7, 0.0);
    assertThat(summary.means).startsWith(x[0], 0.0, x[1], 0.0);
    assertThat(summary.scatter).containsOnly(0.0);
  }

  @Test
  void shouldAgreeWithExactArithmetic() {
    forAll(
        300,
        random -> {
          int size = 1 + random.nextInt(5);
          List<Observation> all = randomObservations(random, size);
          assertAgrees(of(size, all), all);
        });
  }

  @Test
  void shouldMergeAnySplitToTheWhole() {
    forAll(
        300,
        random -> {
          int size = 1 + random.nextInt(5);
          List<Observation> all = randomObservations(random, size);
          List<CoMoments> parts = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            parts.add(new CoMoments(size));
          }
          all.forEach(o -> parts.get(random.nextInt(4)).add(o.x, o.weight));
          CoMoments whole = new CoMoments(size);
          parts.forEach(part -> whole.merge(part, identity(size)));
          assertAgrees(whole, all);
        });
  }

  @Test
  void shouldMergePartsThatKnowOtherColumns() {
    // The first part has the columns b and d only, the second a and c: here they are a, b, c, d.
    CoMoments first =
        of(2, List.of(observation(1.0, 2.0), observation(3.0, 5.0), observation(4.0, 1.0)));
    CoMoments second = of(2, List.of(observation(7.0, 1.0), observation(6.0, 4.0)));
    CoMoments whole = new CoMoments(4);
    whole.merge(first, new int[] {1, 3});
    whole.merge(second, new int[] {0, 2});
    double none = Double.NaN;
    assertAgrees(
        whole,
        List.of(
            observation(none, 1.0, none, 2.0),
            observation(none, 3.0, none, 5.0),
            observation(none, 4.0, none, 1.0),
            observation(7.0, none, 1.0, none),
            observation(6.0, none, 4.0, none)));
  }

  @Test
  void shouldLeaveOutColumnsThatHaveNoPlace() {
    CoMoments part = of(3, List.of(observation(1.0, 2.0, 9.0), observation(3.0, 5.0, 8.0)));
    CoMoments whole = new CoMoments(2);
    whole.merge(part, new int[] {1, -1, 0});
    assertAgrees(whole, List.of(observation(9.0, 1.0), observation(8.0, 3.0)));
  }

  @Test
  void shouldLeaveTheOtherAsItIsWhenMerging() {
    forAll(
        100,
        random -> {
          CoMoments one = of(3, randomObservations(random, 3));
          CoMoments other = of(3, randomObservations(random, 3));
          byte[] before = bytes(other);
          one.merge(other, identity(3));
          one.add(new double[] {1.0, 2.0, Double.NaN}, 1.0);
          assertThat(bytes(other)).isEqualTo(before);
        });
  }

  @Test
  void shouldCopyBitForBitWhenMergingIntoEmpty() {
    forAll(
        100,
        random -> {
          CoMoments one = of(4, randomObservations(random, 4));
          CoMoments empty = new CoMoments(4);
          empty.merge(one, identity(4));
          assertThat(bytes(empty)).isEqualTo(bytes(one));
        });
  }

  @Test
  void shouldUndoWhatIsRetracted() {
    forAll(
        300,
        random -> {
          int size = 1 + random.nextInt(5);
          double offset = randomOffset(random);
          List<Observation> kept = randomObservations(random, size, offset);
          List<Observation> taken = randomObservations(random, size, offset);
          List<Observation> both = new ArrayList<>(kept);
          both.addAll(taken);
          shuffle(both, random);
          CoMoments moments = of(size, both);
          shuffle(taken, random);
          taken.forEach(o -> moments.retract(o.x, o.weight));
          assertAgrees(moments, kept, both, 1e-12);
        });
  }

  @Test
  void shouldBeEmptyAgainWhenAllIsRetracted() {
    List<Observation> all = List.of(observation(0.1, 0.7), observation(0.3, Double.NaN));
    CoMoments moments = of(2, all);
    all.forEach(o -> moments.retract(o.x, o.weight));
    assertThat(Summary.of(moments).weights).containsOnly(0.0);
    assertThat(Summary.of(moments).scatter).containsOnly(0.0);
  }

  @Test
  void shouldScaleEveryWeight() {
    forAll(
        100,
        random -> {
          List<Observation> all = randomObservations(random, 3);
          CoMoments moments = of(3, all);
          moments.scale(0.3);
          assertAgrees(
              moments, all.stream().map(o -> new Observation(o.x, o.weight * 0.3)).toList());
        });
  }

  @Test
  void shouldForgetWhatDecayedToNothing() {
    CoMoments moments = of(2, List.of(observation(1.0, 2.0), observation(3.0, Double.NaN)));
    moments.scale(1e-210);
    assertThat(Summary.of(moments).weights).containsOnly(0.0);
    assertThat(Summary.of(moments).means).containsOnly(0.0);
  }

  @Test
  void shouldTakeUpAColumnLate() {
    forAll(
        100,
        random -> {
          List<Observation> all = randomObservations(random, 3);
          CoMoments moments = new CoMoments(2);
          int late = random.nextInt(3);
          int cut = random.nextInt(all.size() + 1);
          List<Observation> effective = new ArrayList<>();
          for (Observation o : all.subList(0, cut)) {
            moments.add(without(o.x, late), o.weight);
            double[] x = o.x.clone();
            x[late] = Double.NaN;
            effective.add(new Observation(x, o.weight));
          }
          moments.insert(late);
          all.subList(cut, all.size()).forEach(o -> moments.add(o.x, o.weight));
          effective.addAll(all.subList(cut, all.size()));
          assertAgrees(moments, effective);
        });
  }

  @Test
  void shouldReadBackBitForBitAndGoOnAlike() {
    forAll(
        100,
        random -> {
          List<Observation> all = randomObservations(random, 4);
          int cut = random.nextInt(all.size() + 1);
          CoMoments moments = of(4, all.subList(0, cut));
          CoMoments copy = new CoMoments(4);
          copy.read(held(moments), skipNames(bytes(moments)));
          assertThat(bytes(copy)).isEqualTo(bytes(moments));
          for (Observation o : all.subList(cut, all.size())) {
            moments.add(o.x, o.weight);
            copy.add(o.x, o.weight);
          }
          assertThat(bytes(copy)).isEqualTo(bytes(moments));
        });
  }

  @Test
  void shouldKeepTheDigitsOfASmallSpreadAroundAHugeOffset() {
    double ulp = Math.ulp(1e9);
    List<Observation> all = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      all.add(
          observation(1e9 + (i % 3) * ulp, -1e9 + (i % 2) * ulp, i % 7 == 0 ? Double.NaN : 1e9));
    }
    assertAgrees(of(3, all), all, all, 1e-12);
  }

  private static void assertAgrees(CoMoments moments, List<Observation> all) {
    assertAgrees(moments, all, all, TOLERANCE);
  }

  /* Compares with the definition, relative to the spread of what went in. */
  private static void assertAgrees(
      CoMoments moments, List<Observation> all, List<Observation> scale, double tolerance) {
    Summary actual = Summary.of(moments);
    Summary exact = ExactCoMoments.of(moments.size(), all);
    double[] spread = ExactCoMoments.of(moments.size(), scale).scatter;
    for (int i = 0; i < moments.size(); i++) {
      double w = exact.weights[i];
      assertThat(actual.weights[i]).isCloseTo(w, within(tolerance * w));
      double own = Math.sqrt(spread[Triangle.index(i, i)]);
      double mean = exact.means[2 * i];
      assertThat(actual.means[2 * i])
          .isCloseTo(mean, within(10 * tolerance * own + Math.ulp(mean)));
      for (int j = 0; j <= i; j++) {
        double other = Math.sqrt(spread[Triangle.index(j, j)]);
        assertThat(actual.scatter[Triangle.index(i, j)])
            .as("scatter of %d and %d", i, j)
            .isCloseTo(exact.scatter[Triangle.index(i, j)], within(100 * tolerance * own * other));
      }
    }
  }

  private static CoMoments of(int size, List<Observation> all) {
    CoMoments moments = new CoMoments(size);
    all.forEach(o -> moments.add(o.x, o.weight));
    return moments;
  }

  private static Observation observation(double... x) {
    return new Observation(x, 1.0);
  }

  private static List<Observation> randomObservations(RandomGenerator random, int size) {
    return randomObservations(random, size, randomOffset(random));
  }

  /* Without gaps, with some, or with many. */
  private static List<Observation> randomObservations(
      RandomGenerator random, int size, double offset) {
    double gaps = new double[] {0.0, 0.1, 0.6}[random.nextInt(3)];
    List<Observation> all = new ArrayList<>();
    int n = random.nextInt(60);
    for (int k = 0; k < n; k++) {
      double[] x = new double[size];
      double common = random.nextGaussian();
      for (int j = 0; j < size; j++) {
        boolean gap = random.nextDouble() < gaps;
        x[j] = gap ? Double.NaN : offset + common + random.nextGaussian();
      }
      all.add(new Observation(x, Math.pow(2.0, 6.0 * random.nextDouble() - 3.0)));
    }
    return all;
  }

  private static double randomOffset(RandomGenerator random) {
    return new double[] {0.0, -40.0, 1e9}[random.nextInt(3)];
  }

  private static void shuffle(List<Observation> list, RandomGenerator random) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }

  private static double[] without(double[] x, int column) {
    return IntStream.range(0, x.length).filter(j -> j != column).mapToDouble(j -> x[j]).toArray();
  }

  private static int[] identity(int size) {
    return IntStream.range(0, size).toArray();
  }

  private static int[] held(CoMoments moments) {
    return IntStream.range(0, moments.size()).filter(moments::holds).toArray();
  }

  /* Which columns there are, too: they are not part of what is written. */
  private static byte[] bytes(CoMoments moments) {
    int[] held = held(moments);
    return new RowWriter()
        .encode(
            out -> {
              out.text(Arrays.toString(held));
              moments.write(held, out);
            });
  }

  private static RowReader skipNames(byte[] bytes) {
    RowReader in = new RowReader(bytes);
    in.text();
    return in;
  }
}
