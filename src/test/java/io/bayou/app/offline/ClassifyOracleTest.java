package io.bayou.app.offline;

import static io.bayou.app.Json.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.app.Json;
import io.bayou.app.offline.Oracle.Case;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Exact answers, computed in arithmetic with 50 digits, through files and the command line. */
class ClassifyOracleTest {
  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> shouldAgreeOnCategories() {
    Oracle oracle = Oracle.read("sk_categorical_iris");
    return tests(
        oracle,
        1e-9,
        test ->
            """
            prior: %s
            smoothing: %s
            unknown: none
            features: {%s}
            """
                .formatted(
                    prior(test),
                    test.param("alpha"),
                    features(
                        oracle,
                        (name, i) ->
                            "'%s': {type: categorical, values: %s}"
                                .formatted(name, upTo(test.param("n_categories"), i)))));
  }

  @TestFactory
  Stream<DynamicTest> shouldAgreeOnTruthValues() {
    Oracle oracle = Oracle.read("sk_bernoulli_digits");
    return tests(
        oracle,
        1e-9,
        test ->
            "prior: %s\nsmoothing: %s\nfeatures: {%s}\n"
                .formatted(
                    prior(test),
                    test.param("alpha"),
                    features(oracle, (name, i) -> "'" + name + "': bernoulli")));
  }

  @TestFactory
  Stream<DynamicTest> shouldAgreeOnNumbers() {
    Oracle oracle = Oracle.read("sk_gaussian_iris");
    return tests(
        oracle,
        1e-9,
        test -> "prior: " + fixedPrior(oracle, test) + "\nvariance: " + variance(test) + "\n");
  }

  private static String variance(Case test) {
    return test.id().equals("gnb_sample_variance")
        ? "sample"
        : "{rule: sklearn, smoothing: " + test.param("var_smoothing") + "}";
  }

  @TestFactory
  Stream<DynamicTest> shouldAgreeOnStudentT() {
    Oracle oracle = Oracle.read("student_t_iris");
    return tests(
        oracle,
        1e-9,
        test ->
            "prior: dirichlet(%s)\nfeatures: {%s}\n"
                .formatted(
                    test.param("dirichlet_alpha"),
                    features(
                        oracle,
                        (name, i) ->
                            ("'%s': {type: student-t,"
                                    + " prior: {mean: %s, kappa: %s, alpha: %s, beta: %s}}")
                                .formatted(
                                    name,
                                    Oracle.list(test.param("mu0")).get(i),
                                    test.param("kappa0"),
                                    test.param("alpha0"),
                                    test.param("beta0")))));
  }

  private Stream<DynamicTest> tests(
      Oracle oracle, double tolerance, Function<Case, String> specOf) {
    return oracle.cases().stream()
        .map(
            test ->
                DynamicTest.dynamicTest(
                    test.id(), () -> check(oracle, test, specOf.apply(test), tolerance)));
  }

  private void check(Oracle oracle, Case test, String spec, double tolerance) {
    int rows = test.has("train_rows") ? (Integer) test.param("train_rows") : Integer.MAX_VALUE;
    List<Map<String, Object>> answers =
        Oracle.classify(directory, spec, oracle.trainCsv(rows), oracle.queryCsv());
    List<List<Object>> logJoints = test.exact("log_joint");
    List<List<Object>> posteriors = test.exact("posterior");
    assertThat(answers).hasSameSizeAs(logJoints);
    for (int i = 0; i < answers.size(); i++) {
      for (int c = 0; c < oracle.classes().size(); c++) {
        String label = oracle.classes().get(c);
        String what = "query " + i + ", class " + label;
        agree(what, at(answers.get(i), "logJoint", label), logJoints.get(i).get(c), tolerance);
        double posterior = Json.number(answers.get(i), "posterior", label);
        assertThat(posterior)
            .as(what)
            .isCloseTo(((Number) posteriors.get(i).get(c)).doubleValue(), within(tolerance));
      }
    }
  }

  private static void agree(String what, Object actual, Object exact, double tolerance) {
    if (exact.equals("-Infinity")) {
      assertThat(actual).as(what).isNull();
      return;
    }
    double expected = ((Number) exact).doubleValue();
    assertThat(((Number) actual).doubleValue())
        .as(what)
        .isCloseTo(expected, within(tolerance * Math.abs(expected)));
  }

  private static String prior(Case test) {
    return test.param("fit_prior").equals(true) ? "empirical" : "uniform";
  }

  private static String fixedPrior(Oracle oracle, Case test) {
    if (!test.has("priors")) {
      return "empirical";
    }
    List<Object> priors = Oracle.list(test.param("priors"));
    return IntStream.range(0, priors.size())
        .mapToObj(c -> oracle.classes().get(c) + ": " + priors.get(c))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private interface FeatureText {
    String of(Object name, int index);
  }

  private static String features(Oracle oracle, FeatureText text) {
    List<Map<String, Object>> features = oracle.features();
    return IntStream.range(0, features.size())
        .mapToObj(i -> text.of(features.get(i).get("name"), i))
        .collect(Collectors.joining(", "));
  }

  private static List<Integer> upTo(Object counts, int i) {
    return IntStream.range(0, (Integer) Oracle.list(counts).get(i)).boxed().toList();
  }
}
