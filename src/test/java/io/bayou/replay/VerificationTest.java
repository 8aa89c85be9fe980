package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static io.bayou.replay.ReplayWorld.SPEC;
import static io.bayou.replay.VerifiedWorld.equal;
import static io.bayou.replay.VerifiedWorld.finding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.state.ModelFile;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.replay.Verification.Finding;
import io.bayou.replay.Verification.Verdict;
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
  private VerifiedWorld verified = new VerifiedWorld(Map.of("retired.retention.ms", "60000"));
  private ReplayWorld world = verified.world;

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private List<Finding> verify(int number) throws InterruptedException {
    return verified.verify("default", number);
  }

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
    assertThat(verified.progress).isSorted().last().isEqualTo(14L);
    assertThat(verified.total).isEqualTo(14);
    assertThat(verified.waited).isZero();
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
  void shouldFindAClassThatWasNotPublished() throws InterruptedException {
    world.defineDefault();
    world.send(0, 1, ReplayWorld.event(1.0, "a"));
    world.send(0, 2, ReplayWorld.event(2.0, "b"));
    world.publish(1, "labeled-0", FIRST, 0, 2, world.folded(FIRST, 0, 1));

    assertThat(verify(1)).extracting(Finding::verdict).containsExactly(Verdict.DIFFERENT);
  }

  @Test
  void shouldNotWaitForWhatNobodyWillPublish() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.publishLive(1, FIRST, 4, 10);
    world.kafka.group().running(true);
    world.kafka.group().commit(FIRST, 10);
    world.kafka.group().commit(SECOND, 0);

    assertThat(verify(1))
        .extracting(Finding::verdict)
        .containsExactly(Verdict.EQUAL, Verdict.NOT_COVERED);
    assertThat(verified.waited).isZero();
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
    world.publish(1, "labeled-0", FIRST, 2, 9, world.folded(FIRST, 0, 10));
    world.kafka.group().commit(FIRST, 9);

    assertThat(verify(1))
        .contains(
            finding(
                "labeled-0",
                2,
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
    new Versions(world.kafka, "copy")
        .create(new ModelFile("default", 1, world.folded(FIRST, 0, 5)));

    assertThat(verified.verify("copy", 1))
        .containsExactly(finding("base:import", 0, 0, 5, Verdict.IMPORTED, ""));
  }

  @Test
  void shouldLeaveOutATaskThatHasLearnedNothing() throws InterruptedException {
    world.defineDefault();
    world.acknowledge(1, FIRST);

    assertThat(verify(1)).isEmpty();
  }

  @Test
  void shouldWaitForWhatARunningInstanceIsAboutToPublish() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.kafka.group().running(true);
    world.kafka.group().commit(FIRST, 10);
    verified.whenWaiting = () -> world.publishLive(1, FIRST, 0, 10);

    assertThat(verify(1)).containsExactly(equal("labeled-0", 0, 10));
    assertThat(verified.waited).isEqualTo(1);
  }

  @Test
  void shouldNotLookForGapsOfAVersionInTraining() throws InterruptedException {
    define(5_000, State.TRAINING, Map.of("labeled-0", 6L));
    world.sendEvents(0, 0, 10);
    world.publish(2, "base:labeled-0", FIRST, 0, 4, world.folded(FIRST, 0, 4));

    assertThat(verify(2)).containsExactly(equal("base:labeled-0", 0, 4));
  }

  @Test
  void shouldSayThatNothingIsForTheModel() {
    verified = new VerifiedWorld(Map.of("default.model", "other"));
    world = verified.world;
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
