package io.bayou.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Refusals.Reason;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits on classes, features and categories do not multiply to more than the memory. */
class TotalBoundsTest {
  private static final int CLASSES = 1_000;

  @ParameterizedTest
  @EnumSource(names = {"NAIVE_BAYES", "TAN", "AODE"})
  void shouldBoundTheCountsOfAllClassesTogether(LearnerKind kind) {
    Learner learner = Learners.create(ModelSpec.of(kind));
    withoutFeatures(learner);

    for (int i = 0; i < 5_000; i++) {
      learner.learn(new Features().text("id", "v" + i), "c7", 1.0, 0);
    }

    // 2^22 counts are 4,194 places for each of the classes, four of which the column takes itself.
    assertThat(learner.refusals().asMap()).isEqualTo(Map.of(Reason.TOO_MANY_CELLS, 810L));
    assertThat(learner.examples()).isEqualTo(CLASSES + 5_000);
    Posterior known = learner.predict(new Features().text("id", "v4000"));
    assertThat(known.flags()).doesNotContain(Flag.UNKNOWN_VALUE);
    Posterior refused = learner.predict(new Features().text("id", "v4999"));
    assertThat(refused.flags()).contains(Flag.UNKNOWN_VALUE);
  }

  @ParameterizedTest
  @EnumSource(names = {"NAIVE_BAYES", "TAN", "AODE"})
  void shouldRestoreAFullModelInAnyOrder(LearnerKind kind) {
    Learner full = Learners.create(ModelSpec.of(kind));
    withoutFeatures(full);
    for (int i = 0; i < 4_300; i++) {
      full.learn(new Features().text("id", "v" + i), "c" + i % CLASSES, 1.0, 0);
    }
    Learner restored = Learners.create(ModelSpec.of(kind));

    State.restore(restored, State.of(full).values(), new SplittableRandom(1));

    assertThat(State.of(restored)).isEqualTo(State.of(full));
    for (Learner each : new Learner[] {full, restored}) {
      each.learn(new Features().text("id", "one more"), "c1", 1.0, 0);
      each.learn(new Features().text("id", "v1"), "c2", 1.0, 0);
    }
    assertThat(State.of(restored)).isEqualTo(State.of(full));
  }

  @Test
  void shouldTakeANewValueForOneThatIsForgotten() {
    Learner learner = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    withoutFeatures(learner);
    for (int i = 0; i < 4_190; i++) {
      learner.learn(new Features().text("id", "v" + i), "c7", 1.0, 0);
    }

    learner.retract(new Features().text("id", "v0"), "c7", 1.0, 0);
    learner.learn(new Features().text("id", "new"), "c7", 1.0, 0);
    learner.learn(new Features().text("id", "v0"), "c7", 1.0, 0);

    assertThat(learner.refusals().asMap()).isEqualTo(Map.of(Reason.TOO_MANY_CELLS, 1L));
  }

  @Test
  void shouldBoundTheWeightsOfARegression() {
    LogisticSpec rule = new LogisticSpec(2.0, 100.0, 1.0, true);
    ModelSpec spec = ModelSpec.builder(LearnerKind.LOGISTIC).logistic(rule).build();
    Learner learner = Learners.create(spec);
    withoutFeatures(learner);

    for (int i = 0; i < 3; i++) {
      Features many = new Features();
      for (int j = 0; j < 1_000; j++) {
        many.text("f" + j, "v" + i);
      }
      learner.learn(many, "c7", 1.0, 0);
    }

    // 2^21 weights are 2,097 for each of the classes.
    assertThat(learner.refusals().asMap()).isEqualTo(Map.of(Reason.TOO_MANY_CELLS, 903L));
  }

  private static void withoutFeatures(Learner learner) {
    for (int c = 0; c < CLASSES; c++) {
      learner.learn(new Features(), "c" + c, 1.0, 0);
    }
  }
}
