package io.bayou.stream.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimeOrderedConsumerTest {
  private static final TopicPartition LABELS = new TopicPartition("labels", 0);
  private static final TopicPartition QUESTIONS = new TopicPartition("questions", 0);
  private static final List<TopicPartition> BOTH = List.of(LABELS, QUESTIONS);

  private final LostRecords lost = new LostRecords();
  private final MockConsumer<byte[], byte[]> mock = new MockConsumer<>("earliest");
  private final HeldPartitions held = new HeldPartitions(true);
  private final Consumer<byte[], byte[]> consumer =
      TimeOrderedConsumer.of(
          mock,
          new TimeOrder(Set.of("labels", "questions"), Set.of(), RecordGate.OPEN),
          held,
          lost);
  private final List<TopicPartition> revoked = new ArrayList<>();

  @BeforeEach
  void assignBothWithALabelToCome() {
    consumer.subscribe(List.of("labels", "questions"), new Recording());
    mock.rebalance(BOTH);
    mock.updateBeginningOffsets(Map.of(LABELS, 0L, QUESTIONS, 0L));
    mock.updateEndOffsets(Map.of(LABELS, 1L, QUESTIONS, 1L));
  }

  @Test
  void shouldHoldAQuestionUntilTheLabelBeforeItHasCome() {
    mock.updateEndOffsets(Map.of(QUESTIONS, 2L));
    question(0, 10);
    question(1, 20);
    assertThat(poll().isEmpty()).isTrue();

    label(0, 15);

    assertThat(offsets(poll(), QUESTIONS)).containsExactly(0L, 1L);
  }

  @Test
  void shouldNoticeRecordsThatWereDeletedBeforeTheyWereRead() {
    mock.schedulePollTask(
        () -> {
          throw new OffsetOutOfRangeException(Map.of(LABELS, 5L));
        });
    assertThatThrownBy(this::poll).isInstanceOf(OffsetOutOfRangeException.class);
    assertThat(lost.any()).as("it is not known yet where it continues").isFalse();

    mock.updateBeginningOffsets(Map.of(LABELS, 9L));
    mock.updateEndOffsets(Map.of(LABELS, 10L));
    consumer.seekToBeginning(List.of(LABELS)); // as Kafka Streams does
    label(9, 15);
    poll();

    assertThat(lost.take(BOTH)).containsExactly(new LostRecords.Gap(LABELS, 5, 9));
    poll();
    assertThat(lost.any()).isFalse();
  }

  /** Nobody would take its gaps over: they are counted at once, and must not be left behind. */
  @Test
  void shouldCountRecordsOfOtherTopicsThatWereDeletedBeforeTheyWereRead() {
    TopicPartition other = new TopicPartition("later", 0);
    mock.rebalance(List.of(other));
    mock.updateBeginningOffsets(Map.of(other, 9L));
    mock.updateEndOffsets(Map.of(other, 10L));
    mock.schedulePollTask(
        () -> {
          throw new OffsetOutOfRangeException(Map.of(other, 5L));
        });
    assertThatThrownBy(this::poll).isInstanceOf(OffsetOutOfRangeException.class);
    consumer.seekToBeginning(List.of(other));
    poll();

    assertThat(lost.any()).isFalse();
    assertThat(lost.byTopic()).isEqualTo(Map.of("later", 4L));
  }

  @Test
  void shouldNotCountWhatAFirstStartHasNotRead() {
    TopicPartition other = new TopicPartition("later", 0);
    mock.rebalance(List.of(other));
    mock.updateBeginningOffsets(Map.of(other, 9L));
    mock.updateEndOffsets(Map.of(other, 10L));
    mock.schedulePollTask(
        () -> {
          throw new NoOffsetForPartitionException(other);
        });
    assertThatThrownBy(this::poll).isInstanceOf(NoOffsetForPartitionException.class);
    consumer.seekToBeginning(List.of(other));
    poll();

    assertThat(lost.any()).isFalse();
    assertThat(lost.byTopic()).isEmpty();
  }

  @Test
  void shouldFetchNoMoreOfWhatWaits() {
    question(0, 10);
    poll();

    assertThat(mock.paused()).containsExactly(QUESTIONS);
    assertThat(consumer.paused()).as("not by the caller").isEmpty();
    consumer.resume(BOTH);
    assertThat(mock.paused()).containsExactly(QUESTIONS);

    label(0, 15);
    poll();
    assertThat(mock.paused()).isEmpty();
  }

  @Test
  void shouldReturnNothingOfHeldPartitionsUntilTheyAreReleased() {
    assertThat(held.hold(BOTH)).isTrue();
    question(0, 10);
    label(0, 15);
    assertThat(poll().isEmpty()).isTrue();
    assertThat(poll().isEmpty()).isTrue();
    assertThat(consumer.position(QUESTIONS)).as("nothing may be committed").isZero();
    assertThat(consumer.paused()).as("not by the caller").isEmpty();

    held.release(BOTH);

    assertThat(poll().count()).isEqualTo(2);
  }

  @Test
  void shouldReadOtherTasksWhileOneIsHeld() {
    TopicPartition other = new TopicPartition("questions", 1);
    mock.rebalance(List.of(LABELS, QUESTIONS, other));
    mock.updateBeginningOffsets(Map.of(other, 0L));
    mock.updateEndOffsets(Map.of(other, 1L));
    held.hold(BOTH);
    question(0, 10);
    label(0, 15);
    mock.addRecord(new ConsumerRecord<>(other.topic(), 1, 0, new byte[0], new byte[0]));

    assertThat(poll().partitions()).containsExactly(other);
  }

  @Test
  void shouldSayWhereNothingIsHeld() {
    HeldPartitions ignored = new HeldPartitions(false);

    assertThat(ignored.hold(BOTH)).isFalse();
    assertThat(ignored.contains(LABELS)).isFalse();
  }

  @Test
  void shouldLeavePausedWhatTheCallerHasPaused() {
    question(0, 10);
    poll();
    consumer.pause(BOTH);
    assertThat(consumer.paused()).containsExactlyInAnyOrder(LABELS, QUESTIONS);

    mock.resume(List.of(LABELS)); // the label comes, as if it had been fetched before
    label(0, 15);

    assertThat(poll().isEmpty()).isTrue();
    assertThat(mock.paused()).contains(QUESTIONS);

    consumer.resume(BOTH);
    assertThat(poll().count()).isEqualTo(2);
  }

  @Test
  void shouldStandAtTheFirstRecordThatWaits() {
    question(0, 10);
    question(1, 20);
    poll();

    assertThat(consumer.position(QUESTIONS)).isZero();
    assertThat(consumer.position(LABELS)).isZero();
    assertThat(mock.position(QUESTIONS)).isEqualTo(2);
  }

  @Test
  void shouldReadAgainAfterASeek() {
    question(0, 10);
    poll();

    consumer.seek(QUESTIONS, 0);
    question(0, 10);
    label(0, 15);

    assertThat(offsets(poll(), QUESTIONS)).containsExactly(0L);
  }

  @Test
  void shouldForgetAllPartitionsThatAreReadFromTheBeginning() {
    question(0, 10);
    poll();

    consumer.seekToBeginning(List.of()); // as Kafka means it
    label(0, 15);

    assertThat(offsets(poll(), QUESTIONS)).isEmpty();
    assertThat(mock.paused()).isEmpty();
  }

  @Test
  void shouldForgetWhatWasRevoked() {
    question(0, 10);
    poll();

    mock.rebalance(List.of());
    mock.rebalance(BOTH);
    question(0, 10);
    label(0, 15);

    assertThat(revoked).contains(QUESTIONS);
    assertThat(offsets(poll(), QUESTIONS)).as("once").containsExactly(0L);
  }

  @Test
  void shouldThrowWhatTheConsumerThrows() {
    consumer.wakeup();

    assertThatThrownBy(this::poll).isInstanceOf(WakeupException.class);
    assertThatThrownBy(() -> consumer.seek(new TopicPartition("labels", 7), 0))
        .isInstanceOf(IllegalStateException.class);
  }

  private ConsumerRecords<byte[], byte[]> poll() {
    return consumer.poll(Duration.ZERO);
  }

  private void question(long offset, long time) {
    mock.addRecord(TimeOrderTest.record(QUESTIONS, offset, time));
  }

  private void label(long offset, long time) {
    mock.addRecord(TimeOrderTest.record(LABELS, offset, time));
  }

  private static List<Long> offsets(
      ConsumerRecords<byte[], byte[]> records, TopicPartition partition) {
    return records.records(partition).stream().map(ConsumerRecord::offset).toList();
  }

  private final class Recording implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      revoked.addAll(partitions);
    }
  }
}
