package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.app.offline.Oracle.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Networks with exact answers, by enumeration in rational numbers, through the command line. */
class NetworkOracleTest {
  private static final double TOLERANCE = 1e-12;

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> shouldSolveTheTree() {
    return treeTests(
        test ->
            """
            learner: tan
            network: {income: [age], student: [income], credit_rating: [student]}
            """);
  }

  @TestFactory
  Stream<DynamicTest> shouldSolveTheTreeAsANetwork() {
    return treeTests(
        test ->
            """
            learner: bayes-net
            class: buys
            network:
              age: [buys]
              income: [buys, age]
              student: [buys, income]
              credit_rating: [buys, student]
            """);
  }

  private Stream<DynamicTest> treeTests(Function<Case, String> head) {
    Oracle oracle = Oracle.read("bayes_net_tan_buys");
    return oracle.cases().stream()
        .map(
            test ->
                DynamicTest.dynamicTest(
                    test.id(),
                    () -> checkTree(oracle, test, head.apply(test) + rest(oracle, test))));
  }

  private static String rest(Oracle oracle, Case test) {
    return "unknown: none\nsmoothing: %s\nprior: dirichlet(%s)\nfeatures: {%s}\n"
        .formatted(
            test.param("alpha"),
            test.param("prior_alpha"),
            oracle.features().stream()
                .map(
                    feature ->
                        "%s: {type: categorical, values: %s}"
                            .formatted(feature.get("name"), quoted(feature.get("values"))))
                .collect(Collectors.joining(", ")));
  }

  private static String quoted(Object values) {
    return Oracle.list(values).stream()
        .map(value -> "'" + value + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private void checkTree(Oracle oracle, Case test, String spec) {
    List<Map<String, Object>> answers =
        Oracle.classify(directory, spec, oracle.trainCsv(), oracle.queryCsv());
    List<List<Object>> exact = test.exact("posterior");
    assertThat(answers).hasSameSizeAs(exact);
    for (int i = 0; i < answers.size(); i++) {
      for (int c = 0; c < oracle.classes().size(); c++) {
        assertThat(Json.number(answers.get(i), "posterior", oracle.classes().get(c)))
            .as("query %d", i)
            .isCloseTo(((Number) exact.get(i).get(c)).doubleValue(), within(TOLERANCE));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldAnswerForAnyNodeOfTheFireAlarm() {
    Map<String, Object> fire = Oracle.read("bayes_net_fire").json();
    return Oracle.list(fire.get("cases")).stream()
        .map(Oracle::map)
        .flatMap(test -> List.of("Fire", "Report").stream().map(c -> fireTest(fire, test, c)));
  }

  /* The same network with one node or another as the class: which one it is changes no answer. */
  private DynamicTest fireTest(Map<String, Object> fire, Map<String, Object> test, String label) {
    return DynamicTest.dynamicTest(
        test.get("id") + ", class " + label,
        () -> {
          List<Object> nodes = Oracle.list(fire.get("nodes"));
          Files.writeString(directory.resolve("train.csv"), train(fire, test));
          Files.writeString(directory.resolve("spec.yaml"), fireSpec(fire, test, label));
          for (Object json : Oracle.list(test.get("queries"))) {
            check(
                Oracle.map(json),
                nodes,
                label,
                List.of("--weight=weight", "--train=" + directory.resolve("train.csv")));
          }
        });
  }

  private void check(
      Map<String, Object> query, List<Object> nodes, String label, List<String> training)
      throws IOException {
    Map<String, Object> evidence = Oracle.map(query.get("evidence"));
    List<Object> row = new ArrayList<>(nodes.stream().map(evidence::get).toList());
    Files.writeString(directory.resolve("query.csv"), Oracle.csv(nodes, List.of(row)));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "classify",
                "--json",
                "--label=" + label,
                "--query=" + query.get("query"),
                "--spec=" + directory.resolve("spec.yaml"),
                "--data=" + directory.resolve("query.csv")));
    arguments.addAll(training);
    Cli result = bayou(arguments.toArray(String[]::new));
    assertThat(result.err()).isEmpty();
    Map<String, Object> answer = Json.lines(result.out()).get(0);
    String yes = query.get("query").equals(label) ? "1" : "true";
    assertThat(Json.number(answer, "posterior", yes))
        .as("%s", query)
        .isCloseTo(fraction(query.get("p_true")), within(TOLERANCE));
    assertThat(Math.exp(((Number) answer.get("logEvidence")).doubleValue()))
        .as("evidence of %s", query)
        .isCloseTo(fraction(query.get("evidence_prob")), within(TOLERANCE));
  }

  private static String fireSpec(Map<String, Object> fire, Map<String, Object> test, String label) {
    Object alpha = test.get("params") instanceof Map<?, ?> learned ? learned.get("alpha") : 0;
    return """
    learner: bayes-net
    class: %s
    smoothing: %s
    prior: %s
    network: %s
    features: {%s}
    """
        .formatted(
            label,
            alpha,
            alpha.equals(0) ? "empirical" : "dirichlet(" + alpha + ")",
            Oracle.map(fire.get("parents")).entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining(", ", "{", "}")),
            Oracle.list(fire.get("nodes")).stream()
                .filter(node -> !node.equals(label))
                .map(node -> node + ": bernoulli")
                .collect(Collectors.joining(", ")));
  }

  /* Given probabilities become the weights of all 64 rows that there are. */
  private static String train(Map<String, Object> fire, Map<String, Object> test) {
    List<Object> header = new ArrayList<>(Oracle.list(fire.get("nodes")));
    header.add("weight");
    List<List<Object>> rows = new ArrayList<>();
    if (test.get("params") instanceof Map<?, ?> learned) {
      for (Object row : Oracle.list(fire.get("train")).subList(0, (Integer) learned.get("rows"))) {
        rows.add(weighted(Oracle.list(row), 1.0));
      }
    } else {
      for (int bits = 0; bits < 64; bits++) {
        int all = bits;
        List<Object> row =
            Stream.iterate(0, i -> i + 1).limit(6).<Object>map(i -> all >> i & 1).toList();
        rows.add(weighted(row, probability(fire, test, row)));
      }
    }
    return Oracle.csv(header, rows);
  }

  private static List<Object> weighted(List<Object> row, double weight) {
    List<Object> weighted = new ArrayList<>(row);
    weighted.add(weight);
    return weighted;
  }

  private static double probability(
      Map<String, Object> fire, Map<String, Object> test, List<Object> row) {
    List<Object> nodes = Oracle.list(fire.get("nodes"));
    double product = 1.0;
    for (int i = 0; i < row.size(); i++) {
      String node = (String) nodes.get(i);
      String given =
          Oracle.list(Json.at(fire, "parents", node)).stream()
              .map(parent -> row.get(nodes.indexOf(parent)).toString())
              .collect(Collectors.joining());
      double yes = fraction(Json.at(test, "cpt_p_true", node, given));
      product *= row.get(i).equals(1) ? yes : 1.0 - yes;
    }
    return product;
  }

  /* The same probabilities as tables: no example is needed, none makes a difference. */
  @TestFactory
  Stream<DynamicTest> shouldAnswerForAnyNodeFromTablesAlone() {
    Map<String, Object> fire = Oracle.read("bayes_net_fire").json();
    return Oracle.list(fire.get("cases")).stream()
        .map(Oracle::map)
        .filter(test -> !(test.get("params") instanceof Map<?, ?>))
        .flatMap(test -> List.of("Fire", "Report").stream().map(c -> tablesTest(fire, test, c)));
  }

  private DynamicTest tablesTest(Map<String, Object> fire, Map<String, Object> test, String label) {
    return DynamicTest.dynamicTest(
        test.get("id") + ", class " + label,
        () -> {
          List<Object> nodes = Oracle.list(fire.get("nodes"));
          String spec = fireSpec(fire, test, label).replace("prior: empirical\n", "");
          Files.writeString(directory.resolve("spec.yaml"), spec + tables(fire, test, label));
          Files.writeString(directory.resolve("empty.csv"), Oracle.csv(nodes, List.of()));
          for (Object json : Oracle.list(test.get("queries"))) {
            check(Oracle.map(json), nodes, label, List.of());
            check(
                Oracle.map(json),
                nodes,
                label,
                List.of("--train=" + directory.resolve("empty.csv")));
          }
        });
  }

  private static String tables(Map<String, Object> fire, Map<String, Object> test, String label) {
    StringBuilder tables = new StringBuilder("tables:\n");
    for (Object node : Oracle.list(fire.get("nodes"))) {
      List<Object> parents = Oracle.list(Json.at(fire, "parents", (String) node));
      tables.append("  ").append(node).append(":\n");
      Oracle.map(Json.at(test, "cpt_p_true", (String) node))
          .forEach(
              (given, share) -> {
                List<String> row = new ArrayList<>();
                for (int k = 0; k < parents.size(); k++) {
                  row.add(parents.get(k) + "=" + value(parents.get(k), label, given.charAt(k)));
                }
                double yes = fraction(share);
                tables.append(
                    "    \"%s\": {%s: %s, %s: %s}\n"
                        .formatted(
                            String.join(",", row),
                            value(node, label, '1'),
                            yes,
                            value(node, label, '0'),
                            1.0 - yes));
              });
    }
    return tables.toString();
  }

  private static String value(Object node, String label, char digit) {
    return node.equals(label) ? String.valueOf(digit) : String.valueOf(digit == '1');
  }

  @Test
  void shouldAnswerWithoutExamplesOnlyWhereTheClassesAreKnown() throws IOException {
    Path data = Files.writeString(directory.resolve("q.csv"), "a\ntrue\n");
    Path spec =
        Files.writeString(
            directory.resolve("s.yaml"), "learner: bayes-net\nnetwork: {a: [label]}\n");

    Cli result = bayou("classify", "--spec=" + spec, "--data=" + data);

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err())
        .contains("give one of --train and --model, or a --spec that names the classes");
  }

  @Test
  void shouldEvaluateTablesWithoutLearning() throws IOException {
    Path data = Files.writeString(directory.resolve("d.csv"), "test,cancer\npos,no\npos,yes\n");
    Path spec =
        Files.writeString(
            directory.resolve("s.yaml"),
            """
            learner: bayes-net
            class: cancer
            network: {test: [cancer]}
            tables:
              cancer: {"": {yes: 0.008, no: 0.992}}
              test: {"cancer=yes": {pos: 0.98, neg: 0.02}, "cancer=no": {pos: 0.03, neg: 0.97}}
            """);

    Cli result = bayou("evaluate", "--json", "--label=cancer", "--spec=" + spec, "--data=" + data);

    assertThat(result.err()).isEmpty();
    double loss = -(Math.log(186.0 / 235.0) + Math.log(49.0 / 235.0)) / 2.0;
    assertThat(Json.number(Json.lines(result.out()).get(0), "logLoss"))
        .isCloseTo(loss, within(TOLERANCE));
  }

  @Test
  void shouldRefuseToAskForWhatIsNotThere() throws IOException {
    Path train = Files.writeString(directory.resolve("train.csv"), "a,b,label\n1,2,x\n2,1,y\n");
    assertThat(fails(train, "--learner=tan", "--query=c"))
        .contains("cannot answer --query c: tan has no node 'c' that could be asked for");
    assertThat(fails(train, "--learner=naive-bayes", "--query=a"))
        .contains("naive-bayes has no node 'a' that could be asked for");
    assertThat(fails(train, "--learner=tan", "--query=a", "--explain"))
        .contains("--explain is for the class, not for --query");
    assertThat(fails(train, "--learner=bayes-net")).contains("bayes-net needs a network");
  }

  private static String fails(Path train, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("classify", "--train=" + train, "--data=" + train));
    arguments.addAll(List.of(options));
    Cli result = bayou(arguments.toArray(String[]::new));
    assertThat(result.exitCode()).isNotZero();
    return result.err();
  }

  private static double fraction(Object json) {
    return (Double) Oracle.map(json).get("double");
  }
}
