package io.bayou.app.suggest;

import static io.bayou.app.Cli.bayou;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuggestCommandTest {
  @TempDir private Path directory;

  private Path write(String name, String header, int rows, IntFunction<String> row)
      throws IOException {
    StringBuilder csv = new StringBuilder(header).append('\n');
    for (int i = 0; i < rows; i++) {
      csv.append(row.apply(i)).append('\n');
    }
    return Files.writeString(directory.resolve(name), csv);
  }

  /* The label is the sign of a noisy difference, in no order. */
  private Path numbers() throws IOException {
    Random random = new Random(7);
    return write(
        "numbers.csv",
        "a,b,label",
        600,
        i -> {
          double a = random.nextGaussian();
          double b = random.nextGaussian();
          return a + "," + b + "," + (a - b + 0.5 * random.nextGaussian() > 0.0 ? "up" : "down");
        });
  }

  /* The label changes seldom, and the feature says nothing. */
  private Path runs() throws IOException {
    return write("runs.csv", "noise,label", 400, i -> i % 7 + "," + (i / 20 % 2 == 0 ? "a" : "b"));
  }

  private static Map<String, Object> json(String... args) {
    Cli result = bayou(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return Json.object(result.out());
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> candidates(Map<String, Object> report) {
    return (List<Map<String, Object>>) report.get("candidates");
  }

  private static List<String> names(Map<String, Object> report) {
    return candidates(report).stream().map(each -> (String) each.get("name")).toList();
  }

  private static double number(Map<String, Object> of, String key) {
    return ((Number) of.get(key)).doubleValue();
  }

  @Test
  void shouldRankCandidatesThatSuitTheData() throws IOException {
    Map<String, Object> report = json("suggest", "--data=" + numbers(), "--json");

    assertThat(report)
        .containsEntry("rows", 600)
        .containsEntry("unlabeledRows", 0)
        .containsEntry("features", Map.of("number", 2))
        .containsEntry("withoutLags", null)
        .containsEntry("warnings", List.of());
    assertThat(names(report))
        .containsExactlyInAnyOrder(
            "majority",
            "no-change",
            "naive-bayes",
            "naive-bayes, forgetting 0.99",
            "aode, forgetting 0.99",
            "aode",
            "tan",
            "aode, bins auto",
            "average, bins auto",
            "lda",
            "qda",
            "rda",
            "forest",
            "logistic",
            "logistic, forgetting 1",
            "logistic, forgetting 0.98",
            "average");
    assertThat(candidates(report)).extracting(each -> number(each, "logLoss")).isSorted();
    assertThat(names(report).get(0)).isEqualTo(report.get("best"));
    assertThat(names(report).indexOf("lda")).isLessThan(names(report).indexOf("majority"));
  }

  @Test
  void shouldScoreAsAnEvaluationDoes() throws IOException {
    Path data = numbers();
    Map<String, Object> report = json("suggest", "--data=" + data, "--json");
    Map<String, Object> lda = json("evaluate", "--data=" + data, "--learner=lda", "--json");
    Map<String, Object> best = candidates(report).get(0);
    Map<String, Object> same =
        candidates(report).stream().filter(each -> each.get("name").equals("lda")).findAny().get();

    assertThat(number(same, "logLoss")).isCloseTo(number(lda, "logLoss"), within(1e-9));
    assertThat(number(same, "accuracy")).isEqualTo(number(lda, "accuracy"));
    assertThat(number(same, "behind"))
        .isCloseTo(number(same, "logLoss") - number(best, "logLoss"), within(1e-9));
    assertThat(number(best, "behind")).isZero();
    assertThat(number(same, "behindError")).isLessThan(number(same, "logLossError"));
  }

  @Test
  void shouldPrintASpecWithAllElseAsComments() throws IOException {
    Path data = numbers();
    Cli result = bayou("suggest", "--data=" + data, "--rows=300");
    Path spec = Files.writeString(directory.resolve("spec.yaml"), result.out());

    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("# " + data + ": 300 of 600 rows\n# 2 classes: down, up\n# features: 2 numbers")
        .contains(" has the lowest log loss. An event costs ")
        .contains("\n# The spec, for 'bayou evaluate --spec' ")
        .contains("\n\nlearner: ");
    assertThat(bayou("evaluate", "--data=" + data, "--spec=" + spec).exitCode()).isZero();
  }

  @Test
  void shouldTryLabelsBeforeWhereTheyComeInRunsAndWarn() throws IOException {
    Path data = runs();
    Map<String, Object> report = json("suggest", "--data=" + data, "--json");
    Map<String, Object> without = json("suggest", "--data=" + data, "--json", "--no-lags");

    assertThat(names(report))
        .contains("naive-bayes, lags 2", "logistic, lags 2", "average, lags 2");
    assertThat(names(without)).noneMatch(name -> name.endsWith("lags 2"));
    assertThat((List<?>) report.get("warnings"))
        .anySatisfy(line -> assertThat(line.toString()).contains("evaluate --delay"));
    assertThat(report.get("withoutLags")).isIn(names(without));
  }

  @Test
  void shouldReadTextsAsTextsAndLeaveNamesOut() throws IOException {
    Path data =
        write(
            "mail.csv",
            "id,body,label",
            60,
            i ->
                "m"
                    + i
                    + (i % 3 == 0 ? ",win a big prize now,spam" : ",see you at the office,ham"));
    Map<String, Object> report = json("suggest", "--data=" + data, "--json");
    ModelSpec spec = SpecCodec.read("output", (String) report.get("spec"));

    assertThat(report).containsEntry("features", Map.of("none", 1, "text", 1));
    assertThat(names(report))
        .contains("naive-bayes, bernoulli-text", "average, bernoulli-text")
        .doesNotContain("lda", "aode", "tan");
    assertThat(spec.features().get("id").type()).isEqualTo(FeatureType.IGNORE);
    assertThat(spec.features().get("body").type().isText()).isTrue();
  }

  @Test
  void shouldSayWhatCannotBeUsed() throws IOException {
    Path one = write("one.csv", "a,label", 3, i -> i + ",yes");
    Path none = write("none.csv", "a,label", 3, i -> i + ",");
    Path bare = write("bare.csv", "label", 3, i -> i % 2 == 0 ? "yes" : "no");

    assertThat(bayou("suggest", "--data=" + one))
        .isEqualTo(
            new Cli(
                1,
                "",
                "bayou: cannot use "
                    + one
                    + ": every row has the label 'yes'; a classifier needs two or more\n"));
    assertThat(bayou("suggest", "--data=" + none).err())
        .endsWith("none.csv: no row has a label; --label says where it is\n");
    assertThat(bayou("suggest", "--data=" + bare).err())
        .endsWith("bare.csv: there is no feature to learn from\n");
    assertThat(bayou("suggest", "--data=" + one, "--label=x").exitCode()).isEqualTo(2);
    assertThat(bayou("suggest", "--data=" + one, "--rows=1").exitCode()).isEqualTo(2);
    assertThat(bayou("suggest").exitCode()).isEqualTo(2);
    assertThat(bayou("suggest", "--data=" + one, "--topic=t").exitCode()).isEqualTo(2);
  }

  @Test
  void shouldWriteAnAverageOfTheDefaultMembersShortly() {
    ModelSpec average = ModelSpec.builder(LearnerKind.AVERAGE).lags(2).build();

    assertThat(SpecCodec.yaml(average)).isEqualTo("learner: average\nlags: 2\n");
    assertThat(SpecCodec.read("yaml", SpecCodec.yaml(average))).isEqualTo(average);
  }
}
