package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.QueryableLearner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums that are estimated, against the same sums where they fit. */
class LikelihoodWeightingTest {
  private static final String NETWORK =
      """
      learner: bayes-net
      class: %s
      network: {a: [], b: [a], c: [a, y], d: [b, c], e: [d, y], y: %s}
      """;

  /** As the spec has it, but no table at all may be made. */
  private static final class Tableless extends GivenStructure {
    Tableless(ModelSpec spec) {
      super(spec);
    }

    @Override
    boolean isExact() {
      return false;
    }

    @Override
    int maxCells() {
      return 0;
    }
  }

  private static Learner estimating(ModelSpec spec) {
    return new NetworkLearner(spec, () -> new Tableless(spec));
  }

  private static Features event(Random random, double known) {
    Features x = new Features();
    for (String node : List.of("a", "b", "c", "d", "e")) {
      if (random.nextDouble() < known) {
        x.text(node, "v" + random.nextInt(3));
      }
    }
    return x;
  }

  /* Hoeffding: with n weights in [0, 1] the mean is off by t with probability 2 exp(-2 n t^2). */
  private static double margin(double failures) {
    return Math.sqrt(Math.log(2.0 / failures) / (2.0 * LikelihoodWeighting.MAX_SAMPLES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[a, b]"})
  void shouldComeNearTheExactSum(String parentsOfClass) {
    ModelSpec spec = SpecCodec.read("test", NETWORK.formatted("y", parentsOfClass));
    Learner exact = Learners.create(spec);
    Learner estimate = estimating(spec);
    Random random = new Random(1L);
    for (int i = 0; i < 200; i++) {
      Features x = event(random, 1.0);
      String label = "k" + random.nextInt(3);
      exact.learn(x, label, 1.0, 0L);
      estimate.learn(x, label, 1.0, 0L);
    }
    for (int i = 0; i < 60; i++) {
      Features x = event(random, 0.5);
      Posterior expected = exact.predict(x);
      Posterior actual = estimate.predict(x);
      assertThat(expected.flags()).doesNotContain(Flag.APPROXIMATE);
      double evidence = Math.exp(expected.logEvidence());
      for (int c = 0; c < expected.size(); c++) {
        double prior = parentsOfClass.equals("[]") ? Math.exp(expected.logPrior(c)) : 1.0;
        assertThat(Math.exp(actual.logJoint(c)))
            .isCloseTo(evidence * expected.probability(c), within(prior * margin(1e-6)));
      }
      assertQuery(exact, estimate, x);
    }
  }

  private static void assertQuery(Learner exact, Learner estimate, Features x) {
    Posterior expected = new Posterior();
    Posterior actual = new Posterior();
    QueryableLearner.of(exact, "d").query("d", x, null, expected);
    QueryableLearner.of(estimate, "d").query("d", x, null, actual);
    assertThat(actual.flags()).contains(Flag.APPROXIMATE);
    for (int v = 0; v < expected.size(); v++) {
      assertThat(Math.exp(actual.logJoint(v)))
          .isCloseTo(Math.exp(expected.logJoint(v)), within(margin(1e-6)));
    }
  }

  @Test
  void shouldBeExactWhereNothingIsSummed() {
    ModelSpec spec = SpecCodec.read("test", NETWORK.formatted("y", "[]"));
    Learner estimate = estimating(spec);
    Random random = new Random(2L);
    for (int i = 0; i < 50; i++) {
      estimate.learn(event(random, 1.0), "k" + i % 2, 1.0, 0L);
    }
    assertThat(estimate.predict(event(random, 1.0)).flags()).doesNotContain(Flag.APPROXIMATE);
    assertThat(estimate.predict(new Features().text("a", "v1")).flags())
        .doesNotContain(Flag.APPROXIMATE);
    assertThat(estimate.predict(new Features().text("e", "v1")).flags()).contains(Flag.APPROXIMATE);
  }

  /* A grid of 12 x 12 nodes: nothing but its edges is known. */
  @Test
  void shouldAnswerWhereNoTableFits() {
    int side = 12;
    String grid =
        IntStream.range(0, side * side)
            .mapToObj(i -> node(i, side))
            .collect(Collectors.joining(", "));
    ModelSpec spec = SpecCodec.read("test", "{learner: bayes-net, network: {" + grid + "}}");
    Learner learner = Learners.create(spec);
    Random random = new Random(3L);
    for (int i = 0; i < 300; i++) {
      learner.learn(gridEvent(random, side, i % 2, true), i % 2 == 0 ? "x" : "y", 1.0, 0L);
    }
    int right = 0;
    for (int i = 0; i < 10; i++) {
      Features x = gridEvent(random, side, i % 2, false);
      Posterior answer = learner.predict(x);
      assertThat(answer.flags()).contains(Flag.APPROXIMATE, Flag.MISSING_FEATURE);
      assertThat(answer.probability(0) + answer.probability(1)).isCloseTo(1.0, within(1e-12));
      if (i < 2) {
        assertRepeatsAndExplains(learner, x, answer);
      }
      right += answer.label(answer.best()).equals(i % 2 == 0 ? "x" : "y") ? 1 : 0;
    }
    assertThat(right).isGreaterThanOrEqualTo(9);
    assertThat(learner.predict(gridEvent(random, side, 1, true)).flags()).isEmpty();
  }

  private static void assertRepeatsAndExplains(Learner learner, Features x, Posterior answer) {
    assertThat(learner.predict(x).probability(0)).isEqualTo(answer.probability(0));
    Explanation why = learner.explain(x);
    assertThat(why.logOdds())
        .isCloseTo(
            answer.logJoint(answer.best()) - answer.logJoint(answer.runnerUp()), within(1e-9));
  }

  private static String node(int i, int side) {
    List<String> parents = new ArrayList<>(List.of("label"));
    if (i % side > 0) {
      parents.add("n" + (i - 1));
    }
    if (i >= side) {
      parents.add("n" + (i - side));
    }
    return "n" + i + ": " + parents;
  }

  /* Of the other half every second node is known. */
  private static Features gridEvent(Random random, int side, int label, boolean all) {
    Features x = new Features();
    for (int i = 0; i < side * side; i++) {
      boolean value = random.nextInt(4) == 0 ? random.nextBoolean() : label == 1;
      if (all || i / side == side - 1) {
        x.truth("n" + i, value);
      }
    }
    return x;
  }
}
