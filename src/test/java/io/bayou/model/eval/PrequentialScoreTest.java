package io.bayou.model.eval;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Posterior;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PrequentialScoreTest {
  private static final int CLASSES = 30;

  private final RowWriter writer = new RowWriter();

  @Test
  void shouldGoOnAfterARestoreAsIfItHadNeverStopped() {
    forAll(
        100,
        random -> {
          PrequentialScore whole = new PrequentialScore(CLASSES);
          PrequentialScore score = new PrequentialScore(CLASSES);
          Map<String, byte[]> store = new TreeMap<>();
          int stops = 1 + random.nextInt(4);
          for (int stop = 0; stop < stops; stop++) {
            for (int i = random.nextInt(200); i > 0; i--) {
              add(random, whole, score);
              if (random.nextInt(3) == 0) {
                save(score, store);
              }
            }
            save(score, store);
            score = restored(store);
          }
          assertThat(score.cumulative()).isEqualTo(whole.cumulative());
          assertThat(score.fading()).isEqualTo(whole.fading());
        });
  }

  @Test
  void shouldStoreWhatFadingScalesDown() {
    RandomGenerator random = new SplittableRandom(5);
    PrequentialScore whole = new PrequentialScore(CLASSES);
    PrequentialScore score = new PrequentialScore(CLASSES);
    Map<String, byte[]> store = new TreeMap<>();
    Posterior answer = answer(random);
    for (int i = 0; i < 230_300; i++) { // 0.999^-230,144 passes 1e100
      String label = i < 100 ? "early" : "late";
      whole.add(answer, label, 1.0);
      score.add(answer, label, 1.0);
      save(score, store);
    }

    assertThat(restored(store).fading()).isEqualTo(whole.fading());
    assertThat(whole.fading().instances()).isBetween(999.0, 1001.0);
  }

  @Test
  void shouldRewriteLittleForAnEventHoweverManyClassesThereAre() {
    PrequentialScore score = new PrequentialScore(1_000);
    Posterior[] answers = new Posterior[1_000];
    for (int c = 0; c < answers.length; c++) {
      answers[c] = new Posterior();
      answers[c].begin(new String[] {"class-" + c});
      answers[c].set(0, 0.0, 0.0);
      answers[c].finish();
      score.add(answers[c], "class-" + c, 1.0);
    }
    Map<String, byte[]> store = new TreeMap<>();
    save(score, store);
    assertThat(store).hasSize(1_002 + Scores.MAX_CLASSES);

    score.add(answers[7], "class-8", 1.0);
    Map<String, byte[]> rows = new TreeMap<>();
    save(score, rows);

    assertThat(rows).hasSize(2);
    assertThat(rows.values().stream().mapToInt(row -> row.length).sum()).isLessThan(800);
  }

  @Test
  void shouldHandOverNothingTwice() {
    PrequentialScore score = new PrequentialScore(CLASSES);
    Map<String, byte[]> rows = new TreeMap<>();
    save(score, rows);
    assertThat(rows).isEmpty();

    score.add(new Posterior(), "a", 1.0);
    save(score, rows);
    assertThat(rows.keySet())
        .containsExactly("evaluation", "evaluation-class/a", "evaluation-labels", "evaluation/1")
        .allMatch(PrequentialScore::isRow);
    assertThat(PrequentialScore.isRow("model")).isFalse();

    rows.clear();
    save(score, rows);
    assertThat(rows).isEmpty();
  }

  @Test
  void shouldRefuseARowOfMoreClassesThanItMayHave() {
    PrequentialScore score = new PrequentialScore(CLASSES);
    Posterior answer = new Posterior();
    for (int c = 0; c < CLASSES; c++) {
      score.add(answer, "class-" + c, 1.0);
    }
    Map<String, byte[]> rows = new TreeMap<>();
    save(score, rows);
    PrequentialScore smaller = new PrequentialScore(10);

    assertThatThrownBy(
            () -> smaller.restore("evaluation/30", new RowReader(rows.get("evaluation/30"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the stored scores name a label number 30");
    assertThatThrownBy(
            () -> smaller.restore("evaluation/2", new RowReader(rows.get("evaluation/3"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("row 'evaluation/2' holds the scores of label 3");
  }

  /* A log loss is a sum of logarithms of probabilities, which may round to more than 1. */
  @Test
  void shouldReadNoNegativeSumButOfLogarithms() {
    int logLoss = 2;
    PrequentialScore score = new PrequentialScore(CLASSES);
    score.restore("evaluation", new RowReader(sumsWith(logLoss, -0.5)));
    assertThat(score.cumulative().logLoss()).isEqualTo(-0.5);

    for (int other : new int[] {0, 1, 3, 4, 5, 6}) {
      RowReader row = new RowReader(sumsWith(other, -0.5));
      assertThatThrownBy(() -> new PrequentialScore(CLASSES).restore("evaluation", row))
          .hasMessageContaining("the negative amount -0.5");
    }
  }

  /* The row of the sums, with this one instead of 0 in both scores. */
  private byte[] sumsWith(int which, double value) {
    return writer.encode(
        out -> {
          for (int score = 0; score < 2; score++) {
            out.number(1.0);
            for (int i = 0; i < 6 + 3 * Score.BINS; i++) {
              out.number(i == which ? value : 0.0);
            }
            out.integer(-1); // no label yet
            out.integer(-1);
          }
        });
  }

  private void save(PrequentialScore score, Map<String, byte[]> store) {
    score.changedRows((row, content) -> store.put(row, writer.encode(content)));
  }

  private static PrequentialScore restored(Map<String, byte[]> store) {
    PrequentialScore score = new PrequentialScore(CLASSES);
    store.forEach(
        (row, bytes) -> {
          RowReader reader = new RowReader(bytes);
          score.restore(row, reader);
          reader.end();
        });
    return score;
  }

  private static void add(RandomGenerator random, PrequentialScore... scores) {
    Posterior answer = answer(random);
    String label = "class-" + random.nextInt(CLASSES + 5); // some beyond the limit
    double weight = random.nextDouble();
    for (PrequentialScore score : scores) {
      score.add(answer, label, weight);
    }
  }

  /* Some of its labels never come true. */
  private static Posterior answer(RandomGenerator random) {
    Posterior answer = new Posterior();
    int first = random.nextInt(CLASSES);
    answer.begin(new String[] {"class-" + first, "only-predicted-" + first % 3});
    answer.set(0, 0.0, random.nextGaussian());
    answer.set(1, 0.0, random.nextGaussian() - 1.0);
    answer.finish();
    return answer;
  }
}
