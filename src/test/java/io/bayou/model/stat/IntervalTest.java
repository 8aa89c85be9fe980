package io.bayou.model.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Description;
import org.junit.jupiter.api.Test;

class IntervalTest {
  private static void assertInterval(Interval actual, double low, double high) {
    assertThat(actual.low()).isCloseTo(low, within(1e-9));
    assertThat(actual.high()).isCloseTo(high, within(1e-9));
  }

  /* t with 4 degrees: 2.776445105; the mean's deviation is sqrt(8 / 4). */
  @Test
  void shouldBoundAMeanAsStudentDid() {
    double half = 2.776445105197793 * Math.sqrt(2.0);

    assertInterval(Interval.ofMean(5.0, 3.0, 8.0).orElseThrow(), 3.0 - half, 3.0 + half);
  }

  @Test
  void shouldNotBoundTheMeanOfOneObservation() {
    assertThat(Interval.ofMean(1.0, 3.0, 0.0)).isEmpty();
    assertThat(Interval.ofMean(0.0, 0.0, 0.0)).isEmpty();
    assertThat(Interval.ofMean(Double.NaN, 0.0, 0.0)).isEmpty();
    assertThat(Interval.ofMean(2.0, 3.0, Double.POSITIVE_INFINITY)).isEmpty();
    assertThat(Interval.ofMean(2.0, 3.0, 0.0)).contains(new Interval(3.0, 3.0));
  }

  /* Quantiles of Beta(3.5, 7.5). */
  @Test
  void shouldBoundAShareAsJeffreysDid() {
    assertInterval(Interval.ofShare(3.0, 10.0), 0.0926945939381532, 0.605818318148671);
    assertInterval(Interval.ofShare(0.0, -1.0), 0.00154133313343601, 0.998458666866564);
  }

  @Test
  void shouldBoundAWeightAsANormalVariable() {
    assertInterval(Interval.ofWeight(1.0, 2.0), 1.0 - 3.91992796908011, 1.0 + 3.91992796908011);
  }

  @Test
  void shouldBoundATokenByWhatIsKnownOfIt() {
    Description.Token counted = new Description.Token("t", 3.0, 0.5, Double.NaN);
    Description.Token weighed = new Description.Token("t", 3.0, 1.0, 2.0);

    assertThat(Interval.ofToken(counted, 10.0)).isEqualTo(Interval.ofShare(3.0, 10.0));
    assertThat(Interval.ofToken(weighed, 10.0)).isEqualTo(Interval.ofWeight(1.0, 2.0));
  }

  @Test
  void shouldFindElementsOfATriangle() {
    assertThat(Triangle.size(4)).isEqualTo(10);
    assertThat(Triangle.index(3, 1)).isEqualTo(7).isEqualTo(Triangle.index(1, 3));
    assertThat(Triangle.index(2, 2)).isEqualTo(5);
    double[] matrix = {1, 1, 1, 1, 1, 1};

    Triangle.addOuterProduct(matrix, 2.0, new double[] {3, 5, 7});

    assertThat(matrix).containsExactly(19, 31, 51, 43, 71, 99);
  }

  @Test
  void shouldShareTheRoomForValuesAmongClassesAndColumns() {
    ValueRoom room = new ValueRoom(20);
    assertThat(room.hasForClasses(5)).as("no column yet").isTrue();
    room.addColumn(2); // six places in each class
    assertThat(room.hasForClasses(3)).isTrue();
    assertThat(room.hasForClasses(4)).isFalse();
    room.addClasses(2);
    assertThat(room.hasForClasses(1)).isTrue();
    assertThat(room.hasForClasses(2)).isFalse();
    room.addValues(4); // ten places in two classes
    assertThat(room.hasForValue()).isFalse();
    assertThat(room.hasForClasses(0)).isTrue();
    assertThat(room.hasForClasses(1)).isFalse();
    room.addClasses(-2);
    assertThat(room.hasForValue()).as("one class at least").isTrue();
    room.addValues(9);
    assertThat(room.hasForValue()).isTrue();
    room.addValues(1);
    assertThat(room.hasForValue()).isFalse();
  }

  @Test
  void shouldLendCellsUntilThereAreNone() {
    CellRoom room = new CellRoom(1);

    assertThat(room.take()).isTrue();
    assertThat(room.take()).isFalse();
    room.give(2);
    assertThat(room.take()).isTrue();
    assertThat(room.take()).isTrue();
    assertThat(room.take()).isFalse();
  }
}
