package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A file of exact answers: training data, queries, and what each case must give for them. */
record Oracle(Map<String, Object> json) {
  /** One way to learn the data, and the exact answers. */
  public record Case(Map<String, Object> json) {
    String id() {
      return (String) json.get("id");
    }

    Object param(String name) {
      return Json.at(json, "params", name);
    }

    boolean has(String name) {
      return ((Map<?, ?>) json.get("params")).containsKey(name);
    }

    /** By query, then by class in the order of the oracle. */
    List<List<Object>> exact(String what) {
      return table(Json.at(json, "exact", what));
    }
  }

  public static Oracle read(String id) {
    try (InputStream in = Oracle.class.getResourceAsStream("/oracles/" + id + ".json")) {
      return new Oracle(Json.object(new String(in.readAllBytes(), UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cases with exact answers; a peer's partial_fit, for one, has none. */
  public List<Case> cases() {
    return list(json.get("cases")).stream()
        .map(Oracle::map)
        .filter(test -> test.containsKey("exact"))
        .map(Case::new)
        .toList();
  }

  public List<Map<String, Object>> features() {
    return list(json.get("features")).stream().map(Oracle::map).toList();
  }

  public List<String> classes() {
    return list(json.get("classes")).stream().map(String::valueOf).toList();
  }

  public String trainCsv() {
    return trainCsv(Integer.MAX_VALUE);
  }

  /** The first rows of the training data. */
  public String trainCsv(int rows) {
    List<List<Object>> x = table(Json.at(json, "train", "X"));
    List<Object> y = list(Json.at(json, "train", "y"));
    List<List<Object>> cells = new ArrayList<>();
    for (int i = 0; i < Math.min(rows, x.size()); i++) {
      List<Object> row = new ArrayList<>(x.get(i));
      row.add(classes().get((Integer) y.get(i)));
      cells.add(row);
    }
    List<Object> header = new ArrayList<>(names());
    header.add("label");
    return csv(header, cells);
  }

  public String queryCsv() {
    return csv(names(), table(json.get("query")));
  }

  private List<Object> names() {
    return features().stream().map(feature -> feature.get("name")).toList();
  }

  /** Learns and classifies by the command line; one JSON object per row of the queries. */
  public static List<Map<String, Object>> classify(
      Path dir, String spec, String train, String queries) {
    Cli result;
    try {
      result =
          bayou(
              "classify",
              "--json",
              "--spec=" + Files.writeString(dir.resolve("spec.yaml"), spec),
              "--train=" + Files.writeString(dir.resolve("train.csv"), train),
              "--data=" + Files.writeString(dir.resolve("query.csv"), queries));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return Json.lines(result.out());
  }

  public static String csv(List<Object> header, List<List<Object>> rows) {
    return line(header) + rows.stream().map(Oracle::line).collect(Collectors.joining());
  }

  private static String line(List<Object> cells) {
    return cells.stream()
        .map(cell -> cell == null ? "" : '"' + cell.toString().replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(",", "", "\n"));
  }

  @SuppressWarnings("unchecked") // JSON has no other maps
  public static Map<String, Object> map(Object json) {
    return (Map<String, Object>) json;
  }

  @SuppressWarnings("unchecked") // JSON has no other lists
  public static List<Object> list(Object json) {
    return (List<Object>) json;
  }

  private static List<List<Object>> table(Object json) {
    return list(json).stream().map(Oracle::list).toList();
  }
}
