package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static io.bayou.app.Json.at;
import static io.bayou.app.Json.number;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.model.spec.LearnerKind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateCommandTest {
  @TempDir private Path directory;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = directory.resolve("data.csv");
    StringBuilder text = new StringBuilder("x,noise,class\n");
    for (int i = 0; i < 200; i++) {
      text.append(i % 2 == 0 ? i % 7 : 100 + i % 5).append(",").append(i % 3);
      text.append(i % 2 == 0 ? ",low\n" : ",high\n");
    }
    Files.writeString(data, text);
  }

  @Test
  void shouldPrintOneJsonObject() {
    Cli result = evaluate("--data", data.toString(), "--label", "class", "--json");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).endsWith("}" + System.lineSeparator()).hasLineCount(1);
    Map<String, Object> json = Json.object(result.out());
    assertThat(at(json, "instances")).isEqualTo(200);
    assertThat(number(json, "accuracy")).isBetween(0.95, 0.995); // the first of each is lost
    assertThat(number(json, "noChangeAccuracy")).isZero();
    assertThat(number(json, "majorityAccuracy")).isBetween(0.4, 0.6);
    assertThat(number(json, "logLoss")).isBetween(0.0, 0.2);
    assertThat(number(json, "brier")).isBetween(0.0, 0.1);
    assertThat(number(json, "ece")).isBetween(0.0, 0.1);
    assertThat(number(json, "kappa")).isGreaterThan(0.9);
    assertThat(number(json, "kappaT")).isEqualTo(number(json, "accuracy"));
    assertThat(number(json, "kappaM")).isGreaterThan(0.9);
    assertThat(number(json, "confusion", "high", "high")).isBetween(95.0, 100.0);
    assertThat(number(json, "seconds")).isPositive();
    assertThat(number(json, "instancesPerSecond")).isPositive();
    assertThat(json.containsKey("warmInstancesPerSecond")).isFalse();
  }

  @Test
  void shouldLeaveOutRowsOfUnknownClasses() throws IOException {
    Path spec = directory.resolve("spec.yaml");
    Files.writeString(spec, "classes: [low, high]");
    Files.writeString(data, Files.readString(data) + "3,1,lwo\n");

    Cli result =
        evaluate("--data", data.toString(), "--label=class", "--json", "--spec", spec.toString());

    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .startsWith(
            data
                + ":202: row left out: the label 'lwo' is none of the classes of the spec: high,"
                + " low; correct it, or add it to 'classes' in the spec");
    assertThat(at(Json.object(result.out()), "instances")).isEqualTo(200);
  }

  @Test
  void shouldReportTheWarmRateOfRepetitions() {
    Cli result = evaluate("--data", data.toString(), "--label=class", "--json", "--repeat=3");

    assertThat(number(Json.object(result.out()), "warmInstancesPerSecond")).isPositive();
  }

  @Test
  void shouldPrintATableForPeople() {
    Cli result = evaluate("--data", data.toString(), "--label", "class", "--repeat", "1");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .startsWith("naive-bayes on " + data + ", 200 rows")
        .containsPattern("accuracy +0\\.9\\d{3}\n")
        .containsPattern("speed +[0-9.]+ ([kM]?)/s, ")
        .containsPattern("true +high +low {2}<- predicted\n");
  }

  /** Names that others' checks rely on. */
  @Test
  void shouldTellTheMeasuresOfClassesDecisionsAndSets() throws IOException {
    Path spec = directory.resolve("spec.yaml");
    Files.writeString(
        spec,
        """
        sets: {coverage: 0.9}
        decide: {costs: {high: {low: 50}, low: {high: 1}}, reject: 2}
        """,
        UTF_8);

    Map<String, Object> json =
        Json.object(
            evaluate(
                    "--data", data.toString(), "--label=class", "--spec", spec.toString(), "--json")
                .out());

    // The first of high costs 50 of the 200 events, whatever the threshold: it is not known yet.
    assertThat(number(json, "cost")).isBetween(0.25, 1.0);
    assertThat(number(json, "costOfBestThreshold")).isBetween(0.25, 0.3);
    assertThat(number(json, "coverage")).isBetween(0.85, 1.0);
    assertThat(number(json, "setSize")).isBetween(0.85, 1.5);
    assertThat(number(json, "macroF1")).isBetween(0.95, 1.0);
    assertThat(number(json, "balancedAccuracy")).isBetween(0.95, 1.0);
    for (String label : new String[] {"high", "low"}) {
      assertThat(number(json, "perClass", label, "support")).isEqualTo(100);
      assertThat(number(json, "perClass", label, "precision")).isBetween(0.95, 1.0);
      assertThat(number(json, "perClass", label, "recall")).isBetween(0.95, 1.0);
      assertThat(number(json, "perClass", label, "f1")).isBetween(0.95, 1.0);
      assertThat(number(json, "perClass", label, "auc")).isBetween(0.95, 1.0);
      assertThat(number(json, "perClass", label, "averagePrecision")).isBetween(0.95, 1.0);
    }
    Map<String, Object> plain =
        Json.object(evaluate("--data", data.toString(), "--label=class", "--json").out());
    assertThat(plain)
        .containsKeys("perClass", "macroF1", "balancedAccuracy")
        .doesNotContainKeys("cost", "costOfBestThreshold", "coverage", "setSize");
  }

  @Test
  void shouldReadGzippedFilesAndSpecs() throws IOException {
    Path zipped = directory.resolve("zipped");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      Files.copy(data, out);
    }
    Path spec = directory.resolve("spec.yaml");
    Files.writeString(spec, "features: {x: ignore, noise: categorical}\n");

    Cli result =
        evaluate("--data", zipped.toString(), "--label=class", "--spec", spec.toString(), "--json");

    assertThat(number(Json.object(result.out()), "accuracy")).isLessThan(0.7); // x is not used
  }

  @Test
  void shouldReportBrokenRowsAndGoOn() throws IOException {
    Files.writeString(
        data, "1,2\n".repeat(7) + "1,2,\n", UTF_8, java.nio.file.StandardOpenOption.APPEND);

    Cli result = evaluate("--data", data.toString(), "--label", "class", "--json");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .startsWith(data + ":202: row left out: 2 fields where the header has 3\n")
        .endsWith(data + ": 7 rows left out\n")
        .hasLineCount(6);
    Map<String, Object> json = Json.object(result.out());
    assertThat(at(json, "brokenRows")).isEqualTo(7);
    assertThat(at(json, "unlabeledRows")).isEqualTo(1);
    assertThat(at(json, "instances")).isEqualTo(200);
  }

  @Test
  void shouldCountWhatTheLearnerLeftOut() throws IOException {
    Files.writeString(data, "x,label\n1,a\ntwo,a\n3,b\n", UTF_8);

    Cli json = evaluate("--data", data.toString(), "--json");
    Cli text = evaluate("--data", data.toString());

    assertThat(number(Json.object(json.out()), "refusals", "TYPE_CHANGED")).isPositive();
    assertThat(text.out()).containsPattern("type changed +\\d");
  }

  @Test
  void shouldFadeByTheTimeColumn() throws IOException {
    StringBuilder text = new StringBuilder("at,x,label\n");
    for (int i = 0; i < 400; i++) {
      text.append(i * 60_000L).append(',').append(i % 2).append(',');
      text.append((i % 2 == 0) == (i < 200) ? "a\n" : "b\n"); // the meaning of x turns round
    }
    Files.writeString(data, text, UTF_8);
    Path spec = directory.resolve("spec.yaml");
    Files.writeString(spec, "half-life: 10m\nfeatures: {x: bernoulli}\n");

    Cli fading =
        evaluate("--data", data.toString(), "--spec", spec.toString(), "--time=at", "--json");
    Cli lasting = evaluate("--data", data.toString(), "--weight=at", "--json");

    assertThat(number(Json.object(fading.out()), "accuracy")).isGreaterThan(0.9);
    assertThat(lasting.exitCode()).isZero();
  }

  @Test
  void shouldSayInOneLineWhatIsWrong() throws IOException {
    Path empty = Files.createFile(directory.resolve("empty.csv"));
    Path header = Files.writeString(directory.resolve("header.csv"), "x,label\n");
    Path unlabeled = Files.writeString(directory.resolve("unlabeled.csv"), "x,label\n1,\n");
    Path zip = directory.resolve("cut.csv.gz");
    Files.write(zip, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 1});
    Path spec =
        Files.writeString(directory.resolve("spec.yaml"), "learner: naive-bayes\nprio: 1\n");

    fails(2, "give either --data FILE or --suite DIR");
    fails(2, "there is no directory nowhere", "--suite", "nowhere");
    fails(2, "there is no file nothing.csv", "--data", "nothing.csv");
    fails(2, "not a file but a directory: " + directory, "--data", directory.toString());
    fails(
        2,
        "cannot use " + data + ": no column 'label'; there are x, noise, class",
        "--data",
        data.toString());
    fails(
        2,
        "unknown learner 'svm'; known are " + learners(),
        "--data",
        data.toString(),
        "--learner",
        "svm");
    fails(2, "there is no file s.yaml", "--data", data.toString(), "--spec", "s.yaml");
    fails(2, "--repeat must not be negative, was -1", "--data", data.toString(), "--repeat=-1");
    assertThat(evaluate("--data", data.toString(), "--spec", spec.toString()))
        .isEqualTo(
            new Cli(2, "", "bayou: " + spec + ":2: unknown key 'prio' (did you mean 'prior'?)\n"));
    assertThat(evaluate("--data", empty.toString()))
        .isEqualTo(
            new Cli(
                1,
                "",
                "bayou: cannot use "
                    + empty
                    + ": empty; a header row and one row per example are needed\n"));
    assertThat(evaluate("--data", header.toString()))
        .isEqualTo(
            new Cli(1, "", "bayou: cannot use " + header + ": there is no row below the header\n"));
    assertThat(evaluate("--data", unlabeled.toString()))
        .isEqualTo(new Cli(1, "", "bayou: cannot use " + unlabeled + ": no row has a label\n"));
    assertThat(evaluate("--data", zip.toString()).err())
        .startsWith("bayou: cannot read " + zip + ": ")
        .hasLineCount(1);
    assertThat(evaluate("--data", data.toString(), "--spec=a", "--learner=b").exitCode())
        .isEqualTo(2);
  }

  private static String learners() {
    return Arrays.stream(LearnerKind.values()).map(LearnerKind::key).collect(joining(", "));
  }

  private static void fails(int exitCode, String message, String... args) {
    assertThat(evaluate(args))
        .isEqualTo(new Cli(exitCode, "", "bayou: " + message + "; see 'bayou evaluate --help'\n"));
  }

  private static Cli evaluate(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "evaluate";
    System.arraycopy(args, 0, all, 1, args.length);
    return bayou(all);
  }
}
