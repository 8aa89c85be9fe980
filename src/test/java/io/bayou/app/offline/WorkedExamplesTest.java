package io.bayou.app.offline;

import static io.bayou.app.Json.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Json;
import io.bayou.app.offline.Oracle.Case;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Examples of the textbooks: exact fractions, each rounded once. */
class WorkedExamplesTest {
  private static final int ULPS = 4;

  /* A posterior leaves log space by one exp. Log joints between 4 and 8 have steps of 9e-16, so the
   * difference of two of them cannot give a small probability to its last digit. */
  private static final int ULPS_OF_SMALL_ONES = 8;

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> shouldSolvePlayTennis() {
    return tests("ex_play_tennis");
  }

  @TestFactory
  Stream<DynamicTest> shouldSolveBuysComputer() {
    return tests("ex_buys_computer");
  }

  @TestFactory
  Stream<DynamicTest> shouldSolveTheTumourTable() {
    return tests("ex_tumour");
  }

  private Stream<DynamicTest> tests(String id) {
    Oracle oracle = Oracle.read(id);
    return oracle.cases().stream()
        .map(test -> DynamicTest.dynamicTest(test.id(), () -> check(oracle, test)));
  }

  private void check(Oracle oracle, Case test) {
    double priorAlpha = ((Number) test.param("prior_alpha")).doubleValue();
    String spec =
        """
        unknown: none
        smoothing: %s
        prior: %s
        features: {%s}
        """
            .formatted(
                test.param("alpha"),
                priorAlpha == 0.0 ? "empirical" : "dirichlet(" + priorAlpha + ")",
                oracle.features().stream()
                    .map(
                        feature ->
                            "%s: {type: categorical, values: %s}"
                                .formatted(feature.get("name"), quoted(feature.get("values"))))
                    .collect(Collectors.joining(", ")));
    List<Map<String, Object>> answers =
        Oracle.classify(directory, spec, oracle.trainCsv(), oracle.queryCsv());
    for (int i = 0; i < answers.size(); i++) {
      for (int c = 0; c < oracle.classes().size(); c++) {
        String label = oracle.classes().get(c);
        String what = "query " + i + ", class " + label;
        Object exact = test.exact("log_joint").get(i).get(c);
        Object logJoint = at(answers.get(i), "logJoint", label);
        if (exact.equals("-Infinity")) {
          assertThat(logJoint).as(what).isNull();
        } else {
          agree(what, (Double) logJoint, (Double) exact);
        }
        agree(
            what,
            Json.number(answers.get(i), "posterior", label),
            fraction(test.exact("posterior").get(i).get(c)));
      }
    }
  }

  private static String quoted(Object values) {
    return Oracle.list(values).stream()
        .map(value -> "'" + value + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  @Test
  void shouldGiveOneInAThousandAndThreeToAValueThatWasNeverSeen() {
    Map<String, Object> laplace =
        Oracle.map(Oracle.read("ex_bayes_updates").json().get("laplace_1000"));
    List<String> incomes = List.of("low", "medium", "high");
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < incomes.size(); i++) {
      int count = (Integer) Oracle.list(laplace.get("counts")).get(i);
      rows.addAll(Collections.nCopies(count, List.of(incomes.get(i), "yes")));
    }

    List<Map<String, Object>> answers =
        Oracle.classify(
            directory,
            "{unknown: none, smoothing: 1, features: {income: {type: categorical, values: "
                + incomes
                + "}}}",
            Oracle.csv(List.of("income", "label"), rows),
            "income\nlow\nmedium\nhigh\n");

    for (int i = 0; i < incomes.size(); i++) {
      double exact = fraction(Oracle.list(laplace.get("expected")).get(i));
      agree(incomes.get(i), Json.number(answers.get(i), "logJoint", "yes"), Math.log(exact));
    }
  }

  /* Sensitivity 98 % and specificity 97 % become counts: 49 of 50 and 97 of 100. */
  @Test
  void shouldDoubtAPositiveCancerTest() {
    Map<String, Object> cancer = Oracle.map(Oracle.read("ex_bayes_updates").json().get("cancer"));
    List<List<Object>> rows = new ArrayList<>();
    rows.addAll(Collections.nCopies(49, List.of(true, true, "cancer")));
    rows.addAll(Collections.nCopies(1, List.of(false, false, "cancer")));
    rows.addAll(Collections.nCopies(3, List.of(true, true, "healthy")));
    rows.addAll(Collections.nCopies(97, List.of(false, false, "healthy")));

    List<Map<String, Object>> answers =
        Oracle.classify(
            directory,
            "{smoothing: 0, prior: {cancer: 0.008, healthy: 0.992},"
                + " features: {first: bernoulli, second: bernoulli}}",
            Oracle.csv(List.of("first", "second", "label"), rows),
            "first,second\n1,\n0,\n1,1\n");

    near("positive", cancerIn(answers.get(0)), fraction(cancer.get("posterior_cancer_given_pos")));
    near("negative", cancerIn(answers.get(1)), fraction(cancer.get("posterior_cancer_given_neg")));
    near("twice", cancerIn(answers.get(2)), fraction(cancer.get("posterior_after_two_pos")));
    List<Object> joint = Oracle.list(cancer.get("joint_pos"));
    agree(
        "joint",
        Json.number(answers.get(0), "logJoint", "cancer"),
        Math.log(fraction(joint.get(0))));
    agree(
        "joint",
        Json.number(answers.get(0), "logJoint", "healthy"),
        Math.log(fraction(joint.get(1))));
  }

  private static double cancerIn(Map<String, Object> answer) {
    return Json.number(answer, "posterior", "cancer");
  }

  /* A bag is a class and each candy drawn a feature: four rows per bag give its share of limes. */
  @Test
  void shouldTellTheBagFromTheCandies() {
    Map<String, Object> candy = Oracle.map(Oracle.read("ex_bayes_updates").json().get("candy"));
    List<Object> draws = Stream.iterate(1, i -> i + 1).limit(10).<Object>map(i -> "d" + i).toList();
    List<List<Object>> rows = new ArrayList<>();
    for (int bag = 0; bag < 5; bag++) {
      for (int i = 0; i < 4; i++) {
        List<Object> row = new ArrayList<>(Collections.nCopies(10, i < bag ? "L" : "C"));
        row.add("bag" + bag);
        rows.add(row);
      }
    }
    List<Object> header = new ArrayList<>(draws);
    header.add("label");
    List<Object> expected = new ArrayList<>(Oracle.list(candy.get("after_limes")));
    List<List<Object>> queries = new ArrayList<>();
    for (int limes = 0; limes <= 10; limes++) {
      queries.add(drawn("L".repeat(limes)));
    }
    String mixed = "";
    for (Object step : Oracle.list(candy.get("mixed_sequence"))) {
      mixed += Oracle.map(step).get("obs");
      queries.add(drawn(mixed));
      expected.add(step);
    }

    List<Map<String, Object>> answers =
        Oracle.classify(
            directory,
            "{smoothing: 0, unknown: none,"
                + " prior: {bag0: 0.1, bag1: 0.2, bag2: 0.4, bag3: 0.2, bag4: 0.1}}",
            Oracle.csv(header, rows),
            Oracle.csv(draws, queries));

    assertThat(answers).hasSameSizeAs(expected);
    for (int i = 0; i < answers.size(); i++) {
      for (int bag = 0; bag < 5; bag++) {
        near(
            queries.get(i) + " from bag " + bag,
            Json.number(answers.get(i), "posterior", "bag" + bag),
            fraction(Oracle.list(Oracle.map(expected.get(i)).get("posterior")).get(bag)));
      }
    }
  }

  private static List<Object> drawn(String candies) {
    List<Object> row = new ArrayList<>(Collections.nCopies(10, null));
    for (int i = 0; i < candies.length(); i++) {
      row.set(i, candies.substring(i, i + 1));
    }
    return row;
  }

  private static double fraction(Object json) {
    return (Double) Oracle.map(json).get("double");
  }

  private static void agree(String what, double actual, double exact) {
    agree(what, actual, exact, ULPS);
  }

  private static void near(String what, double actual, double exact) {
    agree(what, actual, exact, ULPS_OF_SMALL_ONES);
  }

  private static void agree(String what, double actual, double exact, int ulps) {
    assertThat(Math.abs(actual - exact))
        .as("%s: %s instead of %s", what, actual, exact)
        .isLessThanOrEqualTo(ulps * Math.ulp(exact));
  }
}
