package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static io.bayou.app.Json.at;
import static io.bayou.app.Json.number;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of records that are not Bayou's own, and what evaluate and classify make of them. */
class EvaluateRecordsTest {
  private static final String SPEC =
      """
      learner: naive-bayes
      input:
        topics: [orders]
        id: order.ref
        time: placed
        label: {path: outcome.code, map: {R: returned, K: kept}}
        features: {total: order.total, land: buyer.land, night: {path: night, type: bernoulli}}
      """;

  @TempDir private Path directory;
  private Path spec;
  private Path records;

  @BeforeEach
  void write() throws IOException {
    spec = Files.writeString(directory.resolve("spec.yaml"), SPEC);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      lines.append(record(i)).append(i % 50 == 49 ? "\n\n" : "\n");
    }
    records = Files.writeString(directory.resolve("orders.jsonl"), lines);
  }

  /* The odd ones are dear, foreign and come back. */
  private static String record(int i) {
    boolean odd = i % 2 == 1;
    return String.format(
            Locale.ROOT,
            "{'order':{'ref':'o-%d','total':%d,'items':[{'n':1}]},'buyer':{'land':'%s','name':'x'},"
                + "'night':%b,'placed':%d,'outcome':{'code':'%s'}}",
            i,
            (odd ? 100 : 10) + i % 7,
            odd ? "fr" : "de",
            i % 3 == 0,
            1_700_000_000_000L + i * 60_000L,
            i % 10 == 9 ? "?" : odd ? "R" : "K")
        .replace('\'', '"');
  }

  @Test
  void shouldReadRecordsAsTheSpecSays() {
    Cli result = evaluate(records, "--spec", spec.toString(), "--json");

    assertThat(result.err()).isEmpty();
    Map<String, Object> json = Json.object(result.out());
    assertThat(at(json, "instances")).isEqualTo(180);
    assertThat(at(json, "unlabeledRows")).isEqualTo(20);
    assertThat(number(json, "accuracy")).isGreaterThan(0.95);
    assertThat(number(json, "confusion", "returned", "returned")).isGreaterThan(70.0);
  }

  @Test
  void shouldGiveTheSameAsACsvFileWithThePathsAsColumns() throws IOException {
    StringBuilder csv =
        new StringBuilder("order.total,buyer.land,night,placed,other,outcome.code\n");
    for (int i = 0; i < 200; i++) {
      boolean odd = i % 2 == 1;
      csv.append((odd ? 100 : 10) + i % 7).append(odd ? ",fr," : ",de,").append(i % 3 == 0);
      csv.append(',').append(1_700_000_000_000L + i * 60_000L).append(',').append(i);
      csv.append(i % 10 == 9 ? ",?\n" : odd ? ",R\n" : ",K\n");
    }
    Path table = Files.writeString(directory.resolve("orders.csv"), csv);

    Map<String, Object> ofCsv =
        Json.object(evaluate(table, "--spec", spec.toString(), "--json").out());
    Map<String, Object> ofLines =
        Json.object(evaluate(records, "--spec", spec.toString(), "--json").out());

    for (String score : List.of("instances", "accuracy", "logLoss", "brier", "confusion")) {
      assertThat(at(ofCsv, score)).as(score).isEqualTo(at(ofLines, score));
    }
  }

  @Test
  void shouldLeaveACsvFileWithTheNamesOfFeaturesAsItWas() throws IOException {
    Path table =
        Files.writeString(
            directory.resolve("named.csv"), "total,label\n1,a\n9,b\n1,a\n9,b\n1,a\n9,b\n");

    Cli result = evaluate(table, "--spec", spec.toString(), "--json");

    assertThat(at(Json.object(result.out()), "instances")).isEqualTo(6);
  }

  @Test
  void shouldReadBayousOwnEventsWithoutAMapping() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      lines.add(
          "{\"features\":{\"x\":" + i % 2 * 9 + "},\"label\":\"" + "ab".charAt(i % 2) + "\"}");
    }
    lines.add("{\"features\":{\"x\":9},\"label\":\"a\",\"correctionOf\":\"b\"}");
    Path zipped = directory.resolve("events.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      out.write(String.join("\r\n", lines).getBytes(UTF_8));
    }

    Cli result = evaluate(zipped, "--json");

    assertThat(result.err()).isEmpty();
    assertThat(at(Json.object(result.out()), "instances")).isEqualTo(40);
    assertThat(number(Json.object(result.out()), "accuracy")).isGreaterThan(0.9);
  }

  @Test
  void shouldNameTheLineOfARecordThatCannotBeRead() throws IOException {
    Files.writeString(records, record(1) + "\nnot JSON\n\n{\"order\":{}}\n" + record(2) + "\n");

    Cli result = evaluate(records, "--spec", spec.toString(), "--json");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .startsWith(records + ":2: row left out: the record begins with 6E")
        .contains(records + ":4: row left out: the record has no id at 'order.ref'")
        .hasLineCount(2);
    assertThat(at(Json.object(result.out()), "brokenRows")).isEqualTo(2);
  }

  @Test
  void shouldSayHowToNameTheLabel() throws IOException {
    Files.writeString(
        spec,
        """
        input: {topics: o, features: {total: order.total}}
        labels: {topics: r, id: ref, label: {path: outcome.code, map: {R: returned}}}
        """);

    Cli without = evaluate(records, "--spec", spec.toString());
    Cli with = evaluate(records, "--spec", spec.toString(), "--label", "outcome.code", "--json");

    assertThat(without.exitCode()).isEqualTo(1);
    assertThat(without.err())
        .endsWith("no row has a label; --label PATH says where a record has it\n");
    assertThat(at(Json.object(with.out()), "confusion")).asString().startsWith("{returned=");
  }

  @Test
  void shouldClassifyRecords() throws IOException {
    Path asked =
        Files.writeString(directory.resolve("asked.jsonl"), record(1001) + "\n" + record(8));

    Cli result =
        bayou(
            "classify",
            "--train",
            records.toString(),
            "--data",
            asked.toString(),
            "--spec",
            spec.toString(),
            "--json");

    assertThat(result.err()).isEmpty();
    List<Map<String, Object>> rows = Json.lines(result.out());
    assertThat(rows).extracting(row -> row.get("label")).containsExactly("returned", "kept");
    assertThat(rows).extracting(row -> row.get("truth")).containsExactly("returned", "kept");
    assertThat(rows).extracting(row -> row.get("row")).containsExactly(1, 2);
  }

  private static Cli evaluate(Path data, String... more) {
    List<String> args = new ArrayList<>(List.of("evaluate", "--data", data.toString()));
    args.addAll(List.of(more));
    return bayou(args.toArray(String[]::new));
  }
}
