package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelWriter;
import java.time.Duration;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EdgeUpgradeTest {
  private static final ModelSpec AUTO =
      ModelSpec.builder(LearnerKind.AODE).bins(AutoBins.DEFAULT).build();

  private final ReplayWorld world = new ReplayWorld();
  private final EdgeUpgrade upgrade = newUpgrade();

  private EdgeUpgrade newUpgrade() {
    return new EdgeUpgrade(world.kafka, 20, Duration.ZERO);
  }

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private ModelDefinition define(ModelSpec spec) {
    ModelDefinition definition = ModelDefinition.first("default", spec, 0L);
    world.define(definition);
    return definition;
  }

  /** What a stream has learned by magnitude. */
  private void learn(int events) {
    world.sendEvents(0, 0, events);
    world.kafka.group().commit(FIRST, events);
    world.publishLive(1, FIRST, 0, events);
  }

  private void step(EdgeUpgrade by) throws InterruptedException {
    by.step(world.published());
  }

  private ModelDefinition definition() {
    return world.definition("default");
  }

  private void score(int version, double instances, double correct, double logLoss) {
    Comparison scores = new Comparison(2, instances, correct, logLoss, 1.0);
    try (ModelWriter writer = ModelWriter.ofReplay(world.kafka, "default")) {
      writer.publish(
          new Evaluation(
              "default", version, "labeled-0", Scores.empty(), Scores.empty(), scores, 1L));
      writer.commit();
    }
  }

  private Version upgraded() throws InterruptedException {
    define(AUTO);
    learn(20);
    step(upgrade);
    return definition().version(2).orElseThrow();
  }

  @Test
  void shouldTrainAVersionWithEdgesOnceThereAreEnoughExamples() throws InterruptedException {
    define(AUTO);
    learn(19);
    step(upgrade);
    assertThat(definition().versions()).hasSize(1);

    world.sendEvents(0, 19, 20);
    world.kafka.group().commit(FIRST, 20);
    world.publishLive(1, FIRST, 0, 20);
    step(upgrade);

    Version version = definition().version(2).orElseThrow();
    assertThat(version.state()).isEqualTo(State.READY);
    assertThat(version.spec().needsEdges()).isFalse();
    assertThat(version.spec().withoutEdges()).isEqualTo(AUTO);
    assertThat(definition().activeVersion()).isEqualTo(1);
    assertThat(world.published().merged("default", 2, version.spec()).examples()).isEqualTo(20);
  }

  @Test
  void shouldDoItOnce() throws InterruptedException {
    upgraded();
    ModelDefinition before = definition();

    step(upgrade);
    step(newUpgrade());

    assertThat(definition()).isEqualTo(before);
  }

  @Test
  void shouldLeaveOtherModelsAlone() throws InterruptedException {
    define(ModelSpec.of(LearnerKind.AODE));
    learn(20);

    step(upgrade);

    assertThat(definition().versions()).hasSize(1);
  }

  @Test
  void shouldNotBeginAgainAfterAVersionWasDeleted() throws InterruptedException {
    world.define(define(AUTO).train(AUTO, 1L).without(2));
    learn(20);

    step(upgrade);

    assertThat(definition().versions()).hasSize(1);
  }

  /* It has learned what came since a change; one with edges would learn what came before as well. */
  @Test
  void shouldLeaveAVersionAloneThatWasPromotedBecauseOfADrift() throws InterruptedException {
    ModelDefinition first = define(AUTO);
    Version started = first.trainSince(5L, 1L).training().orElseThrow();
    world.define(first.with(started.in(State.READY, 2L)).promote(2, 3L));
    world.sendEvents(0, 0, 20);
    world.kafka.group().commit(FIRST, 20);
    world.publishLive(2, FIRST, 0, 20);

    step(upgrade);

    assertThat(definition().activeVersion()).isEqualTo(2);
    assertThat(definition().lastVersion()).as("nor if the model ever had another").isEqualTo(2);
  }

  @Test
  void shouldPromoteAVersionThatIsNotWorse() throws InterruptedException {
    upgraded();
    score(1, 100, 80, 40);
    score(2, 99, 80, 40);
    step(upgrade);
    assertThat(definition().activeVersion()).as("too few labels").isEqualTo(1);

    score(2, 100, 80, 43);
    step(upgrade);

    assertThat(definition().activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldNotPromoteAVersionThatIsClearlyWorse() throws InterruptedException {
    upgraded();
    score(1, 100, 80, 40);
    score(2, 100, 79, 45);

    step(upgrade);

    assertThat(definition().activeVersion()).isEqualTo(1);
    assertThat(definition().version(2).orElseThrow().state()).isEqualTo(State.READY);
  }

  @Test
  void shouldNotOverruleARollback() throws InterruptedException {
    upgraded();
    score(1, 100, 80, 40);
    score(2, 100, 80, 40);
    step(upgrade);
    Thread.sleep(2); // later than the version was made
    new Versions(world.kafka, "default").rollback();

    step(newUpgrade());

    assertThat(definition().activeVersion()).isEqualTo(1);
  }

  @Test
  void shouldFinishWhatAnotherInstanceHasBegun() throws InterruptedException {
    ModelSpec found = upgraded().spec();
    ModelDefinition first = ModelDefinition.first("default", AUTO, 0L);
    world.define(
        new ModelDefinition(
            "default",
            1,
            first.train(found, 1L).versions(),
            2,
            definition().revision() + 1)); // as if it had been killed

    step(newUpgrade());

    assertThat(definition().version(2).orElseThrow().state()).isEqualTo(State.READY);
  }

  @Test
  void shouldGoOnAfterAFailure() throws InterruptedException {
    define(AUTO);
    learn(20);
    boolean[] armed = {true};
    world.kafka.beforePoll(
        () -> {
          if (armed[0]) {
            armed[0] = false; // looking polls, too
            armed[0] = definition().training().isEmpty();
            if (!armed[0]) {
              throw new KafkaException("gone for a moment");
            }
          }
        });

    step(upgrade);
    assertThat(definition().training()).isPresent();
    step(upgrade);

    assertThat(definition().version(2).orElseThrow().state()).isEqualTo(State.READY);
  }

  @Test
  void shouldNotInterfereWithACommand() throws InterruptedException {
    define(AUTO);
    learn(10);
    step(upgrade);
    ModelSpec found = AUTO.toBuilder().bins(AutoBins.DEFAULT.with(new TreeMap<>())).build();
    world.define(definition().train(found, 1L));

    step(upgrade);

    assertThat(definition().version(2).orElseThrow().state()).isEqualTo(State.TRAINING);
  }
}
