package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class JointCountsTest {
  private static final int VALUES = 7;
  private static final int[][] PARTS = {{0}, {0, 2}, {2, 1}};

  /* Each value as it is, and last how many there are. */
  static final int[][] RANKS = ranks();
  static final int[][] CODES = codes();

  private final SortedMap<List<Integer>, Double> expected = new TreeMap<>(order());
  private JointCounts counts = new JointCounts(3, PARTS, new CellRoom(1_000));

  private static java.util.Comparator<List<Integer>> order() {
    return (a, b) -> a.toString().compareTo(b.toString());
  }

  private static int[][] ranks() {
    int[] ranks = new int[VALUES + 1];
    java.util.Arrays.setAll(ranks, i -> i);
    return new int[][] {ranks, ranks, ranks};
  }

  private static int[][] codes() {
    int[] codes = new int[VALUES];
    java.util.Arrays.setAll(codes, i -> i);
    return new int[][] {codes, codes, codes};
  }

  private static int[] draw(RandomGenerator random) {
    return new int[] {random.nextInt(VALUES), random.nextInt(VALUES), random.nextInt(VALUES)};
  }

  private static List<Integer> list(int[] values) {
    return List.of(values[0], values[1], values[2]);
  }

  private void add(int[] values, double w) {
    assertThat(counts.add(values, w)).isTrue();
    expected.merge(list(values), w, Double::sum);
  }

  private void retract(int[] values, double w) {
    counts.retract(values, w);
    expected.computeIfPresent(list(values), (key, before) -> before <= w ? null : before - w);
  }

  private void assertCounts() {
    double total = 0.0;
    for (double weight : expected.values()) {
      total += weight;
    }
    assertThat(counts.total()).isCloseTo(total, within(1e-9));
    assertThat(counts.isEmpty()).isEqualTo(expected.isEmpty());
    for (int a = 0; a < VALUES; a++) {
      for (int b = 0; b < VALUES; b++) {
        for (int c = 0; c < VALUES; c++) {
          int[] values = {a, b, c};
          assertThat(counts.count(values))
              .isCloseTo(expected.getOrDefault(list(values), 0.0), within(1e-9));
          for (int m = 0; m < PARTS.length; m++) {
            assertThat(counts.marginal(m, values)).isCloseTo(marginal(m, values), within(1e-9));
          }
        }
      }
    }
    SortedMap<List<Integer>, Double> visited = new TreeMap<>(order());
    counts.visit((values, weight) -> assertThat(visited.put(list(values), weight)).isNull());
    assertThat(visited.keySet()).isEqualTo(expected.keySet());
  }

  private double marginal(int m, int[] values) {
    double sum = 0.0;
    for (var cell : expected.entrySet()) {
      boolean same = true;
      for (int column : PARTS[m]) {
        same &= cell.getKey().get(column) == values[column];
      }
      sum += same ? cell.getValue() : 0.0;
    }
    return sum;
  }

  @Test
  void shouldCountAndTakeBackAndForget() {
    forAll(
        30,
        random -> {
          expected.clear();
          counts = new JointCounts(3, PARTS, new CellRoom(1_000));
          List<int[]> added = new ArrayList<>();
          for (int i = 0; i < 120; i++) {
            int what = random.nextInt(20);
            if (what < 13) {
              int[] values = draw(random);
              add(values, 1.0);
              added.add(values);
            } else if (what < 18) {
              retract(added.isEmpty() ? draw(random) : added.remove(0), 1.0);
            } else {
              int position = random.nextInt(3);
              int value = random.nextInt(VALUES);
              counts.forget(position, value);
              expected.keySet().removeIf(key -> key.get(position) == value);
              added.removeIf(values -> values[position] == value);
            }
          }
          assertCounts();
          counts = restored(counts, 1_000);
          assertCounts();
          counts.clear();
          expected.clear();
          assertCounts();
        });
  }

  @Test
  void shouldFadeEveryCombination() {
    forAll(
        10,
        random -> {
          expected.clear();
          counts = new JointCounts(3, PARTS, new CellRoom(1_000));
          for (int i = 0; i < 40; i++) {
            add(draw(random), 0.25 + random.nextDouble());
            counts.scale(0.75);
            expected.replaceAll((key, weight) -> weight * 0.75);
          }
          assertCounts();
          counts = restored(counts, 1_000);
          assertCounts();
        });
  }

  @Test
  void shouldGiveBackTheRoomOfWhatIsForgotten() {
    counts = new JointCounts(3, PARTS, new CellRoom(2));
    add(new int[] {0, 0, 0}, 1.0);
    add(new int[] {0, 0, 1}, 1.0);
    assertThat(counts.add(new int[] {0, 0, 2}, 1.0)).as("the room is full").isFalse();
    assertCounts();
    assertThat(counts.add(new int[] {0, 0, 1}, 1.0)).as("the combination is known").isTrue();

    counts.scale(1e-201); // nothing is left of weights like this
    expected.clear();
    assertCounts();
    add(new int[] {1, 0, 0}, 1.0);
    add(new int[] {2, 0, 0}, 1.0);
    retract(new int[] {1, 0, 0}, 1.0);
    add(new int[] {3, 0, 0}, 1.0);
    counts.forget(0, 3);
    expected.remove(List.of(3, 0, 0));
    add(new int[] {4, 0, 0}, 1.0);
    assertThat(counts.add(new int[] {5, 0, 0}, 1.0)).isFalse();
    assertCounts();
  }

  @Test
  void shouldTakeNoMoreThanThereIs() {
    add(new int[] {1, 2, 3}, 2.0);
    add(new int[] {1, 2, 4}, 1.0);

    assertThat(counts.take(new int[] {1, 2, 3}, 5.0)).isTrue();
    expected.remove(List.of(1, 2, 3));
    assertCounts();
    assertThat(counts.take(new int[] {6, 6, 6}, 5.0)).isTrue();
    assertCounts();
  }

  @Test
  void shouldLeaveNoRoundingBehind() {
    int[] values = {1, 2, 3};
    for (int i = 1; i <= 10; i++) {
      counts.add(values, 0.1 * i);
    }
    for (int i = 1; i <= 10; i++) {
      counts.retract(values, 0.1 * i);
    }

    assertThat(counts.isEmpty()).isTrue();
    assertThat(counts.total()).isZero();
    assertThat(counts.marginal(0, values)).isZero();
  }

  @Test
  void shouldAddWhatWasCountedElsewhereUnderOtherNumbers() {
    forAll(
        20,
        random -> {
          expected.clear();
          counts = new JointCounts(3, PARTS, new CellRoom(1_000));
          JointCounts other = new JointCounts(3, PARTS, new CellRoom(1_000));
          int[] turned = new int[VALUES];
          java.util.Arrays.setAll(turned, i -> (i + 3) % VALUES);
          for (int i = 0; i < 30; i++) {
            add(draw(random), 1.0 + random.nextInt(3));
            int[] values = draw(random);
            other.add(values, 2.0);
            expected.merge(
                List.of(turned[values[0]], turned[values[1]], turned[values[2]]), 2.0, Double::sum);
          }

          assertThat(counts.merge(other, new int[][] {turned, turned, turned})).isTrue();

          assertCounts();
        });
  }

  @Test
  void shouldSayThatSomethingCouldNotBeTakenOver() {
    JointCounts other = new JointCounts(3, PARTS, new CellRoom(10));
    other.add(new int[] {0, 0, 0}, 1.0);
    other.add(new int[] {1, 0, 0}, 2.0);
    int[] without = {-1, 1, 2, 3, 4, 5, 6};

    assertThat(counts.merge(other, new int[][] {without, CODES[1], CODES[2]})).isFalse();
    assertThat(counts.total()).isEqualTo(2.0);
    assertThat(counts.count(new int[] {1, 0, 0})).isEqualTo(2.0);

    JointCounts small = new JointCounts(3, PARTS, new CellRoom(1));
    assertThat(small.merge(other, CODES)).isFalse();
    assertThat(small.total())
        .isEqualTo(small.count(new int[] {0, 0, 0}) + small.count(new int[] {1, 0, 0}));
  }

  @Test
  void shouldWriteTheSameBytesHoweverTheExamplesCame() {
    JointCounts other = new JointCounts(3, PARTS, new CellRoom(1_000));
    for (int i = 0; i < 200; i++) {
      counts.add(new int[] {i % 7, i % 5, i % 3}, 1.0);
      other.add(new int[] {(199 - i) % 7, (199 - i) % 5, (199 - i) % 3}, 1.0);
    }

    assertThat(bytes(counts)).isEqualTo(bytes(other));
  }

  @Test
  void shouldWriteWholeCountsInFewBytes() {
    counts.add(new int[] {1, 1, 1}, 3.0);
    int whole = bytes(counts).length;
    counts.add(new int[] {1, 1, 1}, 0.5);

    assertThat(bytes(counts).length).isEqualTo(whole + 5 * Double.BYTES);
  }

  @Test
  void shouldRefuseANegativeCount() {
    byte[] row =
        new RowWriter()
            .encode(
                out -> {
                  out.integer(-2);
                  out.integer(0);
                });

    assertThatThrownBy(() -> counts.read(new RowReader(row), CODES))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a count must not be negative, was -2");
  }

  private static byte[] bytes(JointCounts counts) {
    return new RowWriter().encode(out -> counts.write(out, RANKS));
  }

  private static JointCounts restored(JointCounts counts, int room) {
    JointCounts copy = new JointCounts(3, PARTS, new CellRoom(room));
    RowReader reader = new RowReader(bytes(counts));
    copy.read(reader, CODES);
    reader.end();
    assertThat(bytes(copy)).isEqualTo(bytes(counts));
    return copy;
  }
}
