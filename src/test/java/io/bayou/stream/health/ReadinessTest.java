package io.bayou.stream.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadinessTest {
  private static final Duration NOT_IDLE = Duration.ZERO;
  private static final Duration NEVER = Readiness.NEVER;

  @Test
  void shouldBeReadyWithTasksAndTheirState() {
    assertThat(new Readiness(true, 1, 0, NOT_IDLE, NEVER).isReady()).isTrue();
  }

  @Test
  void shouldNotBeReadyBeforeThat() {
    assertThat(new Readiness(false, 1, 0, NOT_IDLE, NEVER).isReady()).isFalse();
    assertThat(new Readiness(true, 1, 2, NOT_IDLE, NEVER).isReady()).isFalse();
    assertThat(new Readiness(true, 0, 0, NOT_IDLE, NEVER).isReady()).isFalse();
    assertThat(new Readiness(true, 0, 0, Duration.ofSeconds(10), NEVER).isReady()).isFalse();
  }

  @Test
  void shouldBeReadyWithoutATaskOnceNobodyCanHaveOneLeft() {
    assertThat(new Readiness(true, 0, 0, Duration.ofSeconds(15), NEVER).isReady()).isTrue();
    assertThat(new Readiness(false, 0, 0, Duration.ofSeconds(15), NEVER).isReady()).isFalse();
  }

  @Test
  void shouldStayReadyInARebalanceThatDoesNotLastLong() {
    Readiness rebalancing = new Readiness(false, 0, 0, NOT_IDLE, Duration.ofSeconds(59));
    assertThat(rebalancing.isReady()).isTrue();
    assertThat(rebalancing.isSettled()).isFalse();
    assertThat(new Readiness(false, 0, 0, NOT_IDLE, Duration.ofSeconds(60)).isReady()).isFalse();
    assertThat(new Readiness(true, 0, 0, NOT_IDLE, Duration.ofSeconds(1)).isReady())
        .as("its tasks went to another instance")
        .isTrue();
  }
}
