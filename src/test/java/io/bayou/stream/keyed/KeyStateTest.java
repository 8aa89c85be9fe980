package io.bayou.stream.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ScopeSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What answers for a key is the sum of what it has learned from all sources. */
class KeyStateTest {
  private static final KeyedModel MODEL =
      KeyedModel.of(
          ModelSpec.builder(LearnerKind.NAIVE_BAYES).scope(ScopeSpec.auto("customer")).build());

  private final Learner everybody = MODEL.newEverybody();
  private final KeyId id = new KeyId("m@1", "k");
  private final KeyState state = new KeyState(id, id.prefix(), MODEL);

  private static Example example(double x, String label, String correctionOf) {
    Example example = new Example(new Features());
    example.features().number("x", x);
    example.setLabel(label);
    example.setCorrectionOf(correctionOf);
    return example;
  }

  private Learner sum() {
    Learner sum = MODEL.newOwn();
    state.partials().forEach(partial -> sum.merge(partial.learner()));
    return sum;
  }

  @Test
  void shouldAnswerByAllSources() {
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      everybody.learn(
          example(random.nextGaussian(), "a", null).features(), i % 2 == 0 ? "a" : "b", 1.0, 0);
    }
    for (int offset = 0; offset < 300; offset++) {
      int source = random.nextInt(3);
      String label = random.nextInt(3) == 0 ? "a" : "b";
      // Mostly another source has taught what is taken back: that is refused.
      String correctionOf = random.nextInt(10) == 0 ? "c" : null;
      if (offset % 20 == 0) {
        label = "c";
      }
      Example example = example(offset % 7 + (label.equals("a") ? 3 : 0), label, correctionOf);
      state.learn(example, everybody, "labeled-" + source, "log", 2L * offset + 1, 0);

      assertSame(state.learner(), sum());
    }
    assertThat(state.partials()).hasSize(3);
  }

  private static void assertSame(Learner own, Learner sum) {
    assertThat(own.examples()).isEqualTo(sum.examples());
    Posterior one = own.predict(example(2.0, null, null).features());
    Posterior other = sum.predict(example(2.0, null, null).features());
    assertThat(one.labels()).isEqualTo(other.labels());
    for (int c = 0; c < one.size(); c++) {
      assertThat(one.probability(c)).isCloseTo(other.probability(c), within(1e-9));
    }
    MODEL
        .strengths(own)
        .forEach(
            (strength, weight) ->
                assertThat(weight).isCloseTo(MODEL.strengths(sum).get(strength), within(1e-9)));
  }
}
