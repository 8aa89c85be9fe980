package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static io.bayou.replay.ReplayWorld.SPEC;
import static io.bayou.replay.VerifiedWorld.equal;
import static io.bayou.replay.VerifiedWorld.finding;
import static org.assertj.core.api.Assertions.assertThat;

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

/** Events that the stream has passed, and that nothing published covers. */
@Timeout(60)
class CoverageTest {
  private final VerifiedWorld verified = new VerifiedWorld(Map.of("retired.retention.ms", "60000"));
  private final ReplayWorld world = verified.world;

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private List<Finding> verify(int number) throws InterruptedException {
    return verified.verify("default", number);
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
  void shouldMissTheBeginning() throws InterruptedException {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.publishLive(1, FIRST, 4, 10);

    assertThat(verify(1))
        .containsExactly(
            equal("labeled-0", 4, 10), finding("labeled-0", 0, 4, 4, Verdict.NOT_COVERED, RETRAIN));
    assertThat(verified.total).as("offsets that were compared").isEqualTo(6);
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
    assertThat(verified.waited).as("nobody runs who might publish it").isZero();
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

    assertThat(verified.verify("made", 1))
        .containsExactly(finding("labeled-0", 0, 2, 2, Verdict.OLDER, ""));

    world.kafka.group().commit(FIRST, 4);
    assertThat(verified.verify("made", 1))
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
}
