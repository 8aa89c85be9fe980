package io.bayou.stream.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeOrderTest {
  private static final TopicPartition LABELS = new TopicPartition("labels", 0);
  private static final TopicPartition QUESTIONS = new TopicPartition("questions", 0);
  private static final TopicPartition OTHER_TASK = new TopicPartition("questions", 1);
  private static final List<TopicPartition> ASSIGNED = List.of(LABELS, QUESTIONS, OTHER_TASK);

  private final TimeOrder order =
      new TimeOrder(Set.of("labels", "questions"), Set.of(), RecordGate.OPEN);
  private final Set<TopicPartition> atEnd = new HashSet<>();
  private final Set<TopicPartition> paused = new HashSet<>();

  @Test
  void shouldHoldARecordUntilNoOlderOneCanCome() {
    assertThat(exchange(QUESTIONS, 0, 10, 20).isEmpty()).isTrue();
    assertThat(order.waiting()).containsExactly(QUESTIONS);

    ConsumerRecords<byte[], byte[]> released = exchange(LABELS, 0, 5, 15);

    assertThat(times(released, LABELS)).containsExactly(5L, 15L);
    assertThat(times(released, QUESTIONS)).containsExactly(10L);
    assertThat(order.firstOffset(QUESTIONS)).isEqualTo(1);
    assertThat(order.firstOffset(LABELS)).isNull();
  }

  @Test
  void shouldReleaseEverythingOnceTheOtherPartitionHasEnded() {
    exchange(QUESTIONS, 0, 10, 20);
    atEnd.add(LABELS);

    assertThat(times(exchange(), QUESTIONS)).containsExactly(10L, 20L);
    assertThat(order.waiting()).isEmpty();
  }

  @Test
  void shouldHandOverTheRecordsOfOtherTopicsAsTheyCome() {
    TopicPartition other = new TopicPartition("other", 0);
    exchange(QUESTIONS, 0, 10);

    assertThat(times(exchange(other, 0, 7, 3), other)).containsExactly(7L, 3L);
    assertThat(order.waiting()).containsExactly(QUESTIONS);
    assertThat(times(exchange(LABELS, 0, 12), QUESTIONS)).containsExactly(10L);
  }

  @Test
  void shouldNotWaitForThePartitionsOfAnotherTask() {
    assertThat(times(exchange(OTHER_TASK, 0, 10), OTHER_TASK)).containsExactly(10L);
  }

  @Test
  void shouldGiveNothingToAPausedPartitionNorToThoseThatMustFollowIt() {
    atEnd.addAll(ASSIGNED);
    paused.add(LABELS);
    exchange(LABELS, 0, 5);

    ConsumerRecords<byte[], byte[]> released = exchange(QUESTIONS, 0, 4, 6);

    assertThat(times(released, QUESTIONS)).containsExactly(4L);
    assertThat(order.waiting()).containsExactlyInAnyOrder(LABELS, QUESTIONS);
  }

  @Test
  void shouldCommitNoFurtherThanWhatWasReleased() {
    exchange(QUESTIONS, 3, 10, 20); // offsets 3 and 4, and a marker after them

    ConsumerRecords<byte[], byte[]> released = exchange(LABELS, 7, 15);
    assertThat(released.nextOffsets().get(QUESTIONS).offset()).isEqualTo(4);
    assertThat(released.nextOffsets().get(LABELS).offset()).isEqualTo(9);

    atEnd.add(LABELS);
    assertThat(exchange().nextOffsets().get(QUESTIONS).offset()).isEqualTo(6);
  }

  @Test
  void shouldSayNothingOfAPartitionWhoseRecordsAllWait() {
    assertThat(exchange(QUESTIONS, 0, 10).nextOffsets()).isEmpty();
  }

  @Test
  void shouldPassOnTheEndOfAPartitionThatHasOnlyMarkers() {
    OffsetAndMetadata end = new OffsetAndMetadata(12);

    var released = exchange(new ConsumerRecords<>(Map.of(), Map.of(LABELS, end)));

    assertThat(released.nextOffsets()).containsExactly(Map.entry(LABELS, end));
  }

  /** Holds the records of some topics, each with those of the topics that are named alike. */
  private record Gate(Set<String> closed) implements RecordGate {
    @Override
    public boolean admits(ConsumerRecord<byte[], byte[]> record) {
      return !closed.contains(record.topic());
    }

    @Override
    public boolean isHeldWith(String waiting, String other) {
      return other.startsWith(waiting);
    }
  }

  @Test
  void shouldHoldWhatTheGateDoesNotAdmitAndWhatMustNotOvertakeIt() {
    Set<String> closed = new HashSet<>();
    TimeOrder gated = new TimeOrder(Set.of("a", "a-more", "b"), Set.of("later"), new Gate(closed));
    TopicPartition a = new TopicPartition("a", 0);
    TopicPartition more = new TopicPartition("a-more", 0);
    TopicPartition b = new TopicPartition("b", 0);
    TopicPartition later = new TopicPartition("later", 0);
    List<TopicPartition> assigned = List.of(a, more, b, later);
    closed.addAll(Set.of("a", "later"));

    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
    for (var part :
        List.of(
            fetched(a, 0, 10), fetched(more, 0, 5, 15), fetched(b, 0, 12), fetched(later, 3, 1))) {
      part.partitions().forEach(partition -> records.put(partition, part.records(partition)));
      next.putAll(part.nextOffsets());
    }
    ConsumerRecords<byte[], byte[]> released =
        gated.exchange(new ConsumerRecords<>(records, next), assigned, Set.of(), partition -> true);

    assertThat(times(released, a)).isEmpty();
    assertThat(times(released, more)).containsExactly(5L);
    assertThat(times(released, b)).containsExactly(12L);
    assertThat(times(released, later)).isEmpty();
    assertThat(released.nextOffsets()).doesNotContainKeys(a, later);
    assertThat(gated.waiting()).containsExactlyInAnyOrder(a, more, later);
    assertThat(gated.firstOffset(later)).isEqualTo(3);

    closed.clear();
    released =
        gated.exchange(
            new ConsumerRecords<>(Map.of(), Map.of()), assigned, Set.of(), partition -> true);
    assertThat(times(released, a)).containsExactly(10L);
    assertThat(times(released, more)).containsExactly(15L);
    assertThat(times(released, later)).containsExactly(1L);
    assertThat(released.nextOffsets().get(later).offset()).isEqualTo(5);
    assertThat(gated.waiting()).isEmpty();
  }

  @Test
  void shouldForgetWhatIsReadElsewhere() {
    exchange(QUESTIONS, 0, 10);

    order.drop(List.of(QUESTIONS));

    atEnd.add(LABELS);
    assertThat(exchange().isEmpty()).isTrue();
  }

  /* Whatever arrives when, and whoever is paused. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 50})
  void shouldReleaseEveryRecordOnceAndInOrder(int chunk) {
    for (int seed = 0; seed < 200; seed++) {
      new RandomLogs(new Random(seed), chunk).run();
    }
  }

  private ConsumerRecords<byte[], byte[]> exchange() {
    return exchange(ConsumerRecords.empty());
  }

  private ConsumerRecords<byte[], byte[]> exchange(
      TopicPartition partition, long offset, long... times) {
    return exchange(fetched(partition, offset, times));
  }

  private ConsumerRecords<byte[], byte[]> exchange(ConsumerRecords<byte[], byte[]> fetched) {
    return order.exchange(fetched, ASSIGNED, paused, atEnd::contains);
  }

  private static ConsumerRecords<byte[], byte[]> fetched(
      TopicPartition partition, long offset, long... times) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < times.length; i++) {
      records.add(record(partition, offset + i, times[i]));
    }
    OffsetAndMetadata next = new OffsetAndMetadata(offset + times.length + 1);
    return new ConsumerRecords<>(Map.of(partition, records), Map.of(partition, next));
  }

  static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset, long time) {
    return new ConsumerRecord<>(
        partition.topic(),
        partition.partition(),
        offset,
        time,
        TimestampType.CREATE_TIME,
        0,
        0,
        null,
        null,
        new RecordHeaders(),
        Optional.empty());
  }

  private static List<Long> times(
      ConsumerRecords<byte[], byte[]> records, TopicPartition partition) {
    return records.records(partition).stream().map(ConsumerRecord::timestamp).toList();
  }

  /** Two tasks with three topics each, fetched in random pieces. */
  private static final class RandomLogs {
    private final Random random;
    private final int chunk;
    private final TimeOrder order = new TimeOrder(Set.of("a", "b", "c"), Set.of(), RecordGate.OPEN);
    private final Map<TopicPartition, long[]> logs = new HashMap<>();
    private final Map<TopicPartition, Integer> fetched = new HashMap<>();
    private final Map<TopicPartition, Integer> released = new HashMap<>();
    private final Map<Integer, Long> taskTimes = new TreeMap<>();

    RandomLogs(Random random, int chunk) {
      this.random = random;
      this.chunk = chunk;
      for (String topic : List.of("a", "b", "c")) {
        for (int task = 0; task < 2; task++) {
          long[] log = random.longs(random.nextInt(60), 0, 100).sorted().toArray();
          logs.put(new TopicPartition(topic, task), log);
        }
      }
    }

    void run() {
      for (int i = 0; i < 10_000 && !released.equals(sizes()); i++) {
        Set<TopicPartition> paused = i < 200 ? randomPartitions() : Set.of();
        ConsumerRecords<byte[], byte[]> fetch = fetch(paused);
        check(order.exchange(fetch, logs.keySet(), paused, this::isAtEnd), paused);
      }
      assertThat(released).isEqualTo(sizes());
    }

    private Map<TopicPartition, Integer> sizes() {
      Map<TopicPartition, Integer> sizes = new HashMap<>();
      logs.forEach((partition, log) -> sizes.merge(partition, log.length, Integer::sum));
      sizes.values().removeIf(size -> size == 0);
      return sizes;
    }

    private Set<TopicPartition> randomPartitions() {
      Set<TopicPartition> some = new HashSet<>(logs.keySet());
      some.removeIf(partition -> random.nextInt(4) > 0);
      return some;
    }

    private ConsumerRecords<byte[], byte[]> fetch(Set<TopicPartition> paused) {
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
      Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
      for (TopicPartition partition : randomPartitions()) {
        int from = fetched.getOrDefault(partition, 0);
        int to = Math.min(logs.get(partition).length, from + 1 + random.nextInt(chunk));
        if (to > from && !paused.contains(partition)) {
          long[] log = logs.get(partition);
          List<ConsumerRecord<byte[], byte[]>> piece = new ArrayList<>();
          for (int offset = from; offset < to; offset++) {
            piece.add(record(partition, offset, log[offset]));
          }
          records.put(partition, piece);
          next.put(partition, new OffsetAndMetadata(to));
          fetched.put(partition, to);
        }
      }
      return new ConsumerRecords<>(records, next);
    }

    private boolean isAtEnd(TopicPartition partition) {
      return fetched.getOrDefault(partition, 0) == logs.get(partition).length;
    }

    private void check(ConsumerRecords<byte[], byte[]> out, Set<TopicPartition> paused) {
      assertThat(out.partitions()).allMatch(partition -> !paused.contains(partition));
      Map<Integer, Long> latest = new HashMap<>(taskTimes);
      for (ConsumerRecord<byte[], byte[]> record : out) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        assertThat(record.offset()).isEqualTo(released.getOrDefault(partition, 0).longValue());
        released.merge(partition, 1, Integer::sum);
        assertThat(record.timestamp())
            .as("after everything that the task got before")
            .isGreaterThanOrEqualTo(taskTimes.getOrDefault(record.partition(), 0L));
        latest.merge(record.partition(), record.timestamp(), Math::max);
      }
      taskTimes.putAll(latest);
      out.nextOffsets()
          .forEach(
              (partition, next) ->
                  assertThat(next.offset()).isEqualTo(released.get(partition).longValue()));
    }
  }
}
