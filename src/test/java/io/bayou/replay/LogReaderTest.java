package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LogReaderTest {
  private final ReplayWorld world = new ReplayWorld();
  private final List<Long> offsets = new ArrayList<>();
  private final List<Long> positions = new ArrayList<>();

  @BeforeEach
  void sendEvents() {
    world.sendEvents(0, 0, 10);
  }

  @AfterEach
  void shouldCloseItsClients() {
    assertThat(world.kafka.openClients()).isZero();
  }

  @Test
  void shouldReadARunOfOffsetsInOrder() {
    read(FIRST, 2, 8); // three records with each poll

    assertThat(offsets).containsExactly(2L, 3L, 4L, 5L, 6L, 7L);
    assertThat(positions).containsExactly(5L, 8L);
  }

  @Test
  void shouldNotHandOverWhatAPollBringsFromBeyondTheEnd() {
    read(FIRST, 2, 6);

    assertThat(offsets).containsExactly(2L, 3L, 4L, 5L);
    assertThat(positions).containsExactly(5L, 6L);
  }

  @Test
  void shouldReadNothingOfAnEmptyRun() {
    read(new TopicPartition("nowhere", 0), 5, 5);
    read(FIRST, 5, 4);

    assertThat(offsets).isEmpty();
    assertThat(positions).isEmpty();
  }

  @Test
  void shouldReachAnEndWhereThereIsNoRecord() {
    world.kafka.skip(FIRST, 2);

    read(FIRST, 8, 12);

    assertThat(offsets).containsExactly(8L, 9L);
    assertThat(positions).last().isEqualTo(12L);
  }

  @Test
  void shouldSayThatALogEndsTooEarly() {
    assertThatThrownBy(() -> read(FIRST, 0, 5_000))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "the log of labeled-0 ends at offset 10, before 5,000: was the topic re-created?");
    assertThat(offsets).isEmpty();
  }

  @Test
  void shouldSayThatThereIsNoLog() {
    assertThatThrownBy(() -> read(new TopicPartition("labeled", 2), 0, 1))
        .isInstanceOf(ReplayException.class)
        .hasMessage("there is no partition labeled-2: was the topic deleted?");
  }

  @Test
  void shouldSayThatALogWasCut() {
    world.kafka.cut(FIRST, 3);

    assertThatThrownBy(() -> read(FIRST, 2, 8))
        .isInstanceOf(ReplayException.class)
        .hasMessage("the log of labeled-0 no longer reaches back to offset 2");
  }

  @Test
  void shouldNotWaitForEverForATransactionToEnd() {
    world.kafka.openTransaction(FIRST, 7);

    assertThatThrownBy(() -> read(FIRST, 0, 8))
        .isInstanceOf(TimeoutException.class)
        .hasMessage(
            "waited 0 s for records of labeled-0 from offset 7 on: Kafka does not answer, or a"
                + " transaction there is open");
    assertThat(offsets).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void shouldKnowHowFarTheLogReachesThoughATransactionIsOpen() {
    world.kafka.openTransaction(FIRST, 7);
    LogReader reader = new LogReader(world.kafka);

    assertThat(reader.shortfall(FIRST, 10)).isEmpty();
    assertThat(reader.shortfall(FIRST, 11)).isPresent();
  }

  private void read(TopicPartition partition, long from, long to) {
    new LogReader(world.kafka, Duration.ofMillis(50))
        .read(partition, from, to, record -> offsets.add(record.offset()), positions::add);
  }
}
