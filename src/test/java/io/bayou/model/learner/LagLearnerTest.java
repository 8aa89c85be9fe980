package io.bayou.model.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.Features;
import io.bayou.model.LabelMemory;
import io.bayou.model.Learner;
import io.bayou.model.State;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import org.junit.jupiter.api.Test;

class LagLearnerTest {
  private static Learner learner(int lags) {
    return Learners.create(ModelSpec.builder(LearnerKind.NAIVE_BAYES).lags(lags).build());
  }

  private static Features event() {
    return new Features().number("x", 1.0);
  }

  @Test
  void shouldLearnThatLabelsAlternate() {
    Learner learner = learner(1);
    for (int i = 0; i < 40; i++) {
      learner.learn(event(), i % 2 == 0 ? "even" : "odd", 1.0, i);
    }

    assertThat(learner.predict(event()).probabilityOf("even")).isGreaterThan(0.9);
    learner.learn(event(), "even", 1.0, 40);
    assertThat(learner.predict(event()).probabilityOf("odd")).isGreaterThan(0.9);
  }

  @Test
  void shouldRememberTheLatestLabelsByEventTime() {
    Learner learner = learner(3);
    learner.learn(event(), "a", 1.0, 10);
    learner.learn(event(), "b", 1.0, 30);
    learner.learn(event(), "late", 1.0, 20);
    assertThat(LabelMemory.recent(learner)).containsExactly("b", "late", "a");

    learner.learn(event(), "c", 1.0, 30);
    learner.learn(event(), "too late", 1.0, 5);
    assertThat(LabelMemory.recent(learner)).containsExactly("c", "b", "late");

    learner.retract(event(), "b", 1.0, 30);
    assertThat(LabelMemory.recent(learner)).containsExactly("c", "late", null);
  }

  @Test
  void shouldKeepTheLatestOfTwoPartitions() {
    Learner one = learner(2);
    Learner other = learner(2);
    one.learn(event(), "a", 1.0, 10);
    one.learn(event(), "d", 1.0, 40);
    other.learn(event(), "c", 1.0, 40);
    other.learn(event(), "b", 1.0, 30);

    one.merge(other);

    assertThat(LabelMemory.recent(one)).containsExactly("c", "d"); // at the same time by label
  }

  /** An event whose label comes later brings what was known when it was answered. */
  @Test
  void shouldTakeTheLabelsThatAnEventBrings() {
    Learner learner = learner(1);
    Learner plain = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    learner.learn(event(), "a", 1.0, 1);
    plain.learn(event(), "a", 1.0, 1);
    for (String label : new String[] {"b", "c"}) {
      Features known = event().text("label.lag1", "a");
      learner.learn(known, label, 1.0, 2);
      plain.learn(known, label, 1.0, 2);
    }

    State.of(plain)
        .forEach((row, state) -> assertThat(State.of(learner)).as(row).containsEntry(row, state));
    Features asked = LabelMemory.withRecent(learner, event());
    assertThat(asked.text(1)).isEqualTo("c");
  }

  @Test
  void shouldRefuseTooManyLabels() {
    assertThatThrownBy(() -> ModelSpec.builder(LearnerKind.LDA).lags(11).build())
        .hasMessage("lags must be between 0 and 10, was 11");
  }
}
