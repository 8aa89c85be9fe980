package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.DriftStart;
import io.bayou.model.DriftStart.Step;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ServedScores;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.OnDrift;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.SharedModels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class DriftResponseTest {
  private static final long CUT = 40_000;
  private static final long PAUSE = 600_000;

  private final ReplayWorld world = new ReplayWorld(Map.of("drift.pause.ms", "" + PAUSE));
  private final List<String> told = new ArrayList<>();
  private long now = System.currentTimeMillis();
  private DriftResponse response = response();

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private DriftResponse response() {
    return new DriftResponse(
        world.kafka, () -> now, (model, version, cut, message) -> told.add(message));
  }

  private static ModelSpec spec(OnDrift onDrift) {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES).onDrift(onDrift).build();
  }

  /** A model with 60 labeled events, one a second, of each partition. */
  private void model(OnDrift onDrift) {
    world.define(ModelDefinition.first("default", spec(onDrift), 1L));
    world.sendEvents(0, 0, 60);
    world.sendEvents(1, 0, 60);
    world.kafka.group().commit(FIRST, 60);
    world.kafka.group().commit(SECOND, 60);
  }

  private void look() throws InterruptedException {
    response.look(world.published());
  }

  private void drift(long cut) throws InterruptedException {
    response.drifted("default", cut);
    look();
  }

  private Version version(int number) {
    return world.definition("default").version(number).orElseThrow();
  }

  /** Publishes how a version compares with the active one. */
  private void compare(int number, long labels, double mean) {
    ModelDefinition definition = world.definition("default");
    long since = definition.comparableSince(version(number));
    compare(
        number, new PairedLoss(since, labels, labels * mean, labels * (mean * mean + 0.25), 1.0));
  }

  private void compare(int number, PairedLoss paired) {
    try (ModelWriter writer = ModelWriter.ofReplay(world.kafka, "publisher")) {
      writer.publish(
          new Evaluation(
              "default",
              number,
              "labeled-0",
              Scores.empty(),
              Scores.empty(),
              Comparison.NONE,
              ServedScores.NONE,
              ServedScores.NONE,
              Collections.emptySortedMap(),
              paired,
              1L));
      writer.commit();
    }
  }

  @Test
  void shouldStartAVersionThatLearnsWhatCameSinceTheChange() throws InterruptedException {
    model(OnDrift.SHADOW);

    drift(CUT);

    assertThat(version(2).state()).isEqualTo(State.READY);
    assertThat(version(2).drift()).contains(new DriftStart(CUT, Step.STARTED));
    assertThat(version(2).spec()).isEqualTo(spec(OnDrift.SHADOW));
    assertThat(world.published().merged("default", 2, spec(OnDrift.SHADOW)).examples())
        .as("one event of each partition in each of twenty seconds")
        .isEqualTo(40);
    assertThat(world.definition("default").activeVersion()).isEqualTo(1);
    assertThat(told)
        .containsExactly(
            "default@2 was started, because the model drifts; it learns what came since"
                + " 1970-01-01T00:00:40Z",
            "default@2 is ready: 40 examples; activate: bayou promote default@2");
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "SUGGEST"})
  void shouldDoNothingUnlessTheSpecSaysSo(OnDrift onDrift) throws InterruptedException {
    model(onDrift);

    drift(CUT);

    assertThat(world.definition("default").versions()).hasSize(1);
    assertThat(told).isEmpty();
  }

  @Test
  void shouldLeaveTheLastStepToAPersonWithAShadow() throws InterruptedException {
    model(OnDrift.SHADOW);
    drift(CUT);
    compare(2, 1_000, 0.5);
    look();

    assertThat(world.definition("default").activeVersion()).isEqualTo(1);
  }

  @Test
  void shouldPromoteWhatIsClearlyBetter() throws InterruptedException {
    model(OnDrift.PROMOTE);
    drift(CUT);
    compare(2, 1_000, 0.01);
    look();
    assertThat(world.definition("default").activeVersion()).as("by chance").isEqualTo(1);
    compare(2, 200, 0.5);
    look();
    assertThat(world.definition("default").activeVersion()).as("few labels").isEqualTo(1);
    compare(2, new PairedLoss(7L, 1_000, 500, 300, 1.0));
    look();
    assertThat(world.definition("default").activeVersion()).as("in other states").isEqualTo(1);
    told.clear();

    compare(2, 1_000, 0.5);
    look();

    ModelDefinition after = world.definition("default");
    assertThat(after.activeVersion()).isEqualTo(2);
    assertThat(after.active().drift()).contains(new DriftStart(CUT, Step.PROMOTED));
    assertThat(version(1).state()).isEqualTo(State.RETIRED);
    assertThat(told)
        .singleElement()
        .asString()
        .matches(
            "default@2 was promoted: its log loss is lower than that of version 1 by 0\\.5000"
                + " \\(at least 0\\.4\\d+\\) on the same 1,000 labels");
  }

  @Test
  void shouldRollBackByTheSameTestAndNotTryAgain() throws InterruptedException {
    model(OnDrift.PROMOTE);
    drift(CUT);
    compare(2, 1_000, 0.5);
    look();
    compare(1, 1_000, 0.01);
    look();
    assertThat(world.definition("default").activeVersion()).as("by chance").isEqualTo(2);
    told.clear();

    compare(1, 1_000, 0.4);
    look();

    assertThat(world.definition("default").activeVersion()).isEqualTo(1);
    assertThat(version(2).state()).isEqualTo(State.READY);
    assertThat(version(2).drift()).contains(new DriftStart(CUT, Step.RETURNED));
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("default@2 was rolled back: the log loss of version 1 is lower by 0.4000");
    compare(2, 1_000, 0.5);
    look();
    assertThat(world.definition("default").activeVersion()).as("tried once").isEqualTo(1);
  }

  @Test
  void shouldReplaceAVersionThatItHasPromoted() throws InterruptedException {
    model(OnDrift.PROMOTE);
    drift(CUT);
    compare(2, 1_000, 0.5);
    look();
    now += 2 * PAUSE;
    drift(CUT + 5_000);
    compare(3, 1_000, 0.5);
    look();

    ModelDefinition after = world.definition("default");
    assertThat(after.activeVersion()).isEqualTo(3);
    assertThat(after.former()).map(Version::number).contains(2);
  }

  @Test
  void shouldTrainNoVersionButItsOwn() throws InterruptedException {
    model(OnDrift.SHADOW);
    world.define(world.definition("default").trainSince(CUT, now));
    SharedModels training = world.published();
    world.define(world.definition("default").without(2).train(ModelSpec.defaults(), now));

    response.look(training);

    assertThat(version(3).state()).as("a person's").isEqualTo(State.TRAINING);
    assertThat(told).isEmpty();
  }

  @Test
  void shouldNotUndoWhatAPersonDid() throws InterruptedException {
    model(OnDrift.PROMOTE);
    drift(CUT);
    new Versions(world.kafka, "default").promote(2, true);
    compare(1, 1_000, 0.5);
    look();

    assertThat(world.definition("default").activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldNotPromoteWhatAPersonHasRolledBack() throws InterruptedException {
    model(OnDrift.PROMOTE);
    drift(CUT);
    new Versions(world.kafka, "default").promote(2, true);
    new Versions(world.kafka, "default").rollback();
    compare(2, 1_000, 0.5);
    look();

    assertThat(world.definition("default").activeVersion()).isEqualTo(1);
  }

  @Test
  void shouldNotRollBackWhatAPersonHasPromotedAgain() throws InterruptedException {
    model(OnDrift.PROMOTE);
    drift(CUT);
    compare(2, 1_000, 0.5);
    look();
    new Versions(world.kafka, "default").rollback();
    new Versions(world.kafka, "default").promote(2, true);
    compare(1, 1_000, 0.5);
    look();

    assertThat(world.definition("default").activeVersion()).isEqualTo(2);
  }

  @Test
  void shouldPauseBetweenTwoVersions() throws InterruptedException {
    model(OnDrift.SHADOW);
    drift(CUT);
    now += PAUSE - 60_000;
    drift(CUT + 5_000);
    assertThat(world.definition("default").lastVersion()).isEqualTo(2);

    now += 120_000;
    look();

    assertThat(world.definition("default").versions())
        .extracting(Version::number)
        .as("the one before was for another change")
        .containsExactly(1, 3);
    assertThat(version(3).drift()).contains(new DriftStart(CUT + 5_000, Step.STARTED));
  }

  @Test
  void shouldWaitWhileAPersonTrainsAVersion() throws InterruptedException {
    model(OnDrift.SHADOW);
    ModelDefinition own = world.definition("default").train(ModelSpec.defaults(), now);
    world.define(own);
    drift(CUT);
    assertThat(world.definition("default").versions()).hasSize(2);
    assertThat(version(2).state()).isEqualTo(State.TRAINING);

    world.define(world.definition("default").without(2));
    look();

    assertThat(version(3).drift()).contains(new DriftStart(CUT, Step.STARTED));
  }

  @Test
  void shouldGoOnWhereAnotherInstanceStopped() throws InterruptedException {
    model(OnDrift.SHADOW);
    world.define(world.definition("default").trainSince(CUT, now));
    response = response();
    look();

    assertThat(version(2).state()).isEqualTo(State.READY);
    assertThat(world.published().merged("default", 2, spec(OnDrift.SHADOW)).examples())
        .isEqualTo(40);
    now += 2 * PAUSE;
    drift(CUT);
    assertThat(world.definition("default").lastVersion()).as("the same alarm").isEqualTo(2);
  }

  @Test
  void shouldDropAVersionThatFindsNoExample() throws InterruptedException {
    model(OnDrift.SHADOW);
    world.send(0, 70_000, "no event");
    world.kafka.group().commit(FIRST, 61);

    drift(70_000);

    assertThat(world.definition("default").versions()).hasSize(1);
    now += 10 * PAUSE;
    look();
    assertThat(world.definition("default").lastVersion()).as("not again").isEqualTo(2);
  }

  @Test
  void shouldGiveWayToAPerson() throws InterruptedException {
    model(OnDrift.SHADOW);
    List<ModelWriter> persons = new ArrayList<>();
    world.kafka.beforePoll(
        () -> {
          boolean training = persons.isEmpty() && isTraining();
          if (training) {
            persons.add(ModelWriter.ofReplay(world.kafka, "default"));
          }
        });
    drift(CUT);
    persons.forEach(ModelWriter::close);
    world.kafka.beforePoll(() -> {});

    assertThat(version(2).state()).isEqualTo(State.TRAINING);
    now += 10 * PAUSE;
    look();
    assertThat(version(2).state()).as("a person has taken over").isEqualTo(State.TRAINING);
  }

  private boolean isTraining() {
    return told.stream().anyMatch(message -> message.contains("was started"));
  }
}
