package io.bayou.stream.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.Tick;
import org.junit.jupiter.api.Test;

class PartitionClockTest {
  private PartitionClock clock = new PartitionClock(null);

  private void follow(String source, long time, long writtenAt) {
    clock.follow(new Arrival(time, writtenAt, source));
  }

  @Test
  void shouldFollowTheSlowestSource() {
    follow("a-0", 5_000, 0);
    follow("b-0", 900, 100);
    assertThat(clock.now()).as("others may need a moment").isZero();
    follow("a-0", 9_000, 10_000);
    assertThat(clock.now()).isEqualTo(900);
    follow("b-0", 7_000, 10_050);
    assertThat(clock.now()).isEqualTo(7_000);
    follow("b-0", 100, 10_060);
    assertThat(clock.now()).as("it never goes back").isEqualTo(7_000);
  }

  @Test
  void shouldLeaveOutASourceThatIsIdle() {
    follow("a-0", 1_000, 0);
    for (int second = 0; second <= 20; second++) {
      follow("b-0", 50_000, 1_000L * second);
    }

    assertThat(clock.now()).isEqualTo(50_000);
  }

  @Test
  void shouldWaitAMomentAfterAPause() {
    for (int second = 0; second <= 20; second++) {
      follow("a-0", second, 1_000L * second);
    }
    assertThat(clock.now()).isEqualTo(20);
    follow("b-0", 90_000, 1_000_000);
    assertThat(clock.now()).as("the other one may be behind").isEqualTo(20);
    follow("a-0", 30_000, 1_001_000);
    follow("b-0", 99_000, 1_010_000);
    assertThat(clock.now()).isEqualTo(30_000);
  }

  @Test
  void shouldGoOnWhileNothingIsWritten() {
    follow("a-0", 5_000, 100_000);
    follow("b-0", 4_000, 100_000);

    assertThat(clock.idleTime(110_000)).isEqualTo(Long.MIN_VALUE);
    assertThat(clock.idleTime(160_000)).isEqualTo(64_000);
    clock.follow(new Tick(64_000, 160_000));
    assertThat(clock.now()).isEqualTo(64_000);
  }

  @Test
  void shouldNotMoveBeforeTheFirstRecord() {
    assertThat(clock.idleTime(Long.MAX_VALUE)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void shouldGoOnAfterARestart() {
    follow("a-0", 5_000, 0);
    follow("b-0", 4_000, 9_000);
    clock.addAwaited(3);
    follow("a-0", 6_000, 11_000);
    clock = new PartitionClock(clock.row());

    assertThat(clock.now()).isEqualTo(4_000);
    assertThat(clock.awaited()).isEqualTo(3);
    follow("b-0", 7_000, 12_000);
    assertThat(clock.now()).isEqualTo(6_000);
  }

  @Test
  void shouldRefuseARowOfAnotherFormat() {
    byte[] row = clock.row();
    row[0]++;

    assertThatThrownBy(() -> new PartitionClock(row))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the clock of a partition has format 3, this build reads 2");
  }
}
