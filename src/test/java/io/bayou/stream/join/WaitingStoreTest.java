package io.bayou.stream.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.stream.join.WaitingStore.Due;
import io.bayou.stream.join.WaitingStore.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitingStoreTest {
  private final KeyValueStore<Bytes, byte[]> rows =
      MemoryStore.create("waiting", new MockProcessorContext<>());
  private WaitingStore store = new WaitingStore(rows);

  /* Deadlines in any order, more than are kept in memory, with restarts and crashes: as a map. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldEndWaitsInOrderOfDeadlineAndKey(long seed) {
    Random random = new Random(seed);
    int spread = seed % 2 == 0 ? 500_000 : 2_000; // many rows, or many deadlines in each
    State state = new State();
    State stored = new State();
    for (int step = 0; step < 40_000; step++) {
      int what = random.nextInt(step < 20_000 ? 100 : 60);
      if (what == 0) {
        store.store(new byte[1]);
        stored = state.copy();
      } else if (what == 1 && random.nextInt(10) == 0) {
        store = new WaitingStore(rows); // what was not stored is lost
        state = stored.copy();
      } else if (what < 10) {
        state.now += random.nextInt(spread / 500);
        assertThat(endDue(state.now)).isEqualTo(state.endDue());
      } else if (what > 50 || state.waits.isEmpty()) {
        String key = "k" + random.nextInt(100_000);
        long deadline = state.now + random.nextInt(spread);
        state.waits.put(key, deadline);
        store.put(key.getBytes(UTF_8), new Entry(deadline, key.getBytes(UTF_8)));
      }
    }
    store.store(new byte[1]);
    store = new WaitingStore(rows);
    state.now = Long.MAX_VALUE - 1;
    assertThat(endDue(state.now)).isEqualTo(state.endDue()).isNotEmpty();
    assertThat(store.firstDeadline()).isEqualTo(Long.MAX_VALUE);
    store.store(new byte[1]);
    assertThat(storedKeys()).as("nothing but the clock").hasSize(1);
  }

  private List<String> endDue(long now) {
    List<String> ended = new ArrayList<>();
    for (Due due = store.pollDue(now); due != null; due = store.pollDue(now)) {
      ended.add(new String(due.deadline().key(), UTF_8));
      store.end(due);
    }
    return ended;
  }

  private List<Bytes> storedKeys() {
    List<Bytes> keys = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = rows.all()) {
      all.forEachRemaining(row -> keys.add(row.key));
    }
    return keys;
  }

  /** What is expected to wait. */
  private static final class State {
    private final SortedMap<String, Long> waits = new TreeMap<>();
    private long now;

    State copy() {
      State copy = new State();
      copy.waits.putAll(waits);
      copy.now = now;
      return copy;
    }

    List<String> endDue() {
      List<String> ended =
          waits.entrySet().stream()
              .filter(wait -> wait.getValue() <= now)
              .sorted(Comparator.comparingLong(Map.Entry::getValue)) // stable: by key
              .map(Map.Entry::getKey)
              .toList();
      waits.keySet().removeAll(ended);
      return ended;
    }
  }

  @Test
  void shouldReturnTheLastRecordThatWaitsUnderAKey() {
    put("a", 1_000);
    store.replace("a".getBytes(UTF_8), new Entry(1_000, new byte[] {7}));
    assertThat(store.get("a".getBytes(UTF_8)).record()).containsExactly(7);
    store.store(new byte[1]);
    store = new WaitingStore(rows);

    assertThat(store.get("a".getBytes(UTF_8)).record()).containsExactly(7);
    assertThat(store.pollDue(1_000).entry().record()).containsExactly(7);
    assertThat(store.get("b".getBytes(UTF_8))).isNull();
  }

  @Test
  void shouldStoreManyDeadlinesInOneRow() {
    for (int i = 0; i < 900; i++) {
      put("k" + i, 1_000_000 + i);
    }
    store.store(new byte[1]);

    assertThat(storedKeys()).as("the clock, the entries, their deadlines").hasSize(1 + 900 + 1);
  }

  @Test
  void shouldKeepApartRowsWithTheSameFirstDeadline() {
    for (int i = 0; i < 3; i++) {
      put("k" + i, 1_000);
      put("l" + i, 2_000);
      store.store(new byte[1]);
      store = new WaitingStore(rows);
    }

    assertThat(endDue(2_000)).containsExactly("k0", "k1", "k2", "l0", "l1", "l2");
  }

  @Test
  void shouldNotEndAWaitWhoseDeadlineHasMoved() {
    put("a", 1_000);
    store.store(new byte[1]);
    put("a", 3_000);
    store.store(new byte[1]);

    assertThat(endDue(2_999)).isEmpty();
    assertThat(endDue(3_000)).containsExactly("a");
  }

  @Test
  void shouldFindAgainWhatWasNotEnded() {
    put("a", 1_000);
    put("b", 1_001);
    store.store(new byte[1]);
    assertThat(store.pollDue(1_000)).isNotNull();
    assertThat(endDue(2_000)).containsExactly("b");
    store.store(new byte[1]);
    store = new WaitingStore(rows);

    assertThat(endDue(2_000)).containsExactly("a");
  }

  @Test
  void shouldHoldALimitedNumberOfBytes() {
    for (int i = 0; i < 20; i++) {
      store.put(("k" + i).getBytes(UTF_8), new Entry(i, new byte[1 << 20]));
    }

    assertThat(storedKeys()).hasSizeGreaterThan(10);
    assertThat(endDue(100)).hasSize(20);
  }

  @Test
  void shouldRefuseDeadlinesOfAnotherFormat() {
    put("a", 1_000);
    store.store(new byte[1]);
    Bytes row = storedKeys().stream().filter(key -> key.get()[0] == 'd').findFirst().orElseThrow();
    byte[] changed = rows.get(row);
    changed[0]++;
    rows.putAll(List.of(new KeyValue<>(row, changed)));
    store = new WaitingStore(rows);

    assertThatThrownBy(() -> store.firstDeadline())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("deadlines have format 2, this build reads 1");
  }

  private void put(String key, long deadline) {
    store.put(key.getBytes(UTF_8), new Entry(deadline, key.getBytes(UTF_8)));
  }
}
