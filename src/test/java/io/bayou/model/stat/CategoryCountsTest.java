package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CategoryCountsTest {
  /** One value and its weight. */
  private record Tally(String value, double weight) {}

  private static Categories anyValue() {
    return new Categories(new String[0], 1_000);
  }

  @Test
  void shouldBeginEmpty() {
    CategoryCounts counts = new CategoryCounts(anyValue());
    assertThat(counts.total()).isZero();
    assertThat(counts.count(-1)).isZero();
    assertThat(counts.count(1_000_000)).isZero();
  }

  @Test
  void shouldAddWeights() {
    Categories categories = anyValue();
    CategoryCounts counts = of(categories, List.of(new Tally("a", 1.0), new Tally("b", 0.5)));
    counts.add(categories.find("a"), 2.0);
    assertThat(counts.count(categories.find("a"))).isEqualTo(3.0);
    assertThat(counts.count(categories.find("b"))).isEqualTo(0.5);
    assertThat(counts.total()).isEqualTo(3.5);
  }

  /* The classes of a model share a dictionary; partitions do not. */
  @Test
  void shouldMergeAnySplitToTheWhole() {
    forAll(
        300,
        random -> {
          List<Tally> tallies = randomTallies(random);
          int cut = random.nextInt(tallies.size() + 1);
          CategoryCounts merged = of(anyValue(), tallies.subList(cut, tallies.size()));
          CategoryCounts other = of(anyValue(), tallies.subList(0, cut));
          byte[] before = bytes(other);
          merged.merge(other);
          assertThat(bytes(other)).isEqualTo(before);
          Categories categories = anyValue();
          CategoryCounts whole = of(categories, tallies);
          assertClose(merged, categories, whole);
        });
  }

  @Test
  void shouldCopyBitForBitWhenMergingWithEmpty() {
    forAll(
        300,
        random -> {
          CategoryCounts counts = of(anyValue(), randomTallies(random));
          byte[] before = bytes(counts);
          CategoryCounts empty = new CategoryCounts(anyValue());
          empty.merge(counts);
          counts.merge(new CategoryCounts(anyValue()));
          assertThat(bytes(empty)).isEqualTo(before);
          assertThat(bytes(counts)).isEqualTo(before);
        });
  }

  @Test
  void shouldUndoByRetracting() {
    forAll(
        300,
        random -> {
          List<Tally> kept = randomTallies(random);
          List<Tally> added = randomTallies(random);
          Categories categories = anyValue();
          CategoryCounts counts = of(categories, kept);
          addAll(counts, categories, added);
          for (Tally tally : added) {
            counts.retract(categories.find(tally.value), tally.weight);
          }
          Categories never = anyValue();
          CategoryCounts expected = of(never, kept);
          assertThat(categories.known()).isEqualTo(never.known());
          assertClose(counts, never, expected);
        });
  }

  @Test
  void shouldIgnoreTheRetractionOfWhatIsNotThere() {
    Categories categories = anyValue();
    CategoryCounts counts = of(categories, List.of(new Tally("a", 1.0)));
    counts.retract(categories.open("b"), 1.0);
    counts.retract(99, 1.0);
    assertThat(counts.total()).isEqualTo(1.0);
  }

  @Test
  void shouldScaleEveryCount() {
    Categories categories = anyValue();
    CategoryCounts counts = of(categories, List.of(new Tally("a", 3.0), new Tally("b", 1.0)));
    counts.scale(0.25);
    assertThat(counts.count(categories.find("a"))).isEqualTo(0.75);
    assertThat(counts.total()).isEqualTo(1.0);
  }

  @Test
  void shouldForgetWhatDecayedToNothing() {
    Categories categories = anyValue();
    CategoryCounts counts = of(categories, List.of(new Tally("a", 1.0), new Tally("b", 1e-60)));
    counts.scale(1e-150);
    assertThat(categories.known()).isEqualTo(1);
    counts.scale(1e-60);
    assertThat(categories.known()).isZero();
    assertThat(counts.total()).isZero();
  }

  @Test
  void shouldLetGoOfItsValuesWhenCleared() {
    Categories categories = anyValue();
    CategoryCounts one = of(categories, List.of(new Tally("a", 1.0), new Tally("b", 1.0)));
    CategoryCounts other = of(categories, List.of(new Tally("b", 1.0)));
    one.clear();
    assertThat(one.total()).isZero();
    assertThat(categories.known()).isEqualTo(1);
    assertThat(other.count(categories.find("b"))).isEqualTo(1.0);
  }

  @Test
  void shouldComeBackFromItsBytesBitForBit() {
    forAll(
        300,
        random -> {
          CategoryCounts counts = of(anyValue(), randomTallies(random));
          counts.scale(random.nextDouble(0.5, 1.0));
          Categories categories = anyValue();
          CategoryCounts restored = of(categories, randomTallies(random));
          RowReader reader = new RowReader(bytes(counts));
          restored.read(reader);
          reader.end();
          assertThat(bytes(restored)).isEqualTo(bytes(counts));
        });
  }

  @Test
  void shouldWriteTheSameBytesInWhateverOrderValuesCame() {
    CategoryCounts one = of(anyValue(), List.of(new Tally("a", 1.0), new Tally("b", 2.0)));
    CategoryCounts other = of(anyValue(), List.of(new Tally("b", 2.0), new Tally("a", 1.0)));
    assertThat(bytes(one)).isEqualTo(bytes(other));
  }

  @Test
  void shouldLeaveOutOfAMergeWhatIsBeyondTheLimit() {
    Categories narrow = new Categories(new String[0], 1);
    CategoryCounts counts = of(narrow, List.of(new Tally("a", 1.0)));
    counts.merge(of(anyValue(), List.of(new Tally("a", 2.0), new Tally("b", 4.0))));
    assertThat(counts.count(narrow.find("a"))).isEqualTo(3.0);
    assertThat(counts.total()).isEqualTo(3.0);
  }

  @Test
  void shouldCountAHundredMillion() {
    Categories categories = anyValue();
    CategoryCounts counts = new CategoryCounts(categories);
    int a = categories.open("a");
    int b = categories.open("b");
    for (int i = 0; i < 50_000_000; i++) {
      counts.add(a, 1.0);
      counts.add(b, 1.0);
    }
    assertThat(counts.count(a)).isEqualTo(5e7);
    assertThat(counts.total()).isEqualTo(1e8);
  }

  private static void assertClose(
      CategoryCounts actual, Categories expectedValues, CategoryCounts expected) {
    // Some hundred additions and subtractions of numbers up to 8, each off by half a unit.
    assertThat(actual.total()).isCloseTo(expected.total(), within(1e-12));
    Categories own = anyValue();
    CategoryCounts copy = new CategoryCounts(own);
    copy.merge(actual);
    for (String value : List.of("a", "b", "c", "d", "é")) {
      assertThat(copy.count(own.find(value)))
          .isCloseTo(expected.count(expectedValues.find(value)), within(1e-12));
    }
  }

  private static CategoryCounts of(Categories categories, List<Tally> tallies) {
    CategoryCounts counts = new CategoryCounts(categories);
    addAll(counts, categories, tallies);
    return counts;
  }

  private static void addAll(CategoryCounts counts, Categories categories, List<Tally> tallies) {
    tallies.forEach(tally -> counts.add(categories.open(tally.value), tally.weight));
  }

  private static byte[] bytes(CategoryCounts counts) {
    return new RowWriter().encode(counts::write);
  }

  private static List<Tally> randomTallies(RandomGenerator random) {
    String[] values = {"a", "b", "c", "d", "é"};
    List<Tally> tallies = new ArrayList<>();
    for (int i = random.nextInt(50); i > 0; i--) {
      double weight = random.nextBoolean() ? 1.0 : random.nextDouble(0.125, 8.0);
      tallies.add(new Tally(values[random.nextInt(values.length)], weight));
    }
    return tallies;
  }
}
