package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamGroupTest {
  private final ReplayWorld world = new ReplayWorld();
  private final StreamGroup group = new StreamGroup(world.kafka);

  @AfterEach
  void shouldCloseItsClient() {
    group.close();
    assertThat(world.kafka.openClients()).isZero();
  }

  @Test
  void shouldBeNamedAfterTheApplication() {
    assertThat(group.id()).isEqualTo("app");
  }

  @Test
  void shouldRunWhileItHasAMember() {
    assertThat(group.isRunning()).isFalse();
    world.kafka.group().running(true);
    assertThat(group.isRunning()).isTrue();
    world.kafka.group().unknown();
    assertThat(group.isRunning()).as("nobody has ever run").isFalse();
  }

  @Test
  void shouldPassOnWhatKafkaRefuses() {
    AuthorizationException refused = new AuthorizationException("not allowed");
    world.kafka.group().failWith(refused);

    assertThatThrownBy(group::isRunning).isSameAs(refused);
    assertThatThrownBy(() -> group.committed(List.of(FIRST))).isSameAs(refused);
  }

  @Test
  void shouldWrapWhatIsNoExceptionOfKafka() {
    IllegalArgumentException cause = new IllegalArgumentException("odd");
    world.kafka.group().failWith(cause);

    assertThatThrownBy(group::isRunning).isExactlyInstanceOf(KafkaException.class).hasCause(cause);
    assertThatThrownBy(() -> group.position(FIRST))
        .isExactlyInstanceOf(KafkaException.class)
        .hasCause(cause);
  }

  @Test
  void shouldLeaveOutWhatWasNeverCommitted() {
    world.kafka.group().commit(SECOND, 4);

    assertThat(group.committed(List.of(FIRST, SECOND)))
        .isEqualTo(Map.of(SECOND, new OffsetAndMetadata(4)));
  }

  @Test
  void shouldAskAgainWhileACommitIsPending() {
    world.kafka.group().commit(FIRST, 4);
    world.kafka.group().pendingFor(2);

    assertThat(group.position(FIRST)).isEqualTo(4);
  }

  @Test
  void shouldGiveUpWhenItIsInterrupted() {
    world.kafka.group().pendingFor(1_000);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> group.position(FIRST)).isInstanceOf(InterruptException.class);
    assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
  }

  @Test
  void shouldBeginWithWhatIsKeptWhereNothingWasCommitted() {
    world.sendEvents(0, 0, 5);
    world.kafka.cut(FIRST, 2);

    assertThat(group.position(FIRST)).isEqualTo(2);
  }

  @Test
  void shouldFindOffsetsByARule() {
    world.sendEvents(0, 0, 5);
    world.sendEvents(1, 0, 3);

    assertThat(group.offsets(List.of(FIRST, SECOND), OffsetSpec.latest()))
        .isEqualTo(Map.of(FIRST, 5L, SECOND, 3L));
    assertThat(group.offsets(List.of(FIRST, SECOND), OffsetSpec.earliest()))
        .isEqualTo(Map.of(FIRST, 0L, SECOND, 0L));
    assertThat(group.offsets(List.of(FIRST, SECOND), OffsetSpec.forTimestamp(4_000)))
        .as("the end where no record is that late")
        .isEqualTo(Map.of(FIRST, 4L, SECOND, 3L));
  }
}
