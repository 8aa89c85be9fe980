package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.replay.ReplayPlan.Range;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MergedLogTest {
  private final ReplayWorld world = new ReplayWorld();
  private final List<String> read = new ArrayList<>();
  private final List<Long> done = new ArrayList<>();

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  private void send(int partition, long... times) {
    for (long time : times) {
      world.send(partition, time, "any");
    }
  }

  private void read(Range... ranges) {
    new MergedLog(world.kafka, new ReplayPlan(List.of(ranges)))
        .read(record -> read.add(record.partition() + ":" + record.timestamp()), done::add);
  }

  @Test
  void shouldReadInTheOrderOfTimeAndThenOfPartition() {
    send(0, 1, 4, 5, 9);
    send(1, 2, 3, 5, 6, 7, 8);

    read(new Range(SECOND, 0, 6, 0), new Range(FIRST, 0, 4, 0));

    assertThat(read)
        .containsExactly("0:1", "1:2", "1:3", "0:4", "0:5", "1:5", "1:6", "1:7", "1:8", "0:9");
    assertThat(done).isSorted().last().isEqualTo(10L);
  }

  @Test
  void shouldKeepTheOrderOfAPartitionWhateverItsTimes() {
    send(0, 9, 1);
    send(1, 5);

    read(new Range(FIRST, 0, 2, 0), new Range(SECOND, 0, 1, 0));

    assertThat(read).containsExactly("1:5", "0:9", "0:1");
  }

  @Test
  void shouldReadItsRangesOnly() {
    send(0, 1, 2, 3, 4, 5);
    send(1, 1, 2);
    world.kafka.skip(SECOND, 1);

    read(new Range(FIRST, 1, 4, 0), new Range(SECOND, 1, 3, 0));

    assertThat(read).containsExactly("0:2", "1:2", "0:3", "0:4");
  }

  @Test
  void shouldNotReadBeyondARangeWhenAPollBringsMore() {
    world.kafka.pollSize(10);
    send(0, 1, 2, 3, 4, 5);

    read(new Range(FIRST, 1, 4, 0));

    assertThat(read).containsExactly("0:2", "0:3", "0:4");
    assertThat(done).containsExactly(3L);
  }

  @Test
  void shouldReadNothingOfEmptyRanges() {
    read(new Range(FIRST, 3, 3, 0));

    assertThat(read).isEmpty();
    assertThat(done).isEmpty();
  }

  /* Whatever the size of a poll: a partition with nothing at hand holds up the others. */
  @Test
  void shouldGiveTheSameOrderForEverySizeOfAPoll() {
    send(0, 1, 1, 1, 8, 8, 9);
    send(1, 2, 2, 9);
    for (int size = 1; size < 8; size++) {
      read.clear();
      world.kafka.pollSize(size);

      read(new Range(FIRST, 0, 6, 0), new Range(SECOND, 0, 3, 0));

      assertThat(read)
          .as("polls of %d", size)
          .containsExactly("0:1", "0:1", "0:1", "1:2", "1:2", "0:8", "0:8", "0:9", "1:9");
    }
  }

  @Test
  void shouldSayThatTheLogWasCut() {
    send(0, 1, 2, 3, 4, 5, 6);
    Runnable cut = () -> world.kafka.cut(FIRST, 5);
    world.kafka.beforePoll(
        () -> {
          if (!read.isEmpty()) {
            cut.run();
          }
        });

    assertThatThrownBy(() -> read(new Range(FIRST, 0, 6, 0)))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith("the log was cut while it was read: ");
  }

  /* Five thousand records of one partition wait at most, but for the last poll. */
  @Test
  void shouldNotHoldTheLogInMemory() {
    for (int i = 0; i < 12_000; i++) {
      world.send(0, 100, null);
    }
    for (int i = 0; i < 50; i++) {
      world.send(1, 1, null);
    }
    int[] polls = {0};
    List<Long> before = new ArrayList<>();
    world.kafka.pollSize(10);
    world.kafka.beforePoll(
        () -> {
          if (polls[0]++ == 0) {
            world.kafka.openTransaction(SECOND, 0); // stands still
          }
          if (polls[0] == 900) {
            before.add((long) polls[0]);
            world.kafka.openTransaction(SECOND, Long.MAX_VALUE);
          }
        });

    read(new Range(FIRST, 0, 12_000, 0), new Range(SECOND, 0, 50, 0));

    assertThat(read).hasSize(12_050);
    assertThat(read.subList(0, 50)).containsOnly("1:1");
    assertThat(before).hasSize(1);
    assertThat(polls[0]).as("500 polls until it held enough").isBetween(1_500, 1_700);
  }
}
