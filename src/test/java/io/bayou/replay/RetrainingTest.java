package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static io.bayou.replay.ReplayWorld.SPEC;
import static io.bayou.replay.ReplayWorld.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.learner.EdgeFinder;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.SharedModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RetrainingTest {
  private static final ModelSpec AUTO =
      ModelSpec.builder(LearnerKind.AODE).bins(AutoBins.DEFAULT).build();

  private final ReplayWorld world = new ReplayWorld();
  private final List<String> told = new ArrayList<>();
  private final List<Long> progress = new ArrayList<>();
  private Runnable whenRegistered = () -> {};
  private Runnable whenWaiting = () -> {};

  private final Retraining.Listener listener =
      new Retraining.Listener() {
        @Override
        public void registered(int version, ReplayPlan plan, boolean resumed) {
          told.add(version + " reads " + plan.offsets() + (resumed ? ", resumed" : ""));
          whenRegistered.run();
        }

        @Override
        public void findingEdges(long done, long total) {
          told.add("edges in " + done + " of " + total);
        }

        @Override
        public void waiting(int partitions) {
          told.add("waiting for " + partitions);
          whenWaiting.run();
        }

        @Override
        public void progress(long done, long total) {
          assertThat(total).isPositive();
          progress.add(done);
        }
      };

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private Retraining.Outcome retrain(StartPoint start, ModelSpec... spec)
      throws InterruptedException {
    try (Retraining retraining =
        new Retraining(world.kafka, "default", List.of(spec).stream().findFirst())) {
      return retraining.run(start, 2, listener);
    }
  }

  private Retraining.Outcome retrain() throws InterruptedException {
    return retrain(new StartPoint.Beginning());
  }

  private void commit(long first, long second) {
    world.kafka.group().commit(FIRST, first);
    world.kafka.group().commit(SECOND, second);
  }

  @Test
  void shouldLearnTheLogToTheLastBit() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 7);
    world.send(1, 9_000, "no event");
    commit(10, 8);

    Retraining.Outcome outcome = retrain();

    assertThat(outcome.version()).isEqualTo(2);
    assertThat(outcome.counts().records()).isEqualTo(18);
    assertThat(outcome.counts().learned()).isEqualTo(17);
    assertThat(outcome.counts().unreadable()).isEqualTo(1);
    assertThat(outcome.plan().offsets()).isEqualTo(18);
    assertThat(outcome.seconds()).isBetween(0.0, 60.0);
    SharedModels published = world.published();
    assertThat(rows(published.published("default", 2, SPEC, "base:labeled-0")))
        .isEqualTo(rows(world.folded(FIRST, 0, 10)));
    assertThat(rows(published.published("default", 2, SPEC, "base:labeled-1")))
        .isEqualTo(rows(world.folded(SECOND, 0, 7)));
    assertThat(published.published("default", 2))
        .extracting(SnapshotRow::covered)
        .containsExactly(
            new TreeMap<>(Map.of("labeled-0", new OffsetRange(0, 10))),
            new TreeMap<>(Map.of("labeled-1", new OffsetRange(0, 8))));
    assertThat(published.evaluations().merged("default", 2).orElseThrow().cumulative().instances())
        .isEqualTo(17.0);
  }

  @Test
  void shouldDeclareTheVersionReady() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    commit(10, 0);
    long before = System.currentTimeMillis();

    retrain();

    ModelDefinition after = world.definition("default");
    Version version = after.version(2).orElseThrow();
    assertThat(after.activeVersion()).isEqualTo(1);
    assertThat(version.state()).isEqualTo(State.READY);
    assertThat(version.spec()).isEqualTo(SPEC);
    assertThat(version.changedAt()).isBetween(before, System.currentTimeMillis());
    assertThat(version.createdAt()).isBetween(before, version.changedAt());
    assertThat(version.startOffsets()).isEqualTo(Map.of("labeled-0", 10L, "labeled-1", 0L));
  }

  @Test
  void shouldTellHowItGoes() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 5);
    commit(10, 5);

    retrain();

    assertThat(told).containsExactly("2 reads 15");
    assertThat(progress).isSorted().doesNotHaveDuplicates().last().isEqualTo(15L);
  }

  @Test
  void shouldEndWhereTheStreamHasCome() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    commit(6, 0);

    Retraining.Outcome outcome = retrain();

    assertThat(outcome.counts().learned()).isEqualTo(6);
    assertThat(outcome.plan().ranges().get(0).to()).isEqualTo(6);
    assertThat(rows(world.published().published("default", 2, SPEC, "base:labeled-0")))
        .isEqualTo(rows(world.folded(FIRST, 0, 6)));
  }

  @Test
  void shouldEndWhereLiveLearningHasBegun() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.kafka.group().running(true);
    whenRegistered =
        () -> {
          world.publishLive(2, FIRST, 4, 10);
          world.publish(
              2, "labeled-1", SECOND, 0, 0, io.bayou.model.registry.Learners.create(SPEC));
        };

    retrain();

    assertThat(world.definition("default").version(2).orElseThrow().startOffsets())
        .isEqualTo(Map.of("labeled-0", 4L, "labeled-1", 0L));
    SharedModels published = world.published();
    assertThat(rows(published.published("default", 2, SPEC, "base:labeled-0")))
        .isEqualTo(rows(world.folded(FIRST, 0, 4)));
    assertThat(published.merged("default", 2, SPEC).examples()).isEqualTo(10);
  }

  /* A task that moved may begin later than the one before it said. */
  @Test
  void shouldReplayTheRestIfLiveLearningBeganLaterThanItSaid() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    commit(4, 0);
    boolean[] moved = {false};
    world.kafka.beforePoll(
        () -> {
          boolean known =
              progress.size() > 0 && !moved[0]; // the first replay is under way, or done
          if (known) {
            moved[0] = true;
            world.publishLive(2, FIRST, 7, 10);
          }
        });

    Retraining.Outcome outcome = retrain();

    assertThat(moved[0]).isTrue();
    assertThat(outcome.counts().learned()).isEqualTo(7);
    assertThat(world.definition("default").version(2).orElseThrow().startOffsets())
        .containsEntry("labeled-0", 7L);
    assertThat(rows(world.published().published("default", 2, SPEC, "base:labeled-0")))
        .isEqualTo(rows(world.folded(FIRST, 0, 7)));
  }

  @Test
  void shouldLearnAnotherSpec() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    commit(10, 0);
    ModelSpec lda = ModelSpec.of(LearnerKind.LDA);

    retrain(new StartPoint.Beginning(), lda);

    assertThat(world.definition("default").version(2).orElseThrow().spec()).isEqualTo(lda);
    assertThat(world.published().merged("default", 2, lda).examples()).isEqualTo(10);
  }

  /* In two passes: the edges do not depend on which partition an event is in. */
  @Test
  void shouldFindEdgesBeforeItLearns() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 10, 27);
    commit(10, 17);
    ReplayWorld other = new ReplayWorld();
    other.sendEvents(0, 0, 27);
    EdgeFinder finder = new EdgeFinder(AUTO);
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    other.kafka.records("labeled").forEach(record -> finder.add(codec.decode(record.value())));

    retrain(new StartPoint.Beginning(), AUTO);

    ModelSpec found = world.definition("default").version(2).orElseThrow().spec();
    assertThat(found).isEqualTo(finder.found());
    assertThat(found.bins().orElseThrow().edges().orElseThrow().get("x").edges()).hasSize(9);
    assertThat(told).contains("edges in 27 of 27").last().isEqualTo("2 reads 27");
    assertThat(rows(world.published().published("default", 2, found, "base:labeled-0")))
        .isEqualTo(rows(world.folded(found, FIRST, 0, 10)));
  }

  @Test
  void shouldGoOnWithTheEdgesThatAKilledRunFound() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    commit(10, 0);
    world.kafka.group().running(true);
    whenWaiting =
        () -> {
          throw new IllegalStateException("killed");
        };
    assertThatThrownBy(() -> retrain(new StartPoint.Beginning(), AUTO)).hasMessage("killed");
    ModelSpec found = world.definition("default").training().orElseThrow().spec();
    world.kafka.group().running(false);
    told.clear();

    retrain(new StartPoint.Beginning(), AUTO);

    assertThat(told).containsExactly("2 reads 10, resumed");
    assertThat(world.definition("default").version(2).orElseThrow().spec()).isEqualTo(found);
  }

  @Test
  void shouldLeaveEdgesForLaterWhereThereAreNoNumbers() throws InterruptedException {
    world.defineDefault();

    retrain(new StartPoint.Beginning(), AUTO);

    assertThat(world.definition("default").version(2).orElseThrow().spec()).isEqualTo(AUTO);
  }

  @Test
  void shouldBeginWhereItIsTold() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    commit(10, 0);

    Retraining.Outcome outcome = retrain(new StartPoint.Since(7_000));

    assertThat(outcome.counts().learned()).isEqualTo(3);
    assertThat(rows(world.published().published("default", 2, SPEC, "base:labeled-0")))
        .isEqualTo(rows(world.folded(FIRST, 7, 10)));
  }

  @Test
  void shouldGoOnWithARunThatWasKilled() throws InterruptedException {
    ModelDefinition training = world.defineDefault().train(SPEC, 1L);
    world.define(training);
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 3);
    commit(10, 3);
    world.publish(2, "base:labeled-0", FIRST, 2, 6, world.folded(FIRST, 2, 6));

    Retraining.Outcome outcome = retrain(new StartPoint.Since(9_000));

    assertThat(told).containsExactly("2 reads 8, resumed");
    assertThat(outcome.counts().records()).as("what this run has read").isEqualTo(4);
    assertThat(rows(world.published().published("default", 2, SPEC, "base:labeled-0")))
        .as("from where the first run began")
        .isEqualTo(rows(world.folded(FIRST, 2, 10)));
    assertThat(progress).last().isEqualTo(8L);
    assertThat(world.definition("default").version(2).orElseThrow().state()).isEqualTo(State.READY);
  }

  @Test
  void shouldBeginWhereARunBeganThatWasKilledBeforeItRead() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    commit(10, 0);
    world.kafka.group().running(true);
    whenWaiting =
        () -> {
          throw new IllegalStateException("killed");
        };
    assertThatThrownBy(() -> retrain(new StartPoint.Since(3_000))).hasMessage("killed");
    world.kafka.group().running(false);
    told.clear();

    assertThat(retrain().counts().learned()).isEqualTo(7);
    assertThat(told).containsExactly("2 reads 7, resumed");
  }

  @Test
  void shouldGoByTheStartsThatAnEarlierRunFound() throws InterruptedException {
    ModelDefinition training = world.defineDefault().train(SPEC, 1L);
    Version version = training.training().orElseThrow();
    world.define(
        training.with(version.startingAt(new TreeMap<>(Map.of("labeled-0", 5L, "labeled-1", 0L)))));
    world.sendEvents(0, 0, 10);
    world.kafka.group().running(true); // nobody would answer

    assertThat(retrain().counts().learned()).isEqualTo(5);
    assertThat(told).containsExactly("2 reads 10, resumed");
  }

  @Test
  void shouldNotMixSpecs() {
    world.define(world.defineDefault().train(SPEC, 1L));

    assertThatThrownBy(() -> retrain(new StartPoint.Beginning(), ModelSpec.of(LearnerKind.LDA)))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "version 2 is in training with another spec; finish it with 'bayou retrain default',"
                + " or drop it with 'bayou models delete default@2'");
  }

  @Test
  void shouldDropAVersionThatHadNothingToLearn() {
    world.defineDefault();
    world.send(0, 1, ReplayWorld.eventFor("other", 1, "a"));
    commit(1, 0);

    assertThatThrownBy(() -> retrain())
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "none of the 1 records in the log is a labeled event for model 'default'; version 2"
                + " was dropped");
    assertThat(world.definition("default").versions()).hasSize(1);
    assertThat(world.published().published("default", 2)).isEmpty();
  }

  @Test
  void shouldTrainOnAnEmptyLog() throws InterruptedException {
    world.defineDefault();

    assertThat(retrain().counts().learned()).isZero();
    assertThat(world.definition("default").version(2).orElseThrow().state()).isEqualTo(State.READY);
  }

  @Test
  void shouldSayThatTheVersionWasDeletedMeanwhile() {
    world.defineDefault();
    world.sendEvents(0, 0, 3);
    commit(3, 0);
    whenRegistered = () -> world.define(world.definition("default").without(2));

    assertThatThrownBy(() -> retrain())
        .isInstanceOf(ReplayException.class)
        .hasMessage("the version was deleted while it was trained");
  }

  @Test
  void shouldTellBeforehandWhatItWouldRead() {
    world.define(world.defineDefault().train(SPEC, 1L));
    world.sendEvents(0, 0, 10);
    world.publish(2, "base:labeled-0", FIRST, 2, 6, world.folded(FIRST, 2, 6));

    try (Retraining retraining = new Retraining(world.kafka, "default", Optional.of(SPEC))) {
      assertThat(retraining.plan(new StartPoint.Beginning()).ranges())
          .extracting(ReplayPlan.Range::from, ReplayPlan.Range::to)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(2L, 10L),
              org.assertj.core.groups.Tuple.tuple(0L, 0L));
    }
  }
}
