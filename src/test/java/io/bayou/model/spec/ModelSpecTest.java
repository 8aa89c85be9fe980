package io.bayou.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelSpecTest {
  @ParameterizedTest
  @EnumSource(LearnerKind.class)
  void shouldHaveTheOptionsOfItsLearner(LearnerKind learner) {
    ModelSpec spec = ModelSpec.of(learner);

    assertThat(spec.learner()).isEqualTo(learner);
    assertThat(spec.options().kind()).isEqualTo(learner);
    assertThat(spec.toBuilder().build()).isEqualTo(spec);
  }

  @Test
  void shouldRefuseAnOptionThatItsLearnerDoesNotHave() {
    ModelSpec.Builder spec =
        ModelSpec.builder(LearnerKind.LDA).smoothing(new Smoothing.Additive(0.5));

    assertThatThrownBy(spec::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("smoothing does not concern lda");
    assertThatThrownBy(
            () -> ModelSpec.defaults().toBuilder().average(AverageSpec.defaults()).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("average does not concern naive-bayes");
  }
}
