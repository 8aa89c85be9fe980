package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.model.spec.LearnerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateSuiteTest {
  @TempDir private Path directory;

  @BeforeEach
  void writeData() throws IOException {
    StringBuilder numbers = new StringBuilder("Class,x\n");
    StringBuilder words = new StringBuilder("kind,answer\n");
    for (int i = 0; i < 100; i++) {
      numbers.append(i % 2 == 0 ? "a," : "b,").append(i % 2 == 0 ? i % 7 : 5 + i % 7).append('\n');
      words.append("k").append(i % 3).append(i % 3 == 0 ? ",yes\n" : ",no\n");
    }
    Files.writeString(directory.resolve("numbers.csv"), numbers);
    Files.writeString(directory.resolve("words.csv"), words);
    Files.writeString(directory.resolve("notes.txt"), "not a data set");
  }

  @Test
  void shouldEvaluateEveryLearnerOnEveryFile() {
    List<Map<String, Object>> results = suite("--json");

    assertThat(results).hasSize(2 * (LearnerKind.values().length - 1)); // a network must be given
    assertThat(of(results, "numbers", "lda")).containsEntry("rows", 100).doesNotContainKey("note");
    assertThat((double) of(results, "numbers", "lda").get("accuracy")).isGreaterThan(0.7);
    assertThat((double) of(results, "words", "naive-bayes").get("accuracy")).isGreaterThan(0.9);
  }

  @Test
  void shouldSayWhereALearnerHasNothingToLearnFrom() {
    assertThat(of(suite("--json"), "words", "lda"))
        .containsEntry("note", "no feature that it can use, answers with the prior");
  }

  @Test
  void shouldTakeOneLearnerAndWhatTheSuiteSays() throws IOException {
    Files.writeString(
        directory.resolve("suite.yaml"),
        "words: {label: kind}\nnumbers: {label: Class, features: {x: ignore}}\n");

    List<Map<String, Object>> results = suite("--json", "--learner", "naive-bayes");

    assertThat(results).hasSize(2);
    assertThat((double) of(results, "words", "naive-bayes").get("accuracy")).isLessThan(0.7);
    assertThat(of(results, "numbers", "naive-bayes")).containsKey("note");
  }

  @Test
  void shouldTakeCellsOfManyWordsForTexts() throws IOException {
    StringBuilder texts = new StringBuilder("text,label\n");
    for (int i = 0; i < 20; i++) {
      texts.append("one two three ").append(i).append(i % 2 == 0 ? ",x\n" : ",y\n");
    }
    Path file = Files.writeString(directory.resolve("texts.csv"), texts);

    SuiteData data = SuiteData.read(file, Map.of(), null);

    assertThat(data.features()).containsOnlyKeys("text");
    assertThat(SuiteData.read(directory.resolve("words.csv"), Map.of(), null).features()).isEmpty();
  }

  @Test
  void shouldPrintTables() {
    Cli cli = bayou("evaluate", "--suite", directory.toString());

    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out())
        .contains("Log loss", "Accuracy", "Rows per second", "| numbers ", "| words ", "**")
        .contains("- lda on words: no feature that it can use");
    assertThat(cli.err()).contains("numbers: lda, ");
  }

  @Test
  void shouldRefuseADirectoryWithoutData() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));

    Cli cli = bayou("evaluate", "--suite", empty.toString());

    assertThat(cli.exitCode()).isEqualTo(1);
    assertThat(cli.err()).isEqualTo("bayou: no file in " + empty + " ends in .csv or .csv.gz\n");
  }

  private List<Map<String, Object>> suite(String... options) {
    String[] args = new String[options.length + 3];
    args[0] = "evaluate";
    args[1] = "--suite";
    args[2] = directory.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    Cli cli = bayou(args);
    assertThat(cli.exitCode()).isZero();
    return Json.lines(cli.out());
  }

  private static Map<String, Object> of(
      List<Map<String, Object>> results, String data, String learner) {
    return results.stream()
        .filter(r -> r.get("data").equals(data) && r.get("learner").equals(learner))
        .findFirst()
        .orElseThrow();
  }
}
