package io.bayou.model.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.spec.SpecException;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.registry.Learners;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForestLearnerTest {
  /** Exclusive or: neither number tells anything alone, and no straight line does. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1.0, 1e6})
  void shouldLearnABoundaryOfAnyShapeAtAnyScale(double scale) {
    Learner learner = forest("");
    Random random = new Random(7);
    int right = 0;
    for (int i = 0; i < 2_000; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      Features x = new Features().number("a", scale * a).number("b", scale * b);
      String label = (a > 0.0) == (b > 0.0) ? "same" : "other";
      right += i >= 1_000 && best(learner, x).equals(label) ? 1 : 0;
      learner.learn(x, label, 1.0, 0);
    }
    assertThat(right).isGreaterThan(900);
  }

  @Test
  void shouldSplitNumbersAtTheEdgesOfTheSpec() {
    Learner learner = forest("features: {p: {type: binned, edges: [1000, 1005, 1010, 1015]}}");
    for (int i = 0; i < 40; i++) {
      learner.learn(pressure(1_000 + i % 20), i % 20 < 10 ? "low" : "high", 1.0, 0);
    }

    assertThat(best(learner, pressure(1_004.5))).isEqualTo("low");
    assertThat(best(learner, pressure(1_015.5))).isEqualTo("high");
    assertThat(best(learner, pressure(1e9))).isEqualTo("high");
  }

  private static Features pressure(double value) {
    return new Features().number("p", value);
  }

  @Test
  void shouldAnswerEventsWithoutFeaturesByTheSharesOfTheClasses() {
    Learner learner = forest("");
    learner.learn(new Features().number("a", 1.0), "x", 1.0, 0);
    learner.learn(new Features(), "x", 2.0, 0);
    learner.learn(new Features().tokens("words", List.of("w")), "y", 1.0, 0);

    Posterior answer = learner.predict(new Features());

    assertThat(answer.probabilityOf("x")).isCloseTo((3.0 + 0.5) / (4.0 + 1.0), within(1e-12));
  }

  @Test
  void shouldTellApartEventsWithOtherFeatures() {
    Learner learner = forest("");
    for (int i = 0; i < 50; i++) {
      learner.learn(new Features().number("a", 1.0), "x", 1.0, 0);
      learner.learn(new Features().number("b", 1.0), "y", 1.0, 0);
    }

    assertThat(best(learner, new Features().number("a", 1.0))).isEqualTo("x");
    assertThat(best(learner, new Features().number("b", 1.0))).isEqualTo("y");
  }

  @Test
  void shouldAttributeAnAnswerToTheFeatureThatMatters() {
    Learner learner = forest("");
    Random random = new Random(3);
    for (int i = 0; i < 500; i++) {
      double a = random.nextGaussian();
      Features x = new Features().number("a", a).number("noise", random.nextGaussian());
      learner.learn(x, a > 0.0 ? "high" : "low", 1.0, 0);
    }

    Explanation why = learner.explain(new Features().number("a", 0.8).number("noise", 0.8));

    assertThat(why.label()).isEqualTo("high");
    assertThat(why.contributions()).containsOnlyKeys("a", "noise");
    assertThat(why.contributions().get("a")).isGreaterThan(1.0);
    assertThat(Math.abs(why.contributions().get("noise"))).isLessThan(0.5);
  }

  @Test
  void shouldCountValuesThatItCannotUse() {
    Learner learner = forest("features: {n: gaussian, c: categorical}");
    Features x = new Features().text("n", "many").number("c", 1.0).number("d", 1e101);

    learner.learn(x, "a", 1.0, 0);

    assertThat(learner.refusals().of(Reason.TYPE_CHANGED)).isEqualTo(2);
    assertThat(learner.refusals().of(Reason.OUT_OF_RANGE)).isEqualTo(1);
    assertThat(learner.examples()).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhatItCannotDo() {
    assertThatThrownBy(() -> forest("half-life: 1h"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("half-life does not concern forest");
    assertThatThrownBy(() -> forest("forest: {trees: 101}"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("forest.trees must be between 1 and 100, was 101");
  }

  private static Learner forest(String more) {
    return Learners.create(SpecCodec.read("spec", "learner: forest\n" + more));
  }

  private static String best(Learner learner, Features x) {
    Posterior answer = learner.predict(x);
    return answer.isEmpty() ? "" : answer.label(answer.best());
  }
}
