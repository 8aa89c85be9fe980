package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class KafkaConnectionTest {
  private long now = Duration.ofHours(1).toNanos();
  private final KafkaConnection connection = new KafkaConnection("here:9092", () -> now);

  @Test
  void shouldBeLostAfterSomeSecondsWithoutAnAnswer() {
    assertThat(connection.state().up()).isTrue();
    pass(9);
    connection.unanswered();
    assertThat(connection.state().up()).isTrue();
    pass(1);
    connection.unanswered();
    assertThat(connection.state().up()).isFalse();
    pass(20);
    assertThat(connection.state().silence()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void shouldBeFoundAgain() {
    pass(20);
    connection.unanswered();
    connection.answered();

    assertThat(connection.state().up()).isTrue();
    assertThat(connection.state().silence()).isZero();
  }

  @Test
  void shouldNotBeLostWhereNobodyHasAsked() {
    pass(1_000); // the machine slept

    assertThat(connection.state().up()).isTrue();
  }

  private void pass(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }
}
