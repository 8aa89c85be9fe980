package io.bayou.model.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Posterior;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Comparison GOOD = new Comparison(2, 100, 90, 20, 10);

  @Test
  void shouldDivideBySoManyEvents() {
    Comparison comparison = new Comparison(3, 50, 40, 10, 5);

    assertThat(comparison.accuracy()).isEqualTo(0.8);
    assertThat(comparison.meanLogLoss()).isEqualTo(0.2);
    assertThat(comparison.meanBrier()).isEqualTo(0.1);
  }

  @Test
  void shouldAddUpWhatBeganTogether() {
    assertThat(new Comparison(2, 1, 2, 3, 4).merge(new Comparison(2, 10, 20, 30, 40)))
        .isEqualTo(new Comparison(2, 11, 22, 33, 44));
  }

  @Test
  void shouldCountOnlyWhatBeganLater() {
    Comparison early = new Comparison(2, 1, 2, 3, 4);
    Comparison late = new Comparison(3, 10, 20, 30, 40);

    assertThat(early.merge(late)).isSameAs(late);
    assertThat(late.merge(early)).isSameAs(late);
  }

  @Test
  void shouldBeClearlyWorseOnlyIfEverythingSpeaksForIt() {
    assertThat(new Comparison(2, 100, 89, 22.1, 10).isClearlyWorseThan(GOOD)).isTrue();
    assertThat(new Comparison(2, 100, 90, 22.1, 10).isClearlyWorseThan(GOOD))
        .as("as many right")
        .isFalse();
    assertThat(new Comparison(2, 100, 89, 22.0, 10).isClearlyWorseThan(GOOD))
        .as("a tenth is not more than a tenth")
        .isFalse();
    assertThat(new Comparison(2, 99, 50, 99, 10).isClearlyWorseThan(GOOD))
        .as("too few labels")
        .isFalse();
    assertThat(GOOD.isClearlyWorseThan(new Comparison(2, 99, 99, 1, 1)))
        .as("too few labels of the other")
        .isFalse();
    assertThat(new Comparison(3, 100, 50, 99, 10).isClearlyWorseThan(GOOD))
        .as("not the same labels")
        .isFalse();
  }

  @Test
  void shouldCompareFromABeginningOnAndRememberIt() {
    PrequentialScore score = new PrequentialScore(10);
    Posterior answer = answer(0.25);
    score.add(answer, "a", 1.0); // before the comparison
    score.compareSince(2);
    assertThat(score.comparison()).isEqualTo(new Comparison(2, 0, 0, 0, 0));
    score.add(answer, "b", 1.0);
    score.add(answer, "a", 1.0);
    score.compareSince(2); // has begun already

    Comparison comparison = restored(score).comparison();

    assertThat(comparison).isEqualTo(score.comparison());
    assertThat(comparison.since()).isEqualTo(2);
    assertThat(comparison.instances()).isEqualTo(2.0);
    assertThat(comparison.correct()).isEqualTo(1.0);
    assertThat(comparison.logLoss()).isCloseTo(-Math.log(0.25) - Math.log(0.75), within(1e-12));
    assertThat(comparison.brier()).isCloseTo(2 * 0.0625 + 2 * 0.5625, within(1e-12));

    score.compareSince(3);
    assertThat(score.comparison()).isEqualTo(new Comparison(3, 0, 0, 0, 0));
  }

  @Test
  void shouldHandOverTheBeginningOnce() {
    PrequentialScore score = new PrequentialScore(10);
    score.compareSince(2);
    assertThat(rows(score)).hasSize(1);
    assertThat(rows(score)).isEmpty();
    score.compareSince(2);
    assertThat(rows(score)).isEmpty();
  }

  @Test
  void shouldAddUpEvaluationsOfOneVersion() {
    Scores one = new Scores(1, 2, 3, 4, 5, 6, new TreeMap<>(), List.of());
    Evaluation left = new Evaluation("m", 1, "p-0", one, Scores.empty(), GOOD, 70);
    Evaluation right = new Evaluation("m", 1, "p-1", one, one, GOOD, 90);

    Evaluation both = left.merge(right);

    assertThat(both.source()).isEmpty();
    assertThat(both.cumulative())
        .isEqualTo(new Scores(2, 4, 6, 8, 10, 12, new TreeMap<>(), List.of()));
    assertThat(both.fading()).isEqualTo(one);
    assertThat(both.comparison()).isEqualTo(new Comparison(2, 200, 180, 40, 20));
    assertThat(both.time()).isEqualTo(90);
    assertThat(right.merge(left).time()).isEqualTo(90);
    assertThat(left.merge(left).source()).isEqualTo("p-0");
  }

  @Test
  void shouldNotMixEvaluations() {
    Evaluation one = evaluation("m", 1);

    assertThatThrownBy(() -> one.merge(evaluation("m", 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("m@1 is not m@2");
    assertThatThrownBy(() -> one.merge(evaluation("n", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("m@1 is not n@1");
    assertThatThrownBy(() -> evaluation("", 1)).hasMessage("an evaluation must name its model");
    assertThatThrownBy(() -> evaluation("m", 0)).hasMessage("versions count from 1, was 0");
  }

  @Test
  void shouldAddUpBinsThoughOneHasNone() {
    Scores.Bin bin = new Scores.Bin(1, 2, 3);
    Scores none = Scores.empty();
    Scores some = new Scores(1, 1, 1, 1, 1, 1, new TreeMap<>(), List.of(bin, bin));

    assertThat(none.merge(some).calibration()).containsExactly(bin, bin);
    assertThat(some.merge(none).calibration()).containsExactly(bin, bin);
    assertThat(some.merge(some).calibration()).containsOnly(new Scores.Bin(2, 4, 6));
  }

  @Test
  void shouldReplaceTheConfusionMatrixOnly() {
    Scores scores = new Scores(1, 2, 3, 4, 5, 6, new TreeMap<>(), List.of());
    TreeMap<String, java.util.SortedMap<String, Double>> other = new TreeMap<>();
    other.put("a", new TreeMap<>(Map.of("b", 1.0)));

    assertThat(scores.with(other, new TreeMap<>()))
        .isEqualTo(new Scores(1, 2, 3, 4, 5, 6, other, List.of()));
    assertThat(scores.meanBrier()).isEqualTo(4.0);
    assertThat(new Scores(4, 2, 3, 4, 1, 3, other, List.of()).noChangeAccuracy()).isEqualTo(0.25);
    assertThat(new Scores(4, 2, 3, 4, 1, 3, other, List.of()).majorityAccuracy()).isEqualTo(0.75);
  }

  private static Evaluation evaluation(String model, int version) {
    return new Evaluation(model, version, "p", Scores.empty(), Scores.empty(), GOOD, 1L);
  }

  /** Of the classes a and b; says b. */
  private static Posterior answer(double a) {
    Posterior answer = new Posterior();
    answer.begin(new String[] {"a", "b"});
    answer.set(0, 0.0, Math.log(a));
    answer.set(1, 0.0, Math.log(1.0 - a));
    answer.finish();
    return answer;
  }

  private static Map<String, byte[]> rows(PrequentialScore score) {
    RowWriter writer = new RowWriter();
    Map<String, byte[]> rows = new TreeMap<>();
    score.changedRows((row, content) -> rows.put(row, writer.encode(content)));
    return rows;
  }

  private static PrequentialScore restored(PrequentialScore score) {
    PrequentialScore copy = new PrequentialScore(10);
    rows(score).forEach((row, bytes) -> copy.restore(row, new RowReader(bytes)));
    return copy;
  }
}
