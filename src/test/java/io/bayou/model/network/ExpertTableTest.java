package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.QueryableLearner;
import io.bayou.model.registry.Learners;
import org.junit.jupiter.api.Test;

/** Probabilities that are given, against fractions worked out by hand. */
class ExpertTableTest {
  private static final double TOLERANCE = 1e-15;

  @Test
  void shouldAnswerTheCancerTestWithoutAnyExample() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            class: cancer
            network: {test: [cancer]}
            tables:
              cancer: {"": {yes: 0.008, no: 0.992}}
              test: {"cancer=yes": {+: 0.98, -: 0.02}, "cancer=no": {+: 0.03, -: 0.97}}
            """);

    Posterior answer = learner.predict(new Features().text("test", "+"));

    assertThat(Math.exp(answer.logJoint(1))).isCloseTo(0.00784, within(TOLERANCE));
    assertThat(Math.exp(answer.logJoint(0))).isCloseTo(0.02976, within(TOLERANCE));
    assertThat(answer.probabilityOf("yes")).isCloseTo(49.0 / 235.0, within(TOLERANCE));
    assertThat(answer.flags()).isEmpty();
  }

  @Test
  void shouldNotLearnWhatIsFixed() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            network: {a: [label]}
            tables:
              label: {"": {x: 0.25, y: 0.75}}
              a: {"label=x": {true: 0.5, false: 0.5}, "label=y": {true: 0.1, false: 0.9}}
            """);
    double before = learner.predict(new Features().truth("a", true)).probabilityOf("x");
    for (int i = 0; i < 100; i++) {
      learner.learn(new Features().truth("a", true), "y", 1.0, 0L);
    }

    assertThat(before).isCloseTo(0.125 / 0.2, within(TOLERANCE));
    assertThat(learner.predict(new Features().truth("a", true)).probabilityOf("x"))
        .isEqualTo(before);
    assertThat(learner.examples()).isEqualTo(100);
  }

  /* P(v | parents) = (n + strength * p) / (n of the parents + strength), of the class as well. */
  @Test
  void shouldCountATableAsExamples() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            network: {a: [label]}
            tables:
              label: {strength: 4, "": {x: 0.25, y: 0.75}}
              a: {strength: 10, "label=x": {true: 0.5, false: 0.5}, "label=y": {true: 0.1, false: 0.9}}
            """);
    learner.learn(new Features().truth("a", true), "x", 1.0, 0L);
    learner.learn(new Features().truth("a", true), "x", 2.0, 0L);
    learner.learn(new Features().truth("a", false), "z", 1.0, 0L);

    Posterior answer = learner.predict(new Features().truth("a", true));

    assertThat(Math.exp(answer.logPrior(0))).isCloseTo((3.0 + 1.0) / 8.0, within(TOLERANCE));
    assertThat(Math.exp(answer.logPrior(1))).isCloseTo(3.0 / 8.0, within(TOLERANCE));
    assertThat(Math.exp(answer.logPrior(2))).isCloseTo(1.0 / 8.0, within(TOLERANCE));
    assertThat(Math.exp(answer.logJoint(0))).isCloseTo(0.5 * 8.0 / 13.0, within(TOLERANCE));
    assertThat(Math.exp(answer.logJoint(1))).isCloseTo(0.375 * 0.1, within(TOLERANCE));
    // no row is given for z: one example, Laplace's rule
    assertThat(Math.exp(answer.logJoint(2))).isCloseTo(0.125 / 3.0, within(TOLERANCE));
  }

  @Test
  void shouldLearnTheRowsThatAreNotGiven() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            network: {a: [], b: [a, label]}
            prior: uniform
            features: {a: bernoulli, b: bernoulli}
            tables:
              b: {"label=x , a = true": {true: 0.9, false: 0.1}}
            """);
    learner.learn(new Features().truth("a", true).truth("b", false), "x", 1.0, 0L);
    learner.learn(new Features().truth("a", false).truth("b", false), "x", 1.0, 0L);
    learner.learn(new Features().truth("a", true).truth("b", false), "y", 1.0, 0L);

    assertB(learner, true, "x", 0.9);
    assertB(learner, false, "x", 1.0 / 3.0);
    assertB(learner, true, "y", 1.0 / 3.0);
    assertB(learner, false, "y", 0.5);
  }

  private static void assertB(Learner learner, boolean a, String label, double expected) {
    Posterior answer = new Posterior();
    QueryableLearner.of(learner, "b").query("b", new Features().truth("a", a), label, answer);
    assertThat(answer.probabilityOf("true")).isCloseTo(expected, within(TOLERANCE));
  }

  @Test
  void shouldTakeTheTableOfAClassWithParents() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            class: rain
            network: {cloud: [], wind: [], rain: [cloud, wind]}
            tables:
              cloud: {"": {true: 0.4, false: 0.6}}
              wind: {"": {true: 0.5, false: 0.5}}
              rain:
                "cloud=true,wind=true": {yes: 0.8, no: 0.2}
                "cloud=true,wind=false": {yes: 0.5, no: 0.5}
                "cloud=false,wind=true": {no: 1}
            """);

    Posterior cloudy = learner.predict(new Features().truth("cloud", true));
    Posterior windy = learner.predict(new Features().truth("cloud", false).truth("wind", true));
    Posterior calm = learner.predict(new Features().truth("cloud", false).truth("wind", false));

    assertThat(cloudy.probabilityOf("yes")).isCloseTo(0.65, within(TOLERANCE));
    assertThat(Math.exp(cloudy.logEvidence())).isCloseTo(0.4, within(TOLERANCE));
    assertThat(windy.probabilityOf("yes")).isZero();
    assertThat(calm.probabilityOf("yes")).isEqualTo(0.5); // not given: Dirichlet(1)
  }

  @Test
  void shouldKeepItsClassesWhateverIsTakenBack() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            network: {a: [label]}
            tables: {label: {"": {x: 0.25, y: 0.75}}}
            """);
    Features event = new Features().text("a", "v");
    learner.learn(event, "x", 1.0, 0L);
    learner.retract(event, "x", 1.0, 0L);
    learner.retract(event, "y", 1.0, 0L);

    assertThat(learner.examples()).isZero();
    assertThat(learner.predict(new Features()).probabilityOf("x")).isEqualTo(0.25);
  }

  @Test
  void shouldFindAnotherValueThanThoseOfAFixedTableImpossible() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            network: {a: [label]}
            tables:
              label: {"": {x: 0.25, y: 0.75}}
              a: {"label=x": {u: 1}, "label=y": {v: 1}}
            """);

    Posterior answer = learner.predict(new Features().text("a", "w"));

    assertThat(answer.flags()).contains(Flag.IMPOSSIBLE, Flag.UNKNOWN_VALUE);
    assertThat(answer.probabilityOf("x")).isEqualTo(0.25);
  }

  private static Learner learner(String yaml) {
    return Learners.create(SpecCodec.read("test", yaml));
  }
}
