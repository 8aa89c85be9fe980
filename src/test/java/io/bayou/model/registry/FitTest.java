package io.bayou.model.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of parameters by their formulas; the likelihood against a sum over the rows. */
class FitTest {
  private record Row(Features x, String label, double weight) {}

  /* Three classes, four colors, a truth value, two numbers, six words. */
  private static List<Row> rows(Random random) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      int label = i % 3;
      Features x =
          new Features()
              .text("color", "c" + (i < 12 ? i / 3 : (label + random.nextInt(3)) % 4))
              .truth("warm", i < 6 ? i / 3 == 0 : random.nextInt(4) <= label)
              .number("a", label + random.nextGaussian())
              .number("b", 1e6 - label * 0.5 + random.nextGaussian())
              .tokens("words", List.of("w" + i % 6, "w" + random.nextInt(1 + 2 * label)));
      rows.add(new Row(x, "k" + label, i % 5 == 0 ? 2.5 : 1.0));
    }
    return rows;
  }

  private static final String DISCRETE =
      "features: {a: ignore, b: ignore, words: ignore, color: categorical, warm: bernoulli}";
  private static final String NUMBERS =
      "features: {color: ignore, warm: ignore, words: ignore, a: gaussian, b: gaussian}";
  private static final String WORDS =
      "features: {color: ignore, warm: ignore, a: ignore, b: ignore, words: ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {learner: majority} | 2
          {learner: majority, prior: uniform} | 0
          {DISCRETE} | 2 + 3 * 3 + 3 * 1
          {DISCRETE, smoothing: 0, unknown: none, prior: empirical} | 2 + 9 + 3
          {DISCRETE, smoothing: {m: 3}} | 2 + 9 + 3
          {NUMBERS} | 2 + 3 * 2 * 2
          {NUMBERS, variance: sample, prior: uniform} | 12
          {NUMBERS, estimate: mle} | 2 + 12
          {NUMBERS, compat: sklearn} | 2 + 12
          {WORDS multinomial}} | 2 + 3 * 5
          {WORDS bernoulli-text}} | 2 + 3 * 6
          {WORDS bernoulli-text}, smoothing: 0.5} | 2 + 3 * 6
          {learner: lda} | 2 + 3 * 3 + 6
          {learner: lda, covariance: {denominator: n}} | 2 + 9 + 6
          {learner: lda, covariance: {denominator: n, shrinkage: 0.3}} | 2 + 9 + 6
          {learner: qda} | 2 + 3 * 3 + 3 * 6
          {learner: qda, covariance: {denominator: n-1}} | 2 + 9 + 18
          {learner: rda} | 2 + 9 + 18
          {learner: bayes-net, network: {color: [label], warm: [color, label]}} | 2 + 3 * 3 + 4 * 3 * 1
          {learner: bayes-net, network: {color: [], warm: [color]}} | 2 + 3 + 4 * 1
          {learner: bayes-net, network: {color: [], warm: [color], label: [warm]}} | 3 + 4 + 2 * 2
          {learner: tan, network: {warm: [color], color: []}, features: {a: ignore, b: ignore}} | 2 + 9 + 12
          """)
  void shouldSumUpTheRows(String spec, String formula) {
    List<Row> rows = rows(new Random(3));
    Learner learner = learned(spec, rows);

    Fit fit = learner.fit();

    assertThat(fit.parameters()).isEqualTo(value(formula));
    double sum = 0.0;
    for (Row row : rows) {
      Posterior answer = learner.predict(row.x());
      sum += row.weight() * answer.logJoint(answer.indexOf(row.label()));
    }
    assertThat(fit.logLikelihood()).isCloseTo(sum, within(1e-9 * Math.abs(sum)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {features: {color: ignore, warm: ignore, words: ignore, a: student-t, b: student-t}} | 2 + 12
          {features: {color: ignore, warm: ignore, a: ignore, b: ignore, words: {type: multinomial, variant: complement}}} | 2 + 3 * 6
          {learner: logistic, features: {words: ignore}} | 2 + 6 + 8
          {learner: logistic} | 2 + 6 + 8 + 12
          {learner: no-change} | 3
          {learner: average, members: [majority, lda]} | 2 + 2 + 9 + 6
          """)
  void shouldNotKnowTheLikelihoodOfOthers(String spec, String formula) {
    Fit fit = learned(spec, rows(new Random(3))).fit();

    assertThat(fit.parameters()).isEqualTo(value(formula));
    assertThat(fit.logLikelihood()).isNaN();
  }

  /** With a half-life of a second and a row every 100 ms, the last row counts in full. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{DISCRETE, half-life: 1s}",
        "{NUMBERS, half-life: 1s}",
        "{WORDS multinomial}, half-life: 1s}",
        "{WORDS bernoulli-text}, half-life: 1s}",
        "{learner: lda, half-life: 1s}",
        "{learner: bayes-net, network: {color: [], warm: [color, label]}, half-life: 1s}"
      })
  void shouldCountARowAsMuchAsItStillCounts(String spec) {
    List<Row> rows = rows(new Random(4));
    Learner learner = Learners.create(SpecCodec.read("spec", expand(spec)));
    for (int i = 0; i < rows.size(); i++) {
      learner.learn(rows.get(i).x(), rows.get(i).label(), rows.get(i).weight(), 100L * i);
    }

    double sum = 0.0;
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Posterior answer = learner.predict(row.x());
      double left = row.weight() * Math.pow(0.5, (rows.size() - 1 - i) / 10.0);
      sum += left * answer.logJoint(answer.indexOf(row.label()));
    }
    assertThat(learner.fit().logLikelihood()).isCloseTo(sum, within(1e-9 * Math.abs(sum)));
  }

  /** Of a node whose parent is missing nobody has counted what else was there. */
  @Test
  void shouldNotKnowTheLikelihoodWhereValuesAreMissing() {
    String net = "{learner: bayes-net, network: {color: [label], warm: [color]}}";
    List<Row> rows = rows(new Random(3));
    Learner child = learned(net, rows);
    child.learn(new Features().text("color", "c1"), "k1", 1.0, 0L);
    Learner parent = learned(net, rows);
    parent.learn(new Features().truth("warm", true), "k1", 1.0, 0L);
    Learner lda = learned("{learner: lda}", rows);
    lda.learn(new Features().number("a", 1.0), "k1", 1.0, 0L);

    assertThat(child.fit().logLikelihood()).isFinite(); // a node without children is just left out
    assertThat(parent.fit().logLikelihood()).isNaN();
    assertThat(lda.fit().logLikelihood()).isNaN();
  }

  /** Three heads and a tail by hand: 3 ln(3/4) + ln(1/4). */
  @Test
  void shouldNotCountWhatTheSpecGives() {
    String network = "learner: bayes-net, class: y, network: {a: [y], b: [], y: [b]}, tables: {";
    String a = "a: {'y=p': {t: 0.5, u: 0.5}, 'y=q': {t: 1}}";
    String b = "b: {'': {v: 0.5, w: 0.5}}";
    String y = "y: {'b=v': {p: 0.1, q: 0.9}, 'b=w': {p: 0.5, q: 0.5}}";
    String one = "y: {'b=v': {p: 0.1, q: 0.9}}";
    String strong = "y: {strength: 5, 'b=v': {p: 0.1, q: 0.9}, 'b=w': {p: 0.5, q: 0.5}}";
    assertThat(parameters(network + String.join(", ", a, b, y) + "}")).isZero();
    assertThat(parameters(network + String.join(", ", a, b, one) + "}")).isEqualTo(1);
    assertThat(parameters(network + String.join(", ", a, b, strong) + "}")).isEqualTo(2);
    String root = "learner: bayes-net, class: y, network: {a: [y]}, tables: {";
    assertThat(parameters(root + a + ", y: {'': {p: 0.1, q: 0.9}}}")).isZero();
    assertThat(parameters(root + a + ", y: {strength: 5, '': {p: 0.1, q: 0.9}}}")).isEqualTo(1);
  }

  private static long parameters(String spec) {
    return Learners.create(SpecCodec.read("test", "{" + spec + "}")).fit().parameters();
  }

  @Test
  void shouldBeTheBinomialOfACoin() {
    Learner learner = Learners.create(SpecCodec.read("s", "{learner: majority, prior: empirical}"));
    for (int i = 0; i < 4; i++) {
      learner.learn(new Features(), i == 0 ? "tail" : "head", 1.0, 0L);
    }

    assertThat(learner.fit()).isEqualTo(new Fit(1, 3 * Math.log(0.75) + Math.log(0.25)));
  }

  private static Learner learned(String spec, List<Row> rows) {
    Learner learner = Learners.create(SpecCodec.read("spec", expand(spec)));
    for (Row row : rows) {
      learner.learn(row.x(), row.label(), row.weight(), 0L);
    }
    return learner;
  }

  private static String expand(String spec) {
    return spec.replace("DISCRETE", DISCRETE).replace("NUMBERS", NUMBERS).replace("WORDS", WORDS);
  }

  /* Sums of products. */
  private static long value(String formula) {
    long sum = 0;
    for (String term : formula.strip().split("\\+")) {
      long product = 1;
      for (String factor : term.split("\\*")) {
        product *= Long.parseLong(factor.strip());
      }
      sum += product;
    }
    return sum;
  }
}
