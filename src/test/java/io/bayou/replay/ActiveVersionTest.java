package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.SPEC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import io.bayou.stream.ModelWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActiveVersionTest {
  private final ReplayWorld world = new ReplayWorld(Map.of("retired.retention.ms", "60000"));
  private final Versions active = new Versions(world.kafka, "default");

  private void defineTwo(State second) {
    ModelDefinition definition = world.defineDefault().train(SPEC, 1L);
    Version version = definition.version(2).orElseThrow().in(second, 1L);
    world.define(definition.with(version));
  }

  private void evaluate(int version, Comparison comparison) {
    try (ModelWriter writer = ModelWriter.ofReplay(world.kafka, "default")) {
      writer.publish(
          new Evaluation(
              "default", version, "labeled-0", Scores.empty(), Scores.empty(), comparison, 1L));
      writer.commit();
    }
  }

  @Test
  void shouldLetAVersionThatIsReadyAnswer() {
    defineTwo(State.READY);
    long before = System.currentTimeMillis();

    ModelDefinition after = active.promote(2, false);

    assertThat(after.activeVersion()).isEqualTo(2);
    assertThat(after.version(1).orElseThrow().state()).isEqualTo(State.RETIRED);
    assertThat(after.active().changedAt()).isBetween(before, System.currentTimeMillis());
    assertThat(world.definition("default")).isEqualTo(after);
  }

  @Test
  void shouldRefuseTheVersionThatAnswersAndOneThatIsNotThere() {
    defineTwo(State.READY);

    assertThatThrownBy(() -> active.promote(1, true))
        .isInstanceOf(ReplayException.class)
        .hasMessage("default@1 is the active version already");
    assertThatThrownBy(() -> active.promote(3, true))
        .isInstanceOf(ReplayException.class)
        .hasMessage("there is no version 3 of model 'default'; there are [1, 2]");
  }

  @Test
  void shouldRefuseAVersionInTrainingUnlessForced() {
    defineTwo(State.TRAINING);

    assertThatThrownBy(() -> active.promote(2, false))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "default@2 is still in training; let 'bayou retrain default' finish, or use 'bayou"
                + " promote --force'");
    assertThat(active.promote(2, true).activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldRefuseAVersionThatIsClearlyWorseUnlessForced() {
    defineTwo(State.READY);
    evaluate(1, new Comparison(2, 2_000, 1_800, 400, 1));
    evaluate(2, new Comparison(2, 2_000, 1_600, 800, 1));

    assertThatThrownBy(() -> active.promote(2, false))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "default@2 is clearly worse on the same 2,000 labels: accuracy 0.8000 against 0.9000,"
                + " log loss 0.4000 against 0.2000; use 'bayou promote --force' if you mean it");
    assertThat(active.promote(2, true).activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldNotMindAVersionThatIsBetterOrNotScored() {
    defineTwo(State.READY);
    evaluate(2, new Comparison(2, 2_000, 1_600, 800, 1));
    assertThat(active.promote(2, false).activeVersion()).isEqualTo(2);

    evaluate(1, new Comparison(2, 2_000, 1_800, 400, 1));
    assertThat(active.promote(1, false).activeVersion()).isEqualTo(1);
  }

  @Test
  void shouldReturnToTheVersionThatAnsweredBefore() {
    defineTwo(State.READY);
    active.promote(2, false);
    long before = System.currentTimeMillis();

    ModelDefinition after = active.rollback();

    assertThat(after.activeVersion()).isEqualTo(1);
    assertThat(after.active().changedAt()).isBetween(before, System.currentTimeMillis());
    assertThat(after.version(2).orElseThrow().state()).isEqualTo(State.READY);
    assertThatThrownBy(active::rollback)
        .as("never forward")
        .isInstanceOf(ReplayException.class)
        .hasMessage("no earlier version of 'default' is kept");
    assertThat(active.promote(2, false).activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldGoFurtherBackWithEveryRollback() {
    defineTwo(State.READY);
    active.promote(2, false);
    ModelDefinition definition = world.definition("default").train(SPEC, 1L);
    world.define(definition.with(definition.version(3).orElseThrow().in(State.READY, 1L)));
    ModelDefinition three = active.promote(3, false);
    // promotions within one millisecond have no order
    world.define(three.with(three.version(1).orElseThrow().in(State.RETIRED, keptEarlier())));

    assertThat(active.rollback().activeVersion()).isEqualTo(2);
    assertThat(active.rollback().activeVersion()).isEqualTo(1);
    assertThatThrownBy(active::rollback).isInstanceOf(ReplayException.class);
  }

  private static long keptEarlier() {
    return System.currentTimeMillis() - 10_000;
  }

  @Test
  void shouldRefuseAVersionWithFarFewerExamplesUnlessForced() {
    defineTwo(State.READY);
    world.sendEvents(0, 0, 1_001);
    world.publishLive(1, ReplayWorld.FIRST, 0, 1_001);

    assertThatThrownBy(() -> active.promote(2, false))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "default@2 has learned nothing, the active version 1,001; use 'bayou promote --force'"
                + " if you mean it");
    world.publishLive(2, ReplayWorld.FIRST, 0, 100);
    assertThatThrownBy(() -> active.promote(2, false))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "default@2 has learned only 100 examples, the active version 1,001; use 'bayou promote"
                + " --force' if you mean it");
    assertThat(active.promote(2, true).activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldPromoteAVersionWithATenthOfTheExamples() {
    defineTwo(State.READY);
    world.sendEvents(0, 0, 1_000);
    world.publishLive(1, ReplayWorld.FIRST, 0, 1_000);
    world.publishLive(2, ReplayWorld.FIRST, 0, 100);

    assertThat(active.promote(2, false).activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldNotReturnToWhatIsNotKept() {
    defineTwo(State.READY);

    assertThatThrownBy(active::rollback)
        .isInstanceOf(ReplayException.class)
        .hasMessage("no earlier version of 'default' is kept");
    world.define(world.definition("default").promote(2, System.currentTimeMillis() - 61_000));
    assertThatThrownBy(active::rollback)
        .isInstanceOf(ReplayException.class)
        .hasMessage("no earlier version of 'default' is kept");
  }
}
