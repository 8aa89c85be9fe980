package io.bayou.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Refusals.Reason;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A correction of what was never learned changes nothing and is counted. */
class CorrectionTest {
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BAYES_NET") // as tan, but needs a network
  void shouldRefuseALabelWithoutExamples(LearnerKind kind) {
    Learner learner = learned(kind);
    Map<String, String> before = State.of(learner);

    learner.retract(event(), "never", 1.0, 2);

    assertThat(State.of(learner)).isEqualTo(before);
    assertThat(learner.examples()).isEqualTo(3);
    assertThat(learner.refusals().of(Reason.CORRECTION_UNKNOWN)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "NAIVE_BAYES",
        "LDA",
        "QDA",
        "RDA",
        "TAN",
        "AODE",
        "FOREST",
        "MAJORITY",
        "NO_CHANGE"
      })
  void shouldRefuseMoreWeightThanALabelHas(LearnerKind kind) {
    Learner learner = learned(kind);
    Map<String, String> before = State.of(learner);

    learner.retract(event(), "a", 2.5, 2);

    assertThat(State.of(learner)).isEqualTo(before);
    assertThat(learner.refusals().of(Reason.CORRECTION_UNKNOWN)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BAYES_NET")
  void shouldTakeBackNoMoreThanThereIs(LearnerKind kind) {
    Learner learner = learned(kind);

    for (int i = 0; i < 5; i++) {
      learner.retract(event(), "a", 1.0, 2);
    }

    assertThat(learner.examples()).isEqualTo(1);
    assertThat(learner.predict(event()).size()).isEqualTo(1);
    assertThat(learner.refusals().of(Reason.CORRECTION_UNKNOWN)).isEqualTo(3);
  }

  /** Some members compare weights and some, which forget, cannot: all take it back or none does. */
  @Test
  void shouldNotBeHalfAppliedByAnAverage() {
    for (long halfLife : new long[] {0, 10}) {
      ModelSpec.Builder spec = ModelSpec.of(LearnerKind.AVERAGE).toBuilder();
      Learner learner = Learners.create(spec.halfLifeMillis(halfLife).build());
      learner.learn(event(), "a", 1.0, 0);
      learner.learn(event(), "b", 1.0, 1);
      Map<String, String> before = State.of(learner);

      learner.retract(event(), "a", 5.0, 2);

      assertThat(State.of(learner)).isEqualTo(before);
      assertThat(learner.refusals().of(Reason.CORRECTION_UNKNOWN)).isEqualTo(1);
    }
  }

  /** By then it counts less than it did: what is left of it is taken back. */
  @ParameterizedTest
  @EnumSource(names = {"NAIVE_BAYES", "LDA", "TAN", "AODE", "MAJORITY", "LOGISTIC"})
  void shouldTakeBackWhatHasDecayed(LearnerKind kind) {
    Learner learner = Learners.create(ModelSpec.builder(kind).halfLifeMillis(10).build());
    learner.learn(event(), "a", 1.0, 0);
    learner.learn(event(), "b", 1.0, 100);

    learner.retract(event(), "a", 1.0, 100);

    assertThat(learner.examples()).isEqualTo(1);
    assertThat(learner.refusals().total()).isZero();
  }

  private static Learner learned(LearnerKind kind) {
    Learner learner = Learners.create(ModelSpec.of(kind));
    learner.learn(event(), "a", 1.0, 0);
    learner.learn(new Features().number("x", 3.0).text("y", "r"), "a", 1.0, 1);
    learner.learn(event(), "b", 1.0, 1);
    return learner;
  }

  private static Features event() {
    return new Features().number("x", 1.5).text("y", "q");
  }
}
