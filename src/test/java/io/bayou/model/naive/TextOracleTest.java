package io.bayou.model.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.Oracle;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Texts against scikit-learn's MultinomialNB, BernoulliNB and ComplementNB, computed in arithmetic
 * with 50 digits where the file has it.
 */
class TextOracleTest {
  private static final Path LOCAL =
      Path.of(System.getProperty("bayou.oracles", "../shared/oracles-local"));

  @TestFactory
  Stream<DynamicTest> shouldCountTheInkOfDigits() {
    return tests(Oracle.load("sk_multinomial_digits"), 8);
  }

  @TestFactory
  Stream<DynamicTest> shouldSeeWhereDigitsHaveInk() {
    return tests(Oracle.load("sk_bernoulli_digits"), 4);
  }

  /** The messages are not part of the project; without them this says so and passes. */
  @TestFactory
  Stream<DynamicTest> shouldReadMessages() throws IOException {
    Path file = LOCAL.resolve("sk_text_sms.json");
    if (!Files.exists(file)) {
      System.out.println("not checked: there is no " + file);
      return Stream.empty();
    }
    return tests(Oracle.read(file), 12);
  }

  private static Stream<DynamicTest> tests(Oracle oracle, int expected) {
    List<Oracle> cases = oracle.get("cases").list();
    assertThat(cases).hasSize(expected);
    return cases.stream()
        .map(each -> DynamicTest.dynamicTest(each.get("id").text(), () -> check(oracle, each)));
  }

  private static void check(Oracle oracle, Oracle expected) {
    Learner learner = Learners.create(spec(oracle, expected));
    List<Oracle> rows = oracle.get("train").get("X").list();
    double[] classes = oracle.get("train").get("y").numbers();
    List<Oracle> labels = oracle.get("classes").list();
    for (int i = 0; i < classes.length; i++) {
      String label = labels.get((int) classes[i]).text();
      learner.learn(features(oracle, rows.get(i)), label, 1.0, 0L);
    }
    boolean complement = isComplement(expected);
    Oracle answers = expected.get(expected.has("exact") ? "exact" : "expected");
    List<Oracle> queries = oracle.get("query").list();
    for (int row = 0; row < queries.size(); row++) {
      Posterior answer = learner.predict(features(oracle, queries.get(row)));
      double[] logJoint = answers.get("log_joint").list().get(row).numbers();
      double[] posterior = answers.get("posterior").list().get(row).numbers();
      for (int c = 0; c < logJoint.length; c++) {
        // There, complement naive Bayes leaves the prior out.
        double joint = answer.logJoint(c) - (complement ? answer.logPrior(c) : 0.0);
        assertThat(joint)
            .as("row %d, class %d", row, c)
            .isCloseTo(logJoint[c], within(1e-12 * (1.0 + Math.abs(logJoint[c]))));
        assertThat(answer.probability(c)).isCloseTo(posterior[c], within(1e-11));
      }
      assertThat(answer.flags()).isEmpty();
      assertThat(Double.isNaN(answer.logEvidence())).isEqualTo(complement);
    }
  }

  private static boolean isComplement(Oracle expected) {
    return expected.get("model").text().equals("ComplementNB");
  }

  private static ModelSpec spec(Oracle oracle, Oracle expected) {
    Oracle params = expected.get("params");
    boolean presence = expected.get("model").text().equals("BernoulliNB");
    boolean norm = params.has("norm") && params.get("norm").truth();
    Variant variant =
        !isComplement(expected)
            ? Variant.STANDARD
            : norm ? Variant.COMPLEMENT_NORM : Variant.COMPLEMENT;
    boolean empirical = params.has("fit_prior") && params.get("fit_prior").truth();
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .feature(
            "x",
            new FeatureSpec(
                presence ? FeatureType.BERNOULLI_TEXT : FeatureType.MULTINOMIAL,
                vocabulary(oracle),
                Optional.empty(),
                TextSpec.DEFAULT.with(variant)))
        .prior(empirical ? new Prior.Empirical() : new Prior.Uniform())
        .smoothing(new Smoothing.Additive(params.get("alpha").number()))
        .build();
  }

  private static List<String> vocabulary(Oracle oracle) {
    return oracle.has("vocabulary")
        ? oracle.get("vocabulary").list().stream().map(Oracle::text).toList()
        : oracle.get("features").list().stream().map(f -> f.get("name").text()).toList();
  }

  /* A count of three is a token that occurs three times. */
  private static Features features(Oracle oracle, Oracle row) {
    List<String> vocabulary = vocabulary(oracle);
    List<String> tokens = new ArrayList<>();
    List<Oracle> cells = row.list();
    for (int i = 0; i < cells.size(); i++) {
      boolean sparse = oracle.has("vocabulary");
      int index = sparse ? cells.get(i).list().get(0).integer() : i;
      int count = sparse ? cells.get(i).list().get(1).integer() : cells.get(i).integer();
      for (int k = 0; k < count; k++) {
        tokens.add(vocabulary.get(index));
      }
    }
    return new Features().tokens("x", tokens);
  }
}
