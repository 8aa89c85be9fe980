package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static io.bayou.replay.ReplayWorld.SPEC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.replay.Verification.Finding;
import io.bayou.replay.Verification.Verdict;
import io.bayou.stream.ModelFollower;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class VerificationTest {
  private ReplayWorld world = new ReplayWorld(Map.of("retired.retention.ms", "60000"));
  private final List<Long> progress = new ArrayList<>();
  private long total = -1;
  private Runnable whenWaiting = () -> {};
  private int waited;

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private List<Finding> verify(int number) throws InterruptedException {
    return verify("default", number);
  }

  private List<Finding> verify(String model, int number) throws InterruptedException {
    try (ModelFollower follower = new ModelFollower(world.kafka)) {
      follower.catchUp();
      ModelDefinition definition = follower.models().definition(model).orElseThrow();
      Version version = definition.version(number).orElseThrow();
      return new Verification(world.kafka, follower, definition, version)
          .run(
              2,
              new Verification.Listener() {
                @Override
                public void progress(long done, long of) {
                  progress.add(done);
                  total = of;
                }

                @Override
                public void waiting() {
                  waited++;
                  whenWaiting.run();
                }
              });
    }
  }

  private static Finding finding(
      String source, long from, long to, long examples, Verdict verdict, String detail) {
    return new Finding(source, new OffsetRange(from, to), examples, verdict, detail);
  }

  private static Finding equal(String source, long from, long to) {
    return finding(source, from, to, to - from, Verdict.EQUAL, "");
  }

  private static final String RETRAIN =
      "it was created after them, or has lost them; 'bayou retrain default' trains a version on the"
          + " whole log";

  private void define(long createdAt, State state, Map<String, Long> starts) {
    ModelDefinition definition = world.defineDefault();
    Version version =
        new Version(2, SPEC, state, createdAt, new TreeMap<>(starts), System.currentTimeMillis());
    world.define(definition.with(version));
  }

  @Test
  void shouldFindEverythingInOrder() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 4);
    world.publishLive(1, FIRST, 0, 10);
    world.publishLive(1, SECOND, 0, 4);
    world.kafka.group().commit(FIRST, 10);
    world.kafka.group().commit(SECOND, 4);

    assertThat(verify(1)).containsExactly(equal("labeled-0", 0, 10), equal("labeled-1", 0, 4));
    assertThat(progress).isSorted().last().isEqualTo(14L);
    assertThat(total).isEqualTo(14);
    assertThat(waited).isZero();
  }

  @Test
  void shouldFindAStateThatTheLogDoesNotGive() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    Learner forged = world.folded(FIRST, 0, 9);
    forged.learn(new io.bayou.model.Features().number("x", 99.0), "a", 1.0, 9_000L);
    world.publish(1, "labeled-0", FIRST, 0, 10, forged);

    assertThat(verify(1))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.verdict()).isEqualTo(Verdict.DIFFERENT);
              assertThat(found.examples()).isEqualTo(10);
              assertThat(found.detail())
                  .startsWith("class 'a', feature 'x': published is weight 4.0, mean ")
                  .contains(", the log says weight 4.0, mean ");
            });
  }

  @Test
  void shouldFindALogThatIsGone() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.publish(1, "labeled-0", FIRST, 0, 500, world.folded(FIRST, 0, 10));

    assertThat(verify(1))
        .contains(
            finding(
                "labeled-0",
                0,
                500,
                10,
                Verdict.GONE,
                "the log of labeled-0 ends at offset 10, before 500: was the topic re-created?"));
  }

  @Test
  void shouldFindALogWithFewerRecordsThanExamples() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.publish(1, "labeled-0", FIRST, 0, 9, world.folded(FIRST, 0, 10));
    world.kafka.group().commit(FIRST, 9);

    assertThat(verify(1))
        .containsExactly(
            finding(
                "labeled-0",
                0,
                9,
                10,
                Verdict.GONE,
                "there are fewer records than examples: was the topic re-created?"));
  }

  @Test
  void shouldFindThatTheLogWasCut() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.publishLive(1, FIRST, 2, 10);
    world.kafka.cut(FIRST, 5);

    assertThat(verify(1))
        .containsExactly(
            finding(
                "labeled-0",
                2,
                10,
                8,
                Verdict.CUT,
                "the log of labeled-0 no longer reaches back to offset 2"));
  }

  @Test
  void shouldNotAskAnImportedModelForALog() throws InterruptedException {
    world.sendEvents(0, 0, 10);
    new ModelImport(world.kafka)
        .create(
            "copy", new io.bayou.codec.state.ModelFile("default", 1, world.folded(FIRST, 0, 5)));

    assertThat(verify("copy", 1))
        .containsExactly(finding("base:import", 0, 0, 5, Verdict.IMPORTED, ""));
  }

  @Test
  void shouldLeaveOutATaskThatHasLearnedNothing() throws InterruptedException {
    world.defineDefault();
    world.acknowledge(1, FIRST);

    assertThat(verify(1)).isEmpty();
  }

  @Test
  void shouldMissTheBeginning() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.publishLive(1, FIRST, 4, 10);

    assertThat(verify(1))
        .containsExactly(
            equal("labeled-0", 4, 10), finding("labeled-0", 0, 4, 4, Verdict.NOT_COVERED, RETRAIN));
  }

  @Test
  void shouldMissWhatWasPassedAndNeverPublished() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 3);
    world.publishLive(1, FIRST, 0, 4);
    world.kafka.group().commit(FIRST, 8);
    world.kafka.group().commit(SECOND, 2);

    assertThat(verify(1))
        .containsExactly(
            equal("labeled-0", 0, 4),
            finding("labeled-0", 4, 8, 4, Verdict.NOT_PUBLISHED, ""),
            finding("labeled-1", 0, 2, 2, Verdict.NOT_PUBLISHED, ""));
    assertThat(waited).as("nobody runs who might publish it").isZero();
  }

  @Test
  void shouldMissEverythingOfAPartitionThatNobodyHasRead() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(1, 0, 3);

    assertThat(verify(1)).containsExactly(finding("labeled-1", 0, 3, 3, Verdict.NOT_PUBLISHED, ""));
  }

  @Test
  void shouldNotMissWhatComesAfterTheLastCommitOrIsForOthers() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.publishLive(1, FIRST, 0, 6);
    world.kafka.group().commit(FIRST, 6);
    world.send(1, 1, ReplayWorld.eventFor("other", 1, "a"));
    world.kafka.group().commit(SECOND, 1);

    assertThat(verify(1)).containsExactly(equal("labeled-0", 0, 6));
  }

  @Test
  void shouldNotBelieveACommitBeyondTheEnd() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 3);
    world.kafka.group().commit(FIRST, 400);

    assertThat(verify(1)).containsExactly(finding("labeled-0", 0, 3, 3, Verdict.NOT_PUBLISHED, ""));
  }

  @Test
  void shouldWaitForWhatARunningInstanceIsAboutToPublish() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.kafka.group().running(true);
    world.kafka.group().commit(FIRST, 10);
    whenWaiting = () -> world.publishLive(1, FIRST, 0, 10);

    assertThat(verify(1)).containsExactly(equal("labeled-0", 0, 10));
    assertThat(waited).isEqualTo(1);
  }

  @Test
  void shouldSayWhatNobodyCanTellAnyMore() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.kafka.cut(FIRST, 4);
    world.publishLive(1, FIRST, 4, 10);

    assertThat(verify(1))
        .containsExactly(
            equal("labeled-0", 4, 10),
            finding(
                "labeled-0",
                0,
                4,
                0,
                Verdict.DELETED,
                "retention has deleted the log before offset 4"));
  }

  @Test
  void shouldNotMissEventsThatAreOlderThanTheModel() throws InterruptedException {
    world.define(ModelDefinition.first("made", SPEC, 2_000L));
    for (int i = 0; i < 5; i++) {
      world.send(0, 1_000L * i, ReplayWorld.eventFor("made", i, "a"));
    }
    world.kafka.group().commit(FIRST, 2);

    assertThat(verify("made", 1)).containsExactly(finding("labeled-0", 0, 2, 2, Verdict.OLDER, ""));

    world.kafka.group().commit(FIRST, 4);
    assertThat(verify("made", 1))
        .as("two of four came after it was created")
        .containsExactly(finding("labeled-0", 0, 4, 2, Verdict.NOT_PUBLISHED, ""));
  }

  @Test
  void shouldHoldTheDefaultModelToAllOfItsEvents() throws InterruptedException {
    world.define(ModelDefinition.first("default", SPEC, 50_000L));
    world.sendEvents(0, 0, 3);

    assertThat(verify(1)).containsExactly(finding("labeled-0", 0, 3, 3, Verdict.NOT_PUBLISHED, ""));
  }

  @Test
  void shouldHoldAReplayedVersionToTheReplayAndToTheRest() throws InterruptedException {
    define(5_000, State.READY, Map.of("labeled-0", 6L, "labeled-1", 0L));
    world.sendEvents(0, 0, 10);
    world.publish(2, "base:labeled-0", FIRST, 0, 4, world.folded(FIRST, 0, 4));
    world.publishLive(2, FIRST, 7, 10);

    assertThat(verify(2))
        .containsExactly(
            equal("base:labeled-0", 0, 4),
            equal("labeled-0", 7, 10),
            finding("labeled-0", 4, 6, 2, Verdict.NOT_COVERED, RETRAIN),
            finding("labeled-0", 6, 7, 1, Verdict.NOT_COVERED, RETRAIN));
  }

  @Test
  void shouldNotMissWhatAReplayBeganAfterRetentionCouldNotRead() throws InterruptedException {
    define(5_000, State.READY, Map.of("labeled-0", 6L, "labeled-1", 0L));
    world.sendEvents(0, 0, 10);
    world.publish(2, "base:labeled-0", FIRST, 3, 6, world.folded(FIRST, 3, 6));
    world.publishLive(2, FIRST, 6, 10);
    world.kafka.cut(FIRST, 3);

    assertThat(verify(2)).containsExactly(equal("base:labeled-0", 3, 6), equal("labeled-0", 6, 10));
  }

  @Test
  void shouldNotLookForGapsOfAVersionInTraining() throws InterruptedException {
    define(5_000, State.TRAINING, Map.of("labeled-0", 6L));
    world.sendEvents(0, 0, 10);
    world.publish(2, "base:labeled-0", FIRST, 0, 4, world.folded(FIRST, 0, 4));

    assertThat(verify(2)).containsExactly(equal("base:labeled-0", 0, 4));
  }

  @Test
  void shouldNotExpectAVersionThatRetiredLongAgoToLearn() throws InterruptedException {
    world.sendEvents(0, 0, 10);
    long now = System.currentTimeMillis();
    ModelDefinition two = world.defineDefault().train(SPEC, 1L);
    world.define(two.promote(2, now - 61_000));
    world.publishLive(1, FIRST, 0, 4);
    world.kafka.group().commit(FIRST, 10);
    assertThat(verify(1)).containsExactly(equal("labeled-0", 0, 4));

    world.define(two.promote(2, now - 1_000));
    assertThat(verify(1))
        .hasSize(2)
        .last()
        .extracting(Finding::verdict)
        .isEqualTo(Verdict.NOT_PUBLISHED);
  }

  @Test
  void shouldSayThatNothingIsForTheModel() {
    world = new ReplayWorld(Map.of("default.model", "other"));
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.publishLive(1, FIRST, 0, 10);

    assertThatThrownBy(() -> verify(1))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith(
            "none of the 10 records in the log is a labeled event for model 'default': 10 name no"
                + " model");
  }

  @ParameterizedTest
  @EnumSource(Verdict.class)
  void shouldKnowWhichVerdictsSpeakAgainstAModel(Verdict verdict) {
    assertThat(verdict.isSound())
        .isEqualTo(
            List.of(Verdict.EQUAL, Verdict.IMPORTED, Verdict.OLDER, Verdict.DELETED)
                .contains(verdict));
    assertThat(verdict.isOfSource())
        .isEqualTo(
            List.of(Verdict.EQUAL, Verdict.DIFFERENT, Verdict.CUT, Verdict.GONE, Verdict.IMPORTED)
                .contains(verdict));
  }
}
