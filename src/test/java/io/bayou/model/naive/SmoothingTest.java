package io.bayou.model.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.registry.Learners;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pseudo-counts by hand, in fractions. */
class SmoothingTest {
  @Test
  void shouldCountFalseByOneLessP() {
    for (String rule : new String[] {"{m: 4, p: 0.25}", "{beta: [1, 3]}"}) {
      Learner learner = truths(naiveBayes("x: bernoulli", rule));
      // a: 2 of 3 are true, b: 1 of 4.
      assertThat(given(learner, "a", truth(true))).isCloseTo(3.0 / 7.0, within(1e-15));
      assertThat(given(learner, "a", truth(false))).isCloseTo(4.0 / 7.0, within(1e-15));
      assertThat(given(learner, "b", truth(true))).isCloseTo(2.0 / 8.0, within(1e-15));
      assertThat(given(learner, "b", truth(false))).isCloseTo(6.0 / 8.0, within(1e-15));
    }
  }

  @Test
  void shouldTakeTheShareOverAllClasses() {
    Learner learner = truths(naiveBayes("x: bernoulli", "{m: 2, p: overall}"));
    // True are 3 of all 7.
    assertThat(given(learner, "a", truth(true)))
        .isCloseTo((2.0 + 2.0 * 3.0 / 7.0) / 5.0, within(1e-15));
    assertThat(given(learner, "b", truth(false)))
        .isCloseTo((3.0 + 2.0 * 4.0 / 7.0) / 6.0, within(1e-15));
  }

  @Test
  void shouldTakeTheModeOfABetaPosterior() {
    String spec = "{estimate: map, features: {x: bernoulli}, smoothing: {beta: [2, 3]}}";
    Learner learner = truths(Learners.create(SpecCodec.read("test", spec)));
    assertThat(given(learner, "a", truth(true))).isCloseTo(3.0 / 6.0, within(1e-15));
    assertThat(given(learner, "a", truth(false))).isCloseTo(3.0 / 6.0, within(1e-15));
  }

  @Test
  void shouldCountCategoriesByValue() {
    for (String rule :
        new String[] {"{dirichlet: {r: 3, g: 1}}", "{m: 4, p: {r: 0.75, g: 0.25}}"}) {
      Learner learner = colours(naiveBayes("x: categorical", rule));
      // a: r r b, b: b; nobody has seen g.
      assertThat(given(learner, "a", colour("r"))).isCloseTo(5.0 / 7.0, within(1e-15));
      assertThat(given(learner, "a", colour("g"))).isCloseTo(1.0 / 7.0, within(1e-15));
      assertThat(given(learner, "a", colour("b"))).isCloseTo(1.0 / 7.0, within(1e-15));
      assertThat(given(learner, "b", colour("r"))).isCloseTo(3.0 / 5.0, within(1e-15));
    }
  }

  @Test
  void shouldCountIntervalsByName() {
    Learner learner =
        naiveBayes(
            "z: {type: binned, edges: [0, 4, 10, 2e6]}",
            "{dirichlet: {'<0': 1, '[0, 4)': 2, '[4, 10)': 3, '[10, 2000000)': 4}}");
    learner.learn(new Features().number("z", 5.0), "a", 1.0, 0L);
    double[] numbers = {-1.0, 0.0, 9.9, 10.0};
    double[] shares = {1.0 / 11.0, 2.0 / 11.0, 4.0 / 11.0, 4.0 / 11.0};
    for (int i = 0; i < numbers.length; i++) {
      assertThat(given(learner, "a", new Features().number("z", numbers[i])))
          .isCloseTo(shares[i], within(1e-15));
    }
  }

  @Test
  void shouldGiveEveryGivenIntervalACellAndUnknownNumbersNone() {
    String[] learners = {"learner: naive-bayes", "learner: bayes-net, network: {z: [label]}"};
    for (String learner : learners) {
      for (String unknown : new String[] {"unknown: reserve", "unknown: none"}) {
        for (String rule : new String[] {"1", "{m: 3}"}) {
          Learner binned = naiveBayes("z: {type: binned, edges: [0, 4]}", rule, unknown, learner);
          binned.learn(new Features().number("z", 1.0), "a", 1.0, 0L);
          binned.learn(new Features().number("z", 2.0), "a", 1.0, 0L);
          // Both in [0, 4); nobody has seen the other two intervals.
          double[] numbers = {-1.0, 1.0, 9.0};
          double[] shares = {1.0 / 5.0, 3.0 / 5.0, 1.0 / 5.0};
          for (int i = 0; i < numbers.length; i++) {
            Features x = new Features().number("z", numbers[i]);
            assertThat(given(binned, "a", x))
                .as("%s %s %s", learner, unknown, rule)
                .isCloseTo(shares[i], within(1e-15));
          }
        }
      }
    }
  }

  @Test
  void shouldHearNothingOfAValueThatNoRuleNames() {
    Learner learner = colours(naiveBayes("x: categorical", "{m: 2, p: overall}"));
    Posterior answer = learner.predict(colour("never"));
    assertThat(answer.flags()).containsExactly(Flag.UNKNOWN_VALUE);
    assertThat(answer.probabilityOf("a")).isCloseTo(4.0 / 6.0, within(1e-15));
  }

  @Test
  void shouldSmoothOneFeatureOtherwiseThanTheOthers() {
    String features = "x: {type: bernoulli, smoothing: {beta: [1, 3]}}, y: bernoulli";
    Learner learner = truths(naiveBayes(features, "1"));
    assertThat(given(learner, "a", truth(true))).isCloseTo(3.0 / 7.0, within(1e-15));
    Features y = new Features().truth("y", true);
    learner.learn(y, "a", 1.0, 0L);
    assertThat(given(learner, "a", y)).isCloseTo(2.0 / 3.0, within(1e-15));
  }

  @Test
  void shouldSmoothTokensByTheirShareOverAllClasses() {
    Learner learner = naiveBayes("t: multinomial", "{m: 2, p: overall}");
    learner.learn(tokens("cheap", "cheap", "now"), "spam", 1.0, 0L);
    learner.learn(tokens("now"), "ham", 1.0, 0L);
    assertThat(given(learner, "ham", tokens("cheap"))).isCloseTo(1.0 / 3.0, within(1e-15));
    assertThat(given(learner, "ham", tokens("now"))).isCloseTo(2.0 / 3.0, within(1e-15));
    assertThat(given(learner, "spam", tokens("cheap"))).isCloseTo(3.0 / 5.0, within(1e-15));
  }

  @Test
  void shouldSmoothTokensByValue() {
    Learner learner = naiveBayes("t: multinomial", "{dirichlet: {cheap: 2, now: 1, hello: 0.5}}");
    learner.learn(tokens("cheap", "now"), "spam", 1.0, 0L);
    learner.learn(tokens("now"), "ham", 1.0, 0L);
    assertThat(given(learner, "ham", tokens("hello"))).isCloseTo(0.5 / 4.5, within(1e-15));
    assertThat(given(learner, "spam", tokens("cheap"))).isCloseTo(3.0 / 5.5, within(1e-15));
  }

  @Test
  void shouldCountSuccessesOfSoManyTrials() {
    Learner learner = naiveBayes("k: {type: binomial, n: 4}", "{beta: [1, 2]}");
    learner.learn(successes(3), "a", 1.0, 0L);
    learner.learn(successes(1), "a", 2.0, 0L);
    learner.learn(successes(0), "b", 1.0, 0L);
    double p = (5.0 + 1.0) / (12.0 + 3.0);
    assertThat(given(learner, "a", successes(3)))
        .isCloseTo(4.0 * p * p * p * (1.0 - p), within(1e-15));
    double sum = 0.0;
    for (int k = 0; k <= 4; k++) {
      sum += given(learner, "b", successes(k));
    }
    assertThat(sum).isCloseTo(1.0, within(1e-14));
  }

  @Test
  void shouldLeaveOutWhatIsNoNumberOfSuccesses() {
    Learner learner = naiveBayes("k: {type: binomial, n: 4}", "1");
    for (double k : new double[] {-1.0, 0.5, 5.0, 1e99}) {
      learner.learn(new Features().number("k", k), "a", 1.0, 0L);
    }
    assertThat(learner.refusals().of(Refusals.Reason.BAD_VALUE)).isEqualTo(4);
    assertThat(given(learner, "a", successes(4))).isCloseTo(1.0 / 16.0, within(1e-15));
  }

  @Test
  void shouldPoolTheVarianceOfAFeatureOverItsClasses() {
    Learner learner =
        Learners.create(
            SpecCodec.read("test", "{features: {x: gaussian}, variance: pooled, prior: uniform}"));
    for (double x : new double[] {1.0, 2.0, 3.0}) {
      learner.learn(new Features().number("x", x), "a", 1.0, 0L);
    }
    for (double x : new double[] {6.0, 10.0}) {
      learner.learn(new Features().number("x", x), "b", 1.0, 0L);
    }
    double variance = (2.0 + 8.0) / 3.0;
    double density = Math.exp(-0.5 / variance) / Math.sqrt(2.0 * Math.PI * variance);
    assertThat(given(learner, "a", new Features().number("x", 1.0)))
        .isCloseTo(density, within(1e-15));
    assertThat(given(learner, "b", new Features().number("x", 9.0)))
        .isCloseTo(density, within(1e-15));
  }

  private static Features successes(double k) {
    return new Features().number("k", k);
  }

  @Test
  void shouldSmoothATableOfANetworkByTheShareOverAllClasses() {
    String spec =
        "{learner: bayes-net, network: {x: [label]}, features: {x: bernoulli},"
            + " smoothing: {m: 2, p: overall}}";
    Learner learner = truths(Learners.create(SpecCodec.read("test", spec)));
    assertThat(given(learner, "a", truth(true)))
        .isCloseTo((2.0 + 2.0 * 3.0 / 7.0) / 5.0, within(1e-15));
  }

  /* It must not win because nothing is known of it. */
  @Test
  void shouldSayWhatAllClassesSayWhereAClassHasSeenNothing() {
    String prior = "prior: {a: 0.3, b: 0.3, new: 0.4}";
    Learner truths = truths(naiveBayes("x: bernoulli", "0", prior));
    assertThat(given(truths, "new", truth(true))).isCloseTo(3.0 / 7.0, within(1e-15));
    assertThat(given(truths, "new", truth(false))).isCloseTo(4.0 / 7.0, within(1e-15));
    Learner colours = colours(naiveBayes("x: categorical", "0", prior));
    assertThat(given(colours, "new", colour("r"))).isCloseTo(2.0 / 4.0, within(1e-15));
    assertThat(given(colours, "new", colour("unknown"))).isZero();

    Learner texts = naiveBayes("t: multinomial", "0", prior);
    texts.learn(tokens("u", "v", "v"), "a", 1.0, 0L);
    texts.learn(tokens("v"), "b", 1.0, 0L);
    assertThat(given(texts, "new", tokens("u", "v"))).isCloseTo(3.0 / 16.0, within(1e-15));

    Learner trials = naiveBayes("k: {type: binomial, n: 2}", "0", prior);
    trials.learn(successes(2), "a", 1.0, 0L);
    trials.learn(successes(1), "b", 1.0, 0L);
    assertThat(given(trials, "new", successes(2))).isCloseTo(9.0 / 16.0, within(1e-15));
  }

  @Test
  void shouldCountClassesByAPriorOfTheirOwn() {
    Learner learner = truths(naiveBayes("x: bernoulli", "1", "prior: {dirichlet: {a: 1, c: 3}}"));
    Posterior answer = learner.predict(new Features());
    assertThat(answer.probabilityOf("a")).isCloseTo(4.0 / 11.0, within(1e-15));
    assertThat(answer.probabilityOf("b")).isCloseTo(4.0 / 11.0, within(1e-15));
    assertThat(answer.probabilityOf("c")).isCloseTo(3.0 / 11.0, within(1e-15));
  }

  @Test
  void shouldEstimateThePriorAsEverythingElse() {
    Learner most = truths(naiveBayes("x: bernoulli", "1", "estimate: mle"));
    assertThat(most.predict(new Features()).probabilityOf("a")).isCloseTo(3.0 / 7.0, within(1e-15));
    Learner mode =
        truths(
            naiveBayes("x: bernoulli", "1", "estimate: map", "prior: {dirichlet: {a: 2, b: 4}}"));
    assertThat(mode.predict(new Features()).probabilityOf("a"))
        .isCloseTo(4.0 / 11.0, within(1e-15));
  }

  private static Learner naiveBayes(String features, String smoothing, String... more) {
    String spec = "{features: {" + features + "}, smoothing: " + smoothing;
    return Learners.create(
        SpecCodec.read(
            "test", spec + (more.length > 0 ? ", " + String.join(", ", more) : "") + "}"));
  }

  /* P(x|c). */
  private static double given(Learner learner, String label, Features x) {
    Posterior answer = learner.predict(x);
    int c = answer.indexOf(label);
    return Math.exp(answer.logJoint(c) - answer.logPrior(c));
  }

  private static Learner truths(Learner learner) {
    for (boolean value : new boolean[] {true, true, false}) {
      learner.learn(truth(value), "a", 1.0, 0L);
    }
    for (boolean value : new boolean[] {false, true, false, false}) {
      learner.learn(truth(value), "b", 1.0, 0L);
    }
    return learner;
  }

  private static Learner colours(Learner learner) {
    for (String value : new String[] {"r", "r", "b"}) {
      learner.learn(colour(value), "a", 1.0, 0L);
    }
    learner.learn(colour("b"), "b", 1.0, 0L);
    return learner;
  }

  private static Features truth(boolean value) {
    return new Features().truth("x", value);
  }

  private static Features colour(String value) {
    return new Features().text("x", value);
  }

  private static Features tokens(String... tokens) {
    return new Features().tokens("t", List.of(tokens));
  }
}
