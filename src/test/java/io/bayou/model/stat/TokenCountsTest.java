package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TokenCountsTest {
  private Vocabulary vocabulary = new Vocabulary(List.of());
  private TokenCounts counts = new TokenCounts(vocabulary);
  private final Map<String, Double> expected = new TreeMap<>();

  private void add(String token, double w) {
    counts.add(vocabulary.open(token), w);
    counts.addTotal(w);
    expected.merge(token, w, Double::sum);
  }

  private static double count(TokenCounts counts, Vocabulary vocabulary, String token) {
    int id = vocabulary.find(token);
    return id < 0 ? 0.0 : counts.count(id);
  }

  private void assertCounts() {
    assertThat(counts.held()).isEqualTo(expected.size());
    assertThat(vocabulary.known()).isEqualTo(expected.size());
    int inBuckets = 0;
    for (int bucket = 0; bucket < vocabulary.buckets(); bucket++) {
      inBuckets += counts.held(bucket);
    }
    assertThat(inBuckets).isEqualTo(expected.size());
    expected.forEach(
        (token, weight) ->
            assertThat(count(counts, vocabulary, token)).isCloseTo(weight, within(1e-9 * weight)));
  }

  @Test
  void shouldCountAndTakeBack() {
    forAll(
        40,
        random -> {
          vocabulary = new Vocabulary(List.of());
          counts = new TokenCounts(vocabulary);
          expected.clear();
          double total = 0.0;
          for (int i = 0; i < 200; i++) {
            String token = "t" + random.nextInt(50);
            int version = counts.version();
            if (random.nextInt(3) > 0) {
              add(token, 1.0);
              total++;
            } else if (expected.containsKey(token)) {
              counts.retract(vocabulary.find(token), 1.0);
              counts.retractTotal(1.0);
              total--;
              expected.computeIfPresent(token, (t, w) -> w <= 1.0 ? null : w - 1.0);
            } else {
              continue;
            }
            assertThat(counts.version()).isNotEqualTo(version);
          }
          assertCounts();
          assertThat(counts.total()).isCloseTo(total, within(1e-9));
          copyAndCompare();
        });
  }

  private void copyAndCompare() {
    Vocabulary other = new Vocabulary(List.of());
    TokenCounts copy = new TokenCounts(other);
    RowWriter writer = new RowWriter();
    copy.readTotal(new RowReader(writer.encode(counts::writeTotal)));
    for (int b = 0; b < vocabulary.buckets(); b++) {
      int bucket = b;
      byte[] row = writer.encode(out -> counts.write(bucket, out));
      RowReader reader = new RowReader(row);
      TokenBucket read = TokenBucket.read(reader);
      reader.end();
      assertThat(read.size()).isEqualTo(counts.held(bucket));
      copy.replace(bucket, read);
      assertThat(writer.encode(out -> copy.write(bucket, out))).isEqualTo(row);
    }
    assertThat(copy.total()).isEqualTo(counts.total());
    assertThat(copy.held()).isEqualTo(counts.held());
    assertThat(copy.changed().isEmpty()).as("what was restored is stored").isTrue();
    assertThat(copy.touched().cardinality()).isEqualTo(vocabulary.buckets());
    expected
        .keySet()
        .forEach(
            token ->
                assertThat(count(copy, other, token)).isEqualTo(count(counts, vocabulary, token)));
  }

  @Test
  void shouldFadeWithoutTouchingTheCounts() {
    add("a", 8.0);
    add("b", 2.0);
    counts.changed().clear();

    counts.scale(0.5);

    assertThat(counts.changed().isEmpty()).isTrue();
    expected.replaceAll((token, w) -> w * 0.5);
    assertCounts();
    assertThat(counts.total()).isEqualTo(5.0);
    assertThat(counts.unit()).isEqualTo(0.5);
    assertThat(counts.units(vocabulary.find("a"))).isEqualTo(8.0);
    add("a", 1.0);
    assertCounts();
    counts.retract(vocabulary.find("a"), 2.0);
    expected.put("a", 3.0);
    assertCounts();
    copyAndCompare();
  }

  @Test
  void shouldBringCountsUpToDateBeforeTheUnitGetsTooSmall() {
    add("old", 1.0);
    for (int i = 0; i < 110; i++) {
      counts.scale(0.1);
      add("new", 1.0);
    }

    assertThat(counts.unit()).isBetween(1e-100, 1.0);
    assertThat(count(counts, vocabulary, "new")).isCloseTo(1.0 / 0.9, within(1e-9));
    assertThat(count(counts, vocabulary, "old")).isCloseTo(1e-110, within(1e-118));
    assertThat(counts.changed().get(vocabulary.bucket(vocabulary.find("old")))).isTrue();
  }

  @Test
  void shouldForgetWhatHasFadedAway() {
    add("old", 1.0);
    for (int i = 0; i < 150; i++) {
      counts.scale(0.01);
      add("new", 1.0);
    }

    assertThat(vocabulary.find("old")).isNegative();
    assertThat(counts.held()).isEqualTo(1);
    assertThat(counts.total()).isCloseTo(1.0 / 0.99, within(1e-9));
    for (int i = 0; i < 200; i++) {
      counts.scale(0.01);
    }
    assertThat(counts.held()).isZero();
    assertThat(counts.total()).isZero();
    assertThat(vocabulary.known()).isZero();
  }

  @Test
  void shouldLeaveNoRoundingBehind() {
    for (int i = 1; i <= 10; i++) {
      add("a", 0.1 * i);
    }
    for (int i = 1; i <= 10; i++) {
      counts.retract(vocabulary.open("a"), 0.1 * i);
      counts.retractTotal(0.1 * i);
    }

    assertThat(counts.isEmpty()).isTrue();
    assertThat(counts.total()).isZero();
    assertThat(vocabulary.known()).isZero();
    counts.retract(vocabulary.open("b"), 1.0);
    assertThat(counts.held()).as("nothing is taken back of nothing").isZero();
  }

  @Test
  void shouldKeepTheTotalOfWhatIsEvicted() {
    add("a", 3.0);
    add("b", 2.0);
    counts.evict(vocabulary.find("a"));
    expected.remove("a");

    assertCounts();
    assertThat(counts.total()).isEqualTo(5.0);
    assertThat(counts.isEmpty()).isFalse();
    counts.clear();
    assertThat(counts.isEmpty()).isTrue();
    assertThat(vocabulary.known()).isZero();
  }

  @Test
  void shouldAddWhatWasCountedElsewhere() {
    Vocabulary others = new Vocabulary(List.of());
    others.hold(others.open("first")); // its tokens have other numbers
    TokenCounts other = new TokenCounts(others);
    other.add(others.open("b"), 4.0);
    other.add(others.open("c"), 6.0);
    other.addTotal(10.0);
    other.scale(0.5);
    add("a", 1.0);
    add("b", 1.0);

    counts.merge(other);

    expected.merge("b", 2.0, Double::sum);
    expected.put("c", 3.0);
    assertCounts();
    assertThat(counts.total()).isEqualTo(7.0);
    assertThat(counts.merge(other, 0.25)).isEqualTo(0.125);
    expected.merge("b", 0.5, Double::sum);
    expected.merge("c", 0.75, Double::sum);
    assertCounts();
    assertThat(counts.total()).isEqualTo(8.25);
  }

  @Test
  void shouldCopyIntoAnEmptyOneBitForBit() {
    for (int i = 0; i < 20; i++) {
      add("t" + i, 0.1 * i + 0.3);
      counts.scale(0.77);
    }
    Vocabulary others = new Vocabulary(List.of());
    TokenCounts copy = new TokenCounts(others);

    assertThat(copy.merge(counts, 1.0)).isEqualTo(1.0);

    RowWriter writer = new RowWriter();
    assertThat(writer.encode(copy::writeTotal)).isEqualTo(writer.encode(counts::writeTotal));
    for (int b = 0; b < vocabulary.buckets(); b++) {
      int bucket = b;
      assertThat(writer.encode(out -> copy.write(bucket, out)))
          .isEqualTo(writer.encode(out -> counts.write(bucket, out)));
    }
  }

  @Test
  void shouldReplaceABucket() {
    add("a", 1.0);
    int bucket = vocabulary.bucket(vocabulary.find("a"));
    assertThat(counts.changed().get(bucket)).isTrue();

    counts.replace(bucket, TokenBucket.EMPTY);

    assertThat(counts.held()).isZero();
    assertThat(counts.changed().get(bucket)).isFalse();
    assertThat(counts.touched().get(bucket)).isTrue();
  }

  @Test
  void shouldRefuseRowsThatItCannotHaveWritten() {
    RowWriter writer = new RowWriter();
    byte[] noUnit =
        writer.encode(
            out -> {
              out.number(1.0);
              out.number(0.0);
            });
    assertThatThrownBy(() -> counts.readTotal(new RowReader(noUnit)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the counts of a feature in a row have no unit");
    assertThatThrownBy(() -> TokenBucket.read(bucketOf("a", 0.0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("token 'a' of a row has no count");
    assertThat(TokenBucket.read(bucketOf("a", 2.0)).token(0)).isEqualTo("a");
  }

  static RowReader bucketOf(String token, double units) {
    return new RowReader(
        new RowWriter()
            .encode(
                out -> {
                  out.integer(1);
                  out.text(token);
                  out.number(units);
                }));
  }
}
