package io.bayou.stream.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ScopeSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is on the heap, keys have learned what they would have learned alone. */
class KeyedStoreTest {
  private static final String VERSION = "m@1";
  private static final int KEYS = 40;
  private static final KeyedModel MODEL =
      KeyedModel.of(
          ModelSpec.builder(LearnerKind.NAIVE_BAYES)
              .scope(ScopeSpec.auto("customer").withStrength(20))
              .build());

  private final Learner everybody = MODEL.newEverybody();
  private final KeyValueStore<Bytes, byte[]> rows = rows();
  private final KeyedActivity activity = new KeyedActivity();
  private long maxBytes;
  private KeyedStore store;

  static KeyValueStore<Bytes, byte[]> rows() {
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    KeyValueStore<Bytes, byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("keyed"), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    return store;
  }

  private void open() {
    if (store != null) {
      store.close();
    }
    store = new KeyedStore(rows, activity, maxBytes);
  }

  private static KeyId id(int key) {
    return new KeyId(VERSION, "k" + key);
  }

  /** An event of a key, at an offset of one of three sources. */
  private record Event(int key, int source, long offset, double x, String label) {
    Example example() {
      Example example = new Example(new Features());
      example.features().number("x", x);
      example.setLabel(label);
      return example;
    }

    String from() {
      return "labeled-" + source;
    }
  }

  private void learn(Event event) {
    KeyState state = store.get(id(event.key), MODEL);
    long position = 2 * event.offset + 1;
    if (!state.hasLearned(event.from(), "log", position)) {
      state.see(event.offset);
      state.learn(event.example(), everybody, event.from(), "log", position, 0);
      store.learned(state, 0);
    }
  }

  /* Restarts, and records that come again since what was done last was not committed. */
  @ParameterizedTest
  @ValueSource(longs = {0, 20_000, 10_000_000})
  void shouldLearnEveryEventOnce(long cacheBytes) {
    maxBytes = cacheBytes;
    Random random = new Random(cacheBytes);
    List<Event> log = log(random, 5_000);
    open();
    for (int next = 0; next < log.size(); next++) {
      learn(log.get(next));
      if (random.nextInt(20) == 0) {
        store.store(new byte[1]);
      }
      if (random.nextInt(200) == 0) {
        store.store(new byte[1]);
        open();
        next = Math.max(0, next - random.nextInt(100)); // the group's offsets were lost
      }
    }
    store.store(new byte[1]);
    open();

    Map<Integer, Map<String, Learner>> expected = new HashMap<>();
    for (Event event : log) {
      Learner own =
          expected
              .computeIfAbsent(event.key, k -> new TreeMap<>())
              .computeIfAbsent(event.from(), s -> MODEL.newOwn());
      own.learn(event.example().features(), event.label, 1.0, 0);
    }
    assertThat(store.keys(VERSION)).isEqualTo(expected.size());
    expected.forEach(
        (key, sources) -> {
          KeyState state = store.get(id(key), MODEL);
          assertThat(state.partials()).hasSize(sources.size());
          for (KeyPartial partial : state.partials()) {
            assertSame(partial.learner(), sources.get(partial.source()));
          }
        });
    assertThat(activity.misses() > 3_000).as("keys are read again").isEqualTo(cacheBytes < 100_000);
  }

  private static List<Event> log(Random random, int events) {
    List<Event> log = new ArrayList<>();
    long[] offsets = new long[3];
    for (int i = 0; i < events; i++) {
      int source = random.nextInt(3);
      int key = random.nextInt(KEYS);
      String label = random.nextBoolean() ? "a" : "b";
      log.add(new Event(key, source, offsets[source]++, random.nextGaussian(), label));
    }
    return log;
  }

  static void assertSame(Learner one, Learner other) {
    SortedMap<String, byte[]> left = rowsOf(one);
    SortedMap<String, byte[]> right = rowsOf(other);
    assertThat(left.keySet()).isEqualTo(right.keySet());
    left.forEach((row, bytes) -> assertThat(bytes).as(row).isEqualTo(right.get(row)));
  }

  private static SortedMap<String, byte[]> rowsOf(Learner learner) {
    SortedMap<String, byte[]> rows = new TreeMap<>();
    RowWriter writer = new RowWriter();
    learner.rows((row, content) -> rows.put(row, writer.encode(content)));
    return rows;
  }

  /* A flood of keys: the heap stays as it is. */
  @Test
  void shouldKeepWithinItsBudget() {
    maxBytes = 100_000;
    open();
    long most = 0;
    for (int key = 0; key < 5_000; key++) {
      learn(new Event(key, 0, key, 1.0, "a"));
      most = Math.max(most, activity.cachedBytes());
    }

    assertThat(most).isLessThan(2 * maxBytes);
    assertThat(store.keys(VERSION)).isEqualTo(5_000);
    store.close();
    assertThat(activity.cachedBytes()).isZero();
  }

  @Test
  void shouldForgetWhatHasBeenIdle() {
    maxBytes = 10_000;
    open();
    for (int key = 0; key < 100; key++) {
      KeyState state = store.get(id(key), MODEL);
      state.see(1_000L * key);
      state.learn(event(key), everybody, "labeled-0", "log", key, 0);
      store.learned(state, 10_000);
      store.store(new byte[1]);
    }
    open();
    KeyState seenAgain = store.get(id(3), MODEL);
    seenAgain.see(95_000);
    seenAgain.learn(event(3), everybody, "labeled-0", "log", 1_000, 0);
    store.learned(seenAgain, 10_000);

    int expired = store.expire(100_000, id -> 10_000);

    assertThat(expired).isEqualTo(90); // those seen up to 90 s, but for the one seen again
    assertThat(store.keys(VERSION)).isEqualTo(10);
    assertThat(store.get(id(3), MODEL).examples()).isEqualTo(2);
    assertThat(store.get(id(4), MODEL).isEmpty()).isTrue();
    assertThat(store.expire(105_000, id -> 10_000)).isEqualTo(5 + 1);
    store.store(new byte[1]);
    open();
    assertThat(store.expire(200_000, id -> 10_000)).isEqualTo(4);
    store.store(new byte[1]);
    assertThat(keys()).as("neither keys nor deadlines are left").doesNotContain('k', 'd');
  }

  /* The clock leaps when events come again after a long time. */
  @Test
  void shouldForgetManyInSeveralSteps() {
    maxBytes = 10_000;
    open();
    for (int key = 0; key < 250; key++) {
      KeyState state = store.get(id(key), MODEL);
      state.see(key);
      state.learn(event(key), everybody, "labeled-0", "log", key, 0);
      store.learned(state, 1_000);
    }
    store.store(new byte[1]);

    assertThat(store.expire(1_000_000, id -> 1_000)).isEqualTo(100);
    assertThat(store.expire(1_000_000, id -> 1_000)).isEqualTo(100);
    store.store(new byte[1]);
    open();
    assertThat(store.expire(1_000_000, id -> 1_000)).isEqualTo(50);
    assertThat(store.keys(VERSION)).isZero();
  }

  /* Whichever comes later must not write each of its keys with every event. */
  @Test
  void shouldLeaveOtherPartitionsTheirShare() {
    maxBytes = 400_000;
    open();
    for (int key = 0; key < 500; key++) {
      learn(new Event(key, 0, key, 1.0, "a"));
    }
    KeyedStore first = store;
    store = new KeyedStore(rows(), activity, maxBytes);
    for (int offset = 0; offset < 2_000; offset++) {
      learn(new Event(offset % 10, 0, offset, 1.0, "a"));
      if (offset % 100 == 0) {
        store.store(new byte[1]);
      }
    }
    first.trim();

    assertThat(activity.misses()).isEqualTo(500 + 10);
    assertThat(activity.cachedBytes()).isLessThanOrEqualTo(maxBytes);
    first.close();
  }

  private static Example event(int key) {
    return new Event(key, 0, key, 1.0, "a").example();
  }

  private List<Character> keys() {
    List<Character> kinds = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = rows.all()) {
      all.forEachRemaining(row -> kinds.add((char) row.key.get()[0]));
    }
    return kinds;
  }

  @Test
  void shouldDeleteTheKeysOfAVersionBitByBit() {
    open();
    for (int key = 0; key < 100; key++) {
      learn(new Event(key, 0, key, 1.0, "a"));
    }
    KeyState other = store.get(new KeyId("m@10", "k1"), MODEL);
    other.learn(event(1), everybody, "labeled-0", "log", 1, 0);
    store.learned(other, 0);
    store.store(new byte[1]);

    int steps = 1;
    while (!store.delete(VERSION, 25)) {
      steps++;
    }

    assertThat(steps).isGreaterThan(3);
    assertThat(store.versions()).containsExactly("m@10");
    assertThat(store.get(id(1), MODEL).isEmpty()).isTrue();
    assertThat(store.get(new KeyId("m@10", "k1"), MODEL).examples()).isEqualTo(1);
  }

  @Test
  void shouldTellKeysApart() {
    open();
    for (String key : new String[] {"a", "a/", "a\u0000", "", "ä", "a/labeled-0/class"}) {
      KeyId id = new KeyId(VERSION, key);
      assertThat(KeyId.ofPrefix(id.prefix())).isEqualTo(id);
      KeyState state = store.get(id, MODEL);
      assertThat(state.isEmpty()).as(key).isTrue();
      state.learn(event(1), everybody, "labeled-0", "log", 1, 0);
      store.learned(state, 0);
    }
    store.store(new byte[1]);
    open();
    assertThat(store.get(new KeyId(VERSION, "a"), MODEL).examples()).isEqualTo(1);
    assertThat(store.keys(VERSION)).isEqualTo(6);
  }

  @Test
  void shouldLearnANewLogOfTheSameName() {
    open();
    KeyState state = store.get(id(1), MODEL);
    state.learn(event(1), everybody, "labeled-0", "log", 11, 0);

    assertThat(state.hasLearned("labeled-0", "log", 11)).isTrue();
    assertThat(state.hasLearned("labeled-0", "log", 12)).isFalse();
    assertThat(state.hasLearned("labeled-1", "log", 11)).isFalse();
    assertThat(state.hasLearned("labeled-0", "another log", 3)).isFalse();
  }
}
