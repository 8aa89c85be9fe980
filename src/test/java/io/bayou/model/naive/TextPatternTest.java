package io.bayou.model.naive;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.TextSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A text that the pattern of its spec cannot cut is a bad value, and nothing worse. */
class TextPatternTest {
  @Test
  void shouldLeaveOutATextThatThePatternTakesForeverFor() {
    Learner learner = learner("(?:x+x+)+y");
    learner.learn(new Features().text("body", "xxxy"), "a", 1.0, 0);

    learner.learn(new Features().text("body", "x".repeat(60_000)).number("n", 1.0), "b", 1.0, 0);

    assertThat(learner.refusals().asMap()).isEqualTo(Map.of(Reason.BAD_VALUE, 1L));
    assertThat(learner.examples()).isEqualTo(2);
    assertThat(learner.predict(new Features().text("body", "xxxy")).label(0)).isEqualTo("a");
  }

  @Test
  void shouldLearnAWordThatOverflowsTheStackOfAMatcher() {
    Learner learner = learner("(?:\\w|-)+");

    learner.learn(new Features().text("body", "x".repeat(60_000)), "a", 1.0, 0);

    assertThat(learner.refusals().total()).isZero();
    assertThat(learner.examples()).isEqualTo(1);
  }

  private static Learner learner(String pattern) {
    TextSpec text =
        new TextSpec(
            Optional.of(pattern),
            true,
            Optional.empty(),
            Optional.empty(),
            1,
            OptionalInt.empty(),
            TextSpec.Variant.STANDARD);
    FeatureSpec body = new FeatureSpec(FeatureType.MULTINOMIAL, List.of(), Optional.empty(), text);
    return Learners.create(
        ModelSpec.builder(LearnerKind.NAIVE_BAYES).feature("body", body).build());
  }
}
