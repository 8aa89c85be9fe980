package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static io.bayou.app.Json.at;
import static io.bayou.app.Json.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model for every customer in a file. */
class EvaluateScopeTest {
  private static final int CUSTOMERS = 8;

  @TempDir private Path directory;
  private Path csv;
  private Path spec;

  /* Even customers buy what is red, odd ones what is blue. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder rows = new StringBuilder("customer,colour,label\n");
    for (int i = 0; i < 400; i++) {
      int customer = i % CUSTOMERS;
      boolean red = i / CUSTOMERS % 2 == 0;
      boolean buys = red == (customer % 2 == 0);
      rows.append("00" + customer + "," + (red ? "red" : "blue") + "," + (buys ? "buy" : "skip"));
      rows.append('\n');
    }
    csv = Files.writeString(directory.resolve("orders.csv"), rows);
    spec = Files.writeString(directory.resolve("spec.yaml"), "scope: {key: customer}\n");
  }

  private Cli run(String... more) {
    String[] start = {"evaluate", "--data", csv.toString(), "--spec", spec.toString()};
    String[] all = Arrays.copyOf(start, start.length + more.length);
    System.arraycopy(more, 0, all, start.length, more.length);
    return bayou(all);
  }

  @Test
  void shouldTellWhatAModelForEveryKeyIsWorth() {
    Cli run = run("--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Object> report = Json.object(run.out());
    assertThat(number(report, "scope", "keys")).isEqualTo(CUSTOMERS);
    List<?> bins = (List<?>) at(report, "scope", "byExamples");
    Map<?, ?> last = (Map<?, ?>) bins.get(bins.size() - 1);
    assertThat((Double) last.get("logLoss")).isLessThan(0.2);
    assertThat((Double) last.get("oneForAll")).isGreaterThan(0.6);
    assertThat(number(report, "accuracy")).isGreaterThan(0.8);
    assertThat(run().out()).contains("log loss by examples").contains("30 to 49");
  }

  @Test
  void shouldReadTheKeyOfARecord() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String row : Files.readAllLines(csv).subList(1, 401)) {
      String[] cells = row.split(",");
      lines.append(
          "{\"who\":{\"id\":\"%s\"},\"colour\":\"%s\",\"label\":\"%s\"}%n"
              .formatted((Object[]) cells));
    }
    csv = Files.writeString(directory.resolve("orders.jsonl"), lines);
    spec =
        Files.writeString(
            directory.resolve("mapped.yaml"),
            """
            input: {topics: [orders], label: label, features: {colour: colour}}
            scope: {key: who.id, strength: 5}
            """);

    Map<String, Object> report = Json.object(run("--json").out());

    assertThat(number(report, "scope", "keys")).isEqualTo(CUSTOMERS);
    assertThat(number(report, "accuracy")).isGreaterThan(0.8);
  }

  @Test
  void shouldAnswerEachCustomerByItsOwnModel() throws IOException {
    Path questions =
        Files.writeString(
            directory.resolve("new.csv"), "customer,colour\n000,red\n001,red\nnobody,red\n");

    Cli run =
        bayou(
            "classify",
            "--train",
            csv.toString(),
            "--data",
            questions.toString(),
            "--spec",
            spec.toString(),
            "--json",
            "--explain");

    assertThat(run.exitCode()).as(run.err()).isZero();
    List<Map<String, Object>> rows = Json.lines(run.out());
    assertThat(at(rows.get(0), "label")).isEqualTo("buy");
    assertThat(at(rows.get(1), "label")).isEqualTo("skip");
    assertThat(number(rows.get(0), "contributions", "colour")).isGreaterThan(1.0);
    assertThat(number(rows.get(0), "ownShare")).isBetween(0.5, 1.0);
    assertThat(number(rows.get(2), "ownShare")).isZero();
    assertThat(number(rows.get(2), "posterior", "buy")).isBetween(0.45, 0.55);
  }

  @Test
  void shouldRefuseWhatTakesNoScope() throws IOException {
    for (Map.Entry<String, String> refused :
        Map.of(
                "learner: logistic\nscope: customer\n", "depends on the weights that it had",
                "learner: average\nscope: customer\n", "give the best member as the learner",
                "lags: 2\nscope: customer\n", "leave lags or scope out",
                "calibrate: temperature\nscope: customer\n", "leave them or scope out",
                "features: {customer: categorical}\nscope: customer\n", "leave its type out",
                "scope: {key: customer, strength: -1}\n", "strength must be between 0 and",
                "scope: {key: customer, strength: much}\n", "auto or a number",
                "scope: {strength: 5}\n", "needs 'key'",
                "bins: auto\nscope: customer\n", "'bins' needs its edges")
            .entrySet()) {
      spec = Files.writeString(directory.resolve("refused.yaml"), refused.getKey());

      Cli run = run();

      assertThat(run.exitCode()).as(refused.getKey()).isNotZero();
      assertThat(run.err()).contains(refused.getValue());
    }
  }
}
