package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.QueryableLearner;
import io.bayou.model.Refusals;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks with nodes that events never have, against the networks that the events came from. */
class HiddenNodeTest {
  private static final int ROWS = 20_000;

  private static final String FIRE_ALARM =
      """
      learner: bayes-net
      class: %s
      network: {Tampering: [], Fire: [], Alarm: [Tampering, Fire], Smoke: [Fire], Leaving: [Alarm],
        Report: [Leaving]}
      tables:
        Fire: {"": {true: 0.01, false: 0.99}}
        Tampering: {"": {true: 0.02, false: 0.98}}
        Alarm:
          "Tampering=true,Fire=true": {true: 0.5, false: 0.5}
          "Tampering=true,Fire=false": {true: 0.85, false: 0.15}
          "Tampering=false,Fire=true": {true: 0.99, false: 0.01}
          "Tampering=false,Fire=false": {true: 0.0001, false: 0.9999}
        Smoke: {"Fire=true": {true: 0.9, false: 0.1}, "Fire=false": {true: 0.01, false: 0.99}}
        Leaving: {"Alarm=true": {true: 0.88, false: 0.12}, "Alarm=false": {true: 0.001, false: 0.999}}
        Report: {"Leaving=true": {true: 0.75, false: 0.25}, "Leaving=false": {true: 0.01, false: 0.99}}
      """;

  /** The same distribution of what is seen, without a hidden node. */
  private static final String COUNTED =
      """
      learner: bayes-net
      class: %s
      network: {Tampering: [], Fire: [], Smoke: [Fire], Leaving: [Tampering, Fire], Report: [Leaving]}
      """;

  /* One sample in 40 is so unlike its network that even counting what is seen is 2 % off. */
  @ParameterizedTest
  @CsvSource({"Fire, 1", "Fire, 2", "Fire, 4", "Report, 4", "Tampering, 4", "Leaving, 1"})
  void shouldLearnTheFireAlarmWithoutTheAlarm(String label, long seed) {
    SampledNetwork network = new SampledNetwork(FIRE_ALARM.formatted(label));

    Learner learned = network.learned(network.learnedWithout("Alarm"), ROWS, seed);

    assertThat(network.excess(learned)).isLessThan(1.02);
  }

  /* Nobody can do better on the same rows. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldLoseNothingAgainstCounting(long seed) {
    SampledNetwork network = new SampledNetwork(FIRE_ALARM.formatted("Fire"));
    ModelSpec counting = SpecCodec.read("test", COUNTED.formatted("Fire"));

    double hidden = network.excess(network.learned(network.learnedWithout("Alarm"), ROWS, seed));

    assertThat(hidden).isLessThan(1.005 * network.excess(network.learned(counting, ROWS, seed)));
  }

  @Test
  void shouldLearnAHiddenRoot() {
    assertLearned(
        1.02,
        """
        learner: bayes-net
        network: {h: [], label: [h], a: [h], b: [h], d: [h]}
        tables:
          h: {"": {true: 0.3, false: 0.7}}
          label: {"h=true": {x: 0.9, y: 0.1}, "h=false": {x: 0.15, y: 0.85}}
          a: {"h=true": {true: 0.8, false: 0.2}, "h=false": {true: 0.1, false: 0.9}}
          b: {"h=true": {u: 0.6, v: 0.3, w: 0.1}, "h=false": {u: 0.1, v: 0.2, w: 0.7}}
          d: {"h=true": {true: 0.1, false: 0.9}, "h=false": {true: 0.7, false: 0.3}}
        """,
        "h");
  }

  @Test
  void shouldLearnThreeHiddenValuesInTheMiddle() {
    assertLearned(
        1.1,
        """
        learner: bayes-net
        network: {h: [label], a: [h], b: [h], d: [h]}
        tables:
          label: {"": {x: 0.5, y: 0.5}}
          h: {"label=x": {k: 0.6, l: 0.3, m: 0.1}, "label=y": {k: 0.1, l: 0.2, m: 0.7}}
          a: {"h=k": {true: 0.9, false: 0.1}, "h=l": {true: 0.2, false: 0.8}, "h=m": {true: 0.3, false: 0.7}}
          b: {"h=k": {u: 0.8, v: 0.1, w: 0.1}, "h=l": {u: 0.1, v: 0.8, w: 0.1}, "h=m": {u: 0.1, v: 0.2, w: 0.7}}
          d: {"h=k": {true: 0.1, false: 0.9}, "h=l": {true: 0.8, false: 0.2}, "h=m": {true: 0.2, false: 0.8}}
        """,
        "h");
  }

  @Test
  void shouldLearnAChainOfHiddenNodes() {
    assertLearned(
        1.1,
        """
        learner: bayes-net
        network: {g: [label], h: [g], a: [h], b: [h], d: [g]}
        tables:
          label: {"": {x: 0.5, y: 0.5}}
          g: {"label=x": {true: 0.8, false: 0.2}, "label=y": {true: 0.1, false: 0.9}}
          h: {"g=true": {true: 0.9, false: 0.1}, "g=false": {true: 0.2, false: 0.8}}
          a: {"h=true": {true: 0.9, false: 0.1}, "h=false": {true: 0.1, false: 0.9}}
          b: {"h=true": {true: 0.2, false: 0.8}, "h=false": {true: 0.7, false: 0.3}}
          d: {"g=true": {true: 0.3, false: 0.7}, "g=false": {true: 0.6, false: 0.4}}
        """,
        "g",
        "h");
  }

  @Test
  void shouldNotMindAHiddenLeaf() {
    assertLearned(
        1.02,
        """
        learner: bayes-net
        network: {a: [label], h: [a, label]}
        tables:
          label: {"": {x: 0.5, y: 0.5}}
          a: {"label=x": {true: 0.8, false: 0.2}, "label=y": {true: 0.1, false: 0.9}}
          h: {"label=x,a=true": {true: 0.9, false: 0.1}, "label=x,a=false": {true: 0.9, false: 0.1},
            "label=y,a=true": {true: 0.9, false: 0.1}, "label=y,a=false": {true: 0.9, false: 0.1}}
        """,
        "h");
  }

  private static void assertLearned(double most, String yaml, String... hidden) {
    SampledNetwork network = new SampledNetwork(yaml);
    Learner learned = network.learned(network.learnedWithout(hidden), ROWS, 1L);
    assertThat(network.excess(learned)).isLessThan(most);
  }

  /* What is known of the meaning of hidden values is kept: expected counts by Bayes' rule. */
  @Test
  void shouldExpectByTheTablesThatAreGiven() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            network: {h: [], a: [h]}
            features: {a: bernoulli}
            prior: uniform
            hidden: [h]
            tables:
              h: {strength: 2, "": {true: 0.5, false: 0.5}}
              a: {"h=true": {true: 0.8, false: 0.2}, "h=false": {true: 0.3, false: 0.7}}
            """);
    learner.learn(new Features().truth("a", true), "x", 1.0, 0L);
    // P(h | a) = 0.8 / (0.8 + 0.3), so that P(h) = (2 * 0.5 + 8/11) / 3 = 19/33
    assertThat(query(learner, "h", new Features())).isCloseTo(19.0 / 33.0, within(1e-15));
    learner.learn(new Features().truth("a", false), "x", 1.0, 0L);
    // 19/33 * 0.2 and 14/33 * 0.7: P(h | not a) = 38 / (38 + 98) = 19/68
    double expected = (1.0 + 8.0 / 11.0 + 19.0 / 68.0) / 4.0;
    assertThat(query(learner, "h", new Features())).isCloseTo(expected, within(1e-15));
  }

  @Test
  void shouldUseAValueThatAnEventHas() {
    Learner learner =
        learner(
            """
            learner: bayes-net
            network: {h: [label], a: [h]}
            features: {a: bernoulli, h: {type: categorical, values: [u, v]}}
            hidden: [h]
            """);
    learner.learn(new Features().text("h", "u").truth("a", true), "x", 1.0, 0L);
    learner.learn(new Features().text("h", "u").truth("a", true), "x", 1.0, 0L);
    learner.learn(new Features().text("h", "neither").truth("b", true), "x", 1.0, 0L);
    // two seen, and one pseudo-count for each of the two values
    Posterior answer = new Posterior();
    QueryableLearner.of(learner, "h").query("h", new Features(), "x", answer);
    assertThat(answer.probabilityOf("u")).isCloseTo(0.75, within(1e-15));
    assertThat(learner.refusals().of(Refusals.Reason.BAD_VALUE)).isEqualTo(1);
    assertThat(learner.predict(new Features().truth("a", true)).flags())
        .doesNotContain(Flag.MISSING_FEATURE);
    assertThat(learner.predict(new Features()).flags()).contains(Flag.MISSING_FEATURE);
  }

  private static Learner learner(String yaml) {
    return Learners.create(SpecCodec.read("test", yaml));
  }

  private static double query(Learner learner, String node, Features x) {
    Posterior answer = new Posterior();
    QueryableLearner.of(learner, node).query(node, x, null, answer);
    return answer.probabilityOf("true");
  }
}
