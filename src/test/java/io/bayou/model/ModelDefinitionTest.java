package io.bayou.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.ModelDefinition.State;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelDefinitionTest {
  private static final ModelSpec SPEC = ModelSpec.defaults();
  private final ModelDefinition first = ModelDefinition.first("spam", SPEC, 10);

  private static List<Integer> numbers(ModelDefinition definition) {
    return definition.versions().stream().map(ModelDefinition.Version::number).toList();
  }

  @Test
  void shouldTrainANewVersionBesideTheActiveOne() {
    ModelDefinition training = first.train(ModelSpec.of(LearnerKind.LDA), 20);

    assertThat(training.activeVersion()).isEqualTo(1);
    assertThat(training.training()).hasValueSatisfying(v -> assertThat(v.number()).isEqualTo(2));
  }

  @Test
  void shouldNeverUseANumberTwice() {
    ModelDefinition dropped = first.train(SPEC, 20).without(2);

    assertThat(numbers(dropped)).containsExactly(1);
    assertThat(dropped.train(SPEC, 30).training().orElseThrow().number()).isEqualTo(3);
  }

  @Test
  void shouldRetireTheVersionThatAnsweredAndReturnToIt() {
    ModelDefinition ready = first.train(SPEC, 20);
    ModelDefinition promoted = ready.promote(2, 30);

    assertThat(promoted.activeVersion()).isEqualTo(2);
    assertThat(promoted.version(1).orElseThrow().state()).isEqualTo(State.RETIRED);
    assertThat(promoted.former().orElseThrow().number()).isEqualTo(1);

    ModelDefinition back = promoted.promote(promoted.former().orElseThrow().number(), 40);

    assertThat(back.active().number()).isEqualTo(1);
    assertThat(back.former().orElseThrow().number()).isEqualTo(2);
  }

  @Test
  void shouldDropWhatRetiredLongAgoOnly() {
    ModelDefinition promoted = first.train(SPEC, 20).promote(2, 30);

    assertThat(numbers(promoted.withoutRetiredBefore(30))).containsExactly(1, 2);
    assertThat(numbers(promoted.withoutRetiredBefore(31))).containsExactly(2);
  }

  @Test
  void shouldNotLoseTheVersionThatAnswers() {
    assertThatThrownBy(() -> first.without(1)).isInstanceOf(IllegalArgumentException.class);
  }
}
