package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static io.bayou.app.Json.at;
import static io.bayou.app.Json.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels that are held back. */
class DelayTest {
  private static final int ROWS = 500;

  @TempDir private Path directory;
  private Path data;
  private Path untimed;
  private final double[] x = new double[ROWS];
  private final long[] time = new long[ROWS];
  private final String[] label = new String[ROWS];

  /* Two classes that drift apart; times rise by up to a minute, and now and then fall. */
  @BeforeEach
  void write() throws IOException {
    Random random = new Random(7);
    StringBuilder csv = new StringBuilder("x,at,label\n");
    StringBuilder timeless = new StringBuilder("x,label\n");
    long now = 1_000_000;
    for (int i = 0; i < ROWS; i++) {
      boolean first = random.nextInt(3) == 0;
      x[i] = random.nextGaussian() + (first ? 1.5 : -0.5) + i * 0.01;
      now += random.nextInt(60_000) - (i % 20 == 19 ? 90_000 : 0);
      time[i] = now;
      label[i] = first ? "a" : "b";
      csv.append(x[i]).append(',').append(time[i]).append(',').append(label[i]).append('\n');
      timeless.append(x[i]).append(',').append(label[i]).append('\n');
    }
    untimed = Files.writeString(directory.resolve("untimed.csv"), timeless);
    data = Files.writeString(directory.resolve("data.csv"), csv);
  }

  @ParameterizedTest
  @ValueSource(strings = {"naive-bayes", "lda", "logistic", "average", "tan"})
  void shouldScoreTheSameToTheBitWithoutAnyDelay(String learner) {
    Map<String, Object> none = scores("--learner", learner);
    Map<String, Object> zero = scores("--learner", learner, "--delay", "0");

    for (String score : List.of("instances", "accuracy", "logLoss", "brier", "confusion", "ece")) {
      assertThat(at(zero, score)).as(score).isEqualTo(at(none, score));
    }
    assertThat(at(zero, "delay", "rows")).isEqualTo(0);
    assertThat(at(zero, "delay", "notLearned")).isEqualTo(0);
    assertThat(none).doesNotContainKey("delay");
  }

  @Test
  void shouldAnswerEverythingByTheEmptyModelIfNoLabelComesInTime() {
    Map<String, Object> json = scores("--delay", Integer.toString(ROWS));

    assertThat(at(json, "instances")).isEqualTo(ROWS);
    assertThat(number(json, "accuracy")).isZero();
    assertThat(at(json, "delay", "notLearned")).isEqualTo(ROWS);
  }

  @Test
  void shouldLearnARowAfterSoManyFurtherRows() {
    for (int delay : new int[] {1, 7, 100, ROWS - 1}) {
      Learner learner = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
      int right = 0;
      for (int i = 0; i < ROWS; i++) {
        Posterior answer = learner.predict(new Features().number("x", x[i]));
        right += isRight(answer, label[i]) ? 1 : 0;
        if (i >= delay) {
          int known = i - delay;
          learner.learn(new Features().number("x", x[known]), label[known], 1.0, known * 1_000L);
        }
      }

      Map<String, Object> json = scores("--delay", Integer.toString(delay));

      assertThat(number(json, "accuracy")).as("%d rows", delay).isEqualTo(right / (double) ROWS);
      assertThat(at(json, "delay", "notLearned")).isEqualTo(delay);
    }
  }

  /** A row is answered and learned with the labels that were known when it was answered. */
  @Test
  void shouldKnowNoLabelBeforeItComes() throws IOException {
    int delay = 3;
    ModelSpec spec = ModelSpec.builder(LearnerKind.NAIVE_BAYES).lags(1).build();
    Learner learner = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    int right = 0;
    for (int i = 0; i < ROWS; i++) {
      if (i >= delay) {
        learner.learn(lagged(i - delay, delay), label[i - delay], 1.0, 0);
      }
      right += isRight(learner.predict(lagged(i, delay)), label[i]) ? 1 : 0;
    }

    Path file = Files.writeString(directory.resolve("spec.json"), SpecCodec.write(spec));
    Map<String, Object> json = scores("--delay", "" + (delay - 1), "--spec", file.toString());

    assertThat(number(json, "accuracy")).isEqualTo(right / (double) ROWS);
  }

  private Features lagged(int row, int delay) {
    Features features = new Features().number("x", x[row]);
    return row < delay ? features : features.text("label.lag1", label[row - delay]);
  }

  @Test
  void shouldLearnARowWhenItsTimeHasPassed() {
    long delay = 600_000;
    Learner learner = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    List<Integer> waiting = new ArrayList<>();
    int right = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int due = next(waiting, time[i] - delay);
          due >= 0;
          due = next(waiting, time[i] - delay)) {
        waiting.remove(Integer.valueOf(due));
        learner.learn(new Features().number("x", x[due]), label[due], 1.0, time[due]);
      }
      right += isRight(learner.predict(new Features().number("x", x[i])), label[i]) ? 1 : 0;
      waiting.add(i);
    }

    Map<String, Object> json = scores("--delay", "10m", "--time", "at");

    assertThat(number(json, "accuracy")).isEqualTo(right / (double) ROWS);
    assertThat(at(json, "delay", "millis")).isEqualTo(600_000);
    assertThat(at(json, "delay", "notLearned")).isEqualTo(waiting.size());
  }

  /* The row that is due first: the oldest one. */
  private int next(List<Integer> waiting, long until) {
    int first = -1;
    for (int row : waiting) {
      if (time[row] <= until && (first < 0 || time[row] < time[first])) {
        first = row;
      }
    }
    return first;
  }

  private static boolean isRight(Posterior answer, String label) {
    return !answer.isEmpty() && answer.label(answer.best()).equals(label);
  }

  @Test
  void shouldSayWhatItWasTold() {
    Cli text = bayou("evaluate", "--data", data.toString(), "--time=at", "--delay=90m");

    assertThat(text.out())
        .startsWith("naive-bayes on " + data + ", 500 rows, labels held back for 1h30m\n")
        .containsPattern("rows not learned +\\d+");
  }

  @Test
  void shouldRefuseADelayThatMeansNothing() {
    assertThat(bayou("evaluate", "--data", data.toString(), "--delay", "1h"))
        .isEqualTo(
            new Cli(
                2,
                "",
                "bayou: a --delay in time needs the time of each row: --time, or input.time in a"
                    + " spec; see 'bayou evaluate --help'\n"));
    assertThat(bayou("evaluate", "--data", data.toString(), "--delay", "soon").err())
        .contains("'soon' is neither a number of rows nor a duration such as 20s or 1h");
    assertThat(bayou("evaluate", "--suite", ".", "--delay", "5").exitCode()).isEqualTo(2);
  }

  private Map<String, Object> scores(String... more) {
    Path file = List.of(more).contains("--time") ? data : untimed;
    List<String> args = new ArrayList<>(List.of("evaluate", "--data", file.toString(), "--json"));
    args.addAll(List.of(more));
    Cli result = bayou(args.toArray(String[]::new));
    assertThat(result.exitCode()).as(result.err()).isZero();
    return Json.object(result.out());
  }
}
