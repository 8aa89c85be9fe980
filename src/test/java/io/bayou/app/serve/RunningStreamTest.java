package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.http.StreamQueries.Connection;
import io.bayou.http.StreamQueries.Status;
import io.bayou.stream.health.Readiness;
import java.time.Duration;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;

class RunningStreamTest {
  private static final Connection UP = new Connection(true, Duration.ZERO);
  private static final Duration LONG_AGO = Duration.ofDays(1);
  private static final Readiness SETTLED = new Readiness(true, 4, 0, Duration.ZERO, Duration.ZERO);

  @Test
  void shouldBeReadyWithoutATaskWhereOthersHaveThemAll() {
    Readiness spare = new Readiness(true, 0, 0, Duration.ofSeconds(15), LONG_AGO);

    assertThat(RunningStream.status(State.RUNNING, 0, spare, UP).ready()).isTrue();
  }

  @Test
  void shouldStayReadyInARebalanceAndSaySo() {
    Readiness rebalancing = new Readiness(false, 0, 0, Duration.ZERO, Duration.ofSeconds(5));

    Status status = RunningStream.status(State.REBALANCING, 0, rebalancing, UP);
    assertThat(status.ready()).isTrue();
    assertThat(status.note()).contains("rebalancing");
    assertThat(RunningStream.status(State.PENDING_SHUTDOWN, 0, rebalancing, UP).ready()).isFalse();
  }

  @Test
  void shouldNotBeReadyButAliveWhileNoBrokerAnswers() {
    Status away =
        RunningStream.status(
            State.RUNNING, 4, SETTLED, new Connection(false, Duration.ofSeconds(30)));

    assertThat(away.alive()).isTrue();
    assertThat(away.ready()).isFalse();
    assertThat(away.note()).isEqualTo("no broker has answered for 30 s");
    assertThat(RunningStream.status(State.RUNNING, 4, SETTLED, UP).ready()).isTrue();
  }
}
