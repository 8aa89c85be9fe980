package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.IntConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LiveStartsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ReplayWorld world = new ReplayWorld();
  private final List<Integer> waiting = new ArrayList<>();

  private SortedMap<String, Long> await(Duration limit, IntConsumer whenWaiting)
      throws InterruptedException {
    return await(List.of(FIRST, SECOND), limit, whenWaiting);
  }

  private SortedMap<String, Long> await(
      List<TopicPartition> partitions, Duration limit, IntConsumer whenWaiting)
      throws InterruptedException {
    try (StreamGroup group = new StreamGroup(world.kafka);
        LiveStarts live = new LiveStarts(world.kafka, group, "default", 2)) {
      return live.await(
          partitions,
          limit,
          unknown -> {
            waiting.add(unknown);
            whenWaiting.accept(unknown);
          });
    } finally {
      assertThat(world.kafka.openClients()).isZero();
    }
  }

  @Test
  void shouldBeginWhereTheGroupStandsIfNobodyRuns() throws InterruptedException {
    world.sendEvents(0, 0, 9);
    world.kafka.group().commit(FIRST, 6);

    assertThat(await(PATIENCE, unknown -> {})).isEqualTo(Map.of("labeled-0", 6L, "labeled-1", 0L));
    assertThat(waiting).isEmpty();
  }

  @Test
  void shouldBeginWithTheFirstOffsetThatWasLearnedLive() throws InterruptedException {
    world.sendEvents(0, 0, 9);
    world.kafka.group().running(true);
    world.kafka.group().commit(FIRST, 8);
    world.publishLive(2, FIRST, 4, 8);

    assertThat(await(List.of(FIRST), PATIENCE, unknown -> {})).isEqualTo(Map.of("labeled-0", 4L));
  }

  @Test
  void shouldWaitUntilATaskHasSpokenAfterItsCommitWasRead() throws InterruptedException {
    world.kafka.group().running(true);
    world.kafka.group().commit(FIRST, 5);
    world.acknowledge(2, FIRST);
    int[] rounds = {0};

    SortedMap<String, Long> starts =
        await(
            List.of(FIRST),
            PATIENCE,
            unknown -> {
              if (++rounds[0] == 3) {
                world.kafka.group().commit(FIRST, 7); // the offset that was read counts
                world.acknowledge(2, FIRST);
              }
            });

    assertThat(starts).isEqualTo(Map.of("labeled-0", 5L));
    assertThat(waiting).containsExactly(1, 1, 1);
  }

  @Test
  void shouldTakeWhatWasLearnedMeanwhileRatherThanTheCommit() throws InterruptedException {
    world.sendEvents(0, 0, 9);
    world.kafka.group().running(true);
    world.kafka.group().commit(FIRST, 5);
    world.acknowledge(2, FIRST);

    assertThat(await(List.of(FIRST), PATIENCE, unknown -> world.publishLive(2, FIRST, 3, 6)))
        .isEqualTo(Map.of("labeled-0", 3L));
  }

  @Test
  void shouldNotBeMisledByOtherVersionsOrRowsThatItCannotRead() throws InterruptedException {
    world.sendEvents(0, 0, 9);
    world.publishLive(1, FIRST, 2, 4);
    byte[] key = "default@2/labeled-0/coverage/0".getBytes(UTF_8);
    world.kafka.append("snapshots", 0, 1L, key, "damaged".getBytes(UTF_8));
    world.kafka.append("snapshots", 0, 1L, "no key".getBytes(UTF_8), "x".getBytes(UTF_8));
    world.kafka.append("snapshots", 0, 1L, key, null);
    world.kafka.group().commit(FIRST, 6);

    assertThat(await(List.of(FIRST), PATIENCE, unknown -> {})).isEqualTo(Map.of("labeled-0", 6L));
  }

  @Test
  void shouldReadWhatWasPublishedBeforeTheLastInstanceStopped() throws InterruptedException {
    world.sendEvents(0, 0, 9);
    world.kafka.group().commit(FIRST, 6);
    int[] polls = {0};
    world.kafka.beforePoll(
        () -> {
          if (++polls[0] == 2) { // it has been seen that nobody runs
            world.publishLive(2, FIRST, 4, 8);
          }
        });

    assertThat(await(List.of(FIRST), PATIENCE, unknown -> {})).isEqualTo(Map.of("labeled-0", 4L));
  }

  @Test
  void shouldGoOnIfTheLastInstanceStops() throws InterruptedException {
    world.kafka.group().running(true);
    world.kafka.group().commit(FIRST, 5);

    SortedMap<String, Long> starts =
        await(
            List.of(FIRST),
            PATIENCE,
            unknown -> {
              world.kafka.group().running(false);
              world.kafka.group().commit(FIRST, 7);
            });

    assertThat(starts).isEqualTo(Map.of("labeled-0", 7L));
    assertThat(waiting).containsExactly(1);
  }

  @Test
  void shouldSayWhichPartitionsNobodyHasTakenUp() {
    world.sendEvents(0, 0, 9);
    world.kafka.group().running(true);
    world.publishLive(2, FIRST, 2, 4);

    assertThatThrownBy(() -> await(Duration.ofMillis(20), unknown -> {}))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "no task of 'app' has started default@2 on [labeled-1] within 0 s; check the instances,"
                + " then run the command again");
    assertThat(waiting).isNotEmpty().containsOnly(1);
  }

  @Test
  void shouldReadOnToWhatWasLearnedSince() {
    world.sendEvents(0, 0, 9);
    try (StreamGroup group = new StreamGroup(world.kafka);
        LiveStarts live = new LiveStarts(world.kafka, group, "default", 2)) {
      assertThat(live.learnedFrom()).isEmpty();
      world.publishLive(2, FIRST, 4, 8);
      assertThat(live.learnedFrom()).isEqualTo(Map.of("labeled-0", 4L));
    }
  }
}
