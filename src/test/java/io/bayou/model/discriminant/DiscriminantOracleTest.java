package io.bayou.model.discriminant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.Oracle;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.Covariance.Denominator;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LDA, QDA and RDA on iris, against scikit-learn's formulas in exact arithmetic. */
class DiscriminantOracleTest {
  private static final Oracle IRIS = Oracle.load("sk_discriminant_iris");

  static Stream<Oracle> cases() {
    List<Oracle> cases = IRIS.get("cases").list();
    assertThat(cases).hasSize(13);
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldGiveTheExactLogJoint(Oracle expected) {
    assertExact(Learners.create(spec(expected)), expected);
  }

  /** What scikit-learn does by default is what the books say, and what happens here by default. */
  @ParameterizedTest
  @ValueSource(strings = {"lda_svd", "qda_reg0"})
  void shouldGoByTheBookWithoutACovariance(String id) {
    Oracle expected = cases().filter(of -> of.get("id").text().equals(id)).findAny().orElseThrow();
    String learner = id.substring(0, 3);
    ModelSpec plain = SpecCodec.read("test", "{learner: " + learner + ", prior: empirical}");
    assertExact(Learners.create(plain), expected);
    ModelSpec compatible = SpecCodec.read("test", "{learner: " + learner + ", compat: sklearn}");
    assertExact(Learners.create(compatible), expected);
  }

  @Test
  void shouldDescribeTheDiscriminantThatItAnswersWith() {
    Learner learner = Learners.create(SpecCodec.read("test", "learner: lda"));
    learnIris(learner);
    DescribedNormals described = new DescribedNormals();
    learner.describe(described);
    for (Oracle query : IRIS.get("query").list()) {
      Posterior answer = learner.predict(features(query));
      double first = described.discriminant(answer.label(0), byName(query));
      for (int c = 1; c < 3; c++) {
        double difference = described.discriminant(answer.label(c), byName(query)) - first;
        assertThat(difference).isCloseTo(answer.logJoint(c) - answer.logJoint(0), within(1e-9));
      }
    }
  }

  @Test
  void shouldPoolByHalfWithoutACovariance() {
    Learner plain = Learners.create(SpecCodec.read("test", "learner: rda"));
    Learner written =
        Learners.create(
            SpecCodec.read(
                "test", "{learner: rda, covariance: {form: friedman, lambda: 0.5, gamma: 0}}"));
    learnIris(plain);
    learnIris(written);
    Features x = features(IRIS.get("query").list().get(0));
    for (int c = 0; c < 3; c++) {
      assertThat(plain.predict(x).logJoint(c)).isEqualTo(written.predict(x).logJoint(c));
    }
  }

  private static void assertExact(Learner learner, Oracle expected) {
    learnIris(learner);
    List<Oracle> queries = IRIS.get("query").list();
    List<Oracle> logJoints = expected.get("exact").get("log_joint").list();
    List<Oracle> posteriors = expected.get("exact").get("posterior").list();
    for (int row = 0; row < queries.size(); row++) {
      Posterior answer = learner.predict(features(queries.get(row)));
      double[] logJoint = logJoints.get(row).numbers();
      double[] posterior = posteriors.get(row).numbers();
      for (int c = 0; c < logJoint.length; c++) {
        assertThat(answer.logJoint(c))
            .as("%s, row %d, class %d", expected.get("id").text(), row, c)
            .isCloseTo(logJoint[c], within(1e-12 * (1.0 + Math.abs(logJoint[c]))));
        assertThat(answer.probability(c)).isCloseTo(posterior[c], within(1e-12));
      }
      assertThat(answer.flags()).isEmpty();
    }
  }

  /**
   * By the textbook's formula over what is described, so that it must be what answers come from.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void shouldDescribeTheCovarianceThatItAnswersWith(Oracle expected) {
    Learner learner = Learners.create(spec(expected));
    learnIris(learner);
    DescribedNormals described = new DescribedNormals();
    learner.describe(described);
    List<Oracle> queries = IRIS.get("query").list();
    List<Oracle> logJoints = expected.get("exact").get("log_joint").list();
    for (int row = 0; row < queries.size(); row++) {
      Map<String, Double> x = byName(queries.get(row));
      double[] logJoint = logJoints.get(row).numbers();
      for (int c = 0; c < logJoint.length; c++) {
        String label = IRIS.get("classes").list().get(c).text();
        assertThat(described.logJoint(label, x))
            .as("%s, row %d, %s", expected.get("id").text(), row, label)
            .isCloseTo(logJoint[c], within(1e-9 * (1.0 + Math.abs(logJoint[c]))));
      }
    }
  }

  @Test
  void shouldNotDescribeTheCovarianceOfVeryManyFeatures() {
    Learner learner = Learners.create(ModelSpec.builder(LearnerKind.LDA).build());
    Features x = new Features();
    for (int j = 0; j <= 30; j++) {
      x.number("x" + j, j);
    }
    learner.learn(x, "a", 1.0, 0L);
    DescribedNormals described = new DescribedNormals();
    learner.describe(described);

    assertThat(described.labels()).containsExactly("a");
    assertThat(described.labelsWithCovariance()).isEmpty();
  }

  private static void learnIris(Learner learner) {
    List<Oracle> rows = IRIS.get("train").get("X").list();
    double[] classes = IRIS.get("train").get("y").numbers();
    List<Oracle> labels = IRIS.get("classes").list();
    for (int i = 0; i < classes.length; i++) {
      learner.learn(features(rows.get(i)), labels.get((int) classes[i]).text(), 1.0, 0L);
    }
  }

  private static Features features(Oracle row) {
    Features features = new Features();
    byName(row).forEach(features::number);
    return features;
  }

  private static Map<String, Double> byName(Oracle row) {
    Map<String, Double> values = new LinkedHashMap<>();
    List<Oracle> names = IRIS.get("features").list();
    double[] numbers = row.numbers();
    for (int j = 0; j < numbers.length; j++) {
      values.put(names.get(j).get("name").text(), numbers[j]);
    }
    return values;
  }

  private static ModelSpec spec(Oracle expected) {
    Oracle params = expected.get("params");
    String id = expected.get("id").text();
    LearnerKind kind = LearnerKind.valueOf(id.substring(0, 3).toUpperCase(Locale.ROOT));
    return ModelSpec.builder(kind)
        .prior(new Prior.Empirical())
        .covariance(covariance(id, params))
        .build();
  }

  private static Covariance covariance(String id, Oracle params) {
    if (id.startsWith("lda")) {
      boolean all = !id.equals("lda_svd");
      double shrinkage =
          params.has("shrinkage") && !params.get("shrinkage").isNull()
              ? params.get("shrinkage").number()
              : 0.0;
      return new Covariance.Plain(all ? Denominator.N : Denominator.N_MINUS_K, shrinkage, 0.0);
    }
    if (id.startsWith("qda")) {
      return new Covariance.Plain(Denominator.N_MINUS_1, 0.0, params.get("reg_param").number());
    }
    return params.has("alpha")
        ? new Covariance.Esl(params.get("alpha").number())
        : new Covariance.Friedman(params.get("lambda").number(), params.get("gamma").number());
  }
}
