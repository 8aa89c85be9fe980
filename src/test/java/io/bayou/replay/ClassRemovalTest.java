package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassRemovalTest {
  private final ReplayWorld world = new ReplayWorld();

  private ModelSpec without(String label) {
    return new ClassRemoval(world.kafka, "default").specWithout(label);
  }

  private void define(String spec) {
    world.define(ModelDefinition.first("default", SpecCodec.read("spec.yaml", spec), 0L));
  }

  @Test
  void shouldNameTheOtherClassesThatWereLearned() {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.send(0, 11_000, ReplayWorld.event(1.0, "oops"));
    world.publishLive(1, FIRST, 0, 11);

    ModelSpec spec = without("oops");

    assertThat(spec).isEqualTo(SpecCodec.read("spec.yaml", "classes: [a, b]"));
    Trainee trainee = new Trainee(spec);
    Fold fold = new Fold(world.kafka.config(), "default", List.of(trainee));
    world.kafka.records("labeled").forEach(fold::add);
    assertThat(fold.counts()).isEqualTo(new RecordCounts(11, 10, 1, 11));
    assertThat(ReplayWorld.rows(trainee.learner()))
        .isEqualTo(ReplayWorld.rows(world.folded(FIRST, 0, 10)));
  }

  @Test
  void shouldKeepTheRestOfTheSpec() {
    define("{classes: [a, b, oops], half-life: 7d}");

    assertThat(without("oops"))
        .isEqualTo(SpecCodec.read("spec.yaml", "{classes: [a, b], half-life: 7d}"));
  }

  @Test
  void shouldKeepTheClassOfOtherLabelsUnlessItIsTheOneToDrop() {
    define("classes: {known: [a, b, oops], others: rest}");

    assertThat(without("oops"))
        .isEqualTo(SpecCodec.read("spec.yaml", "classes: {known: [a, b, rest], others: rest}"));
    assertThat(without("rest")).isEqualTo(SpecCodec.read("spec.yaml", "classes: [a, b, oops]"));
  }

  @Test
  void shouldSayWhyAClassCannotBeDropped() {
    define("{classes: [a, b], prior: {a: 0.5, b: 0.5}}");

    refuses("c", "model 'default' has no class 'c'; its classes are [a, b]");
    refuses(
        "b",
        "the spec of model 'default' is about class 'b' elsewhere, too (spec:1: prior names 'b',"
            + " which is none of the classes [a]; add it to classes, or correct it); write one"
            + " without it, and give it to 'bayou retrain default --spec FILE'");
    define("classes: [a]");
    refuses(
        "a",
        "'a' is the only class of model 'default'; delete the model with 'bayou models delete"
            + " default'");
  }

  private void refuses(String label, String message) {
    assertThatThrownBy(() -> without(label))
        .isInstanceOf(ReplayException.class)
        .hasMessage(message);
  }
}
