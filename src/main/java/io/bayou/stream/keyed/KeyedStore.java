package io.bayou.stream.keyed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.Learner;
import io.bayou.stream.exchange.Deadlines;
import io.bayou.stream.exchange.Deadlines.Deadline;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The models of the keys of one partition. They are rows on disk; the latest ones are decoded on
 * the heap, within a budget. Changes are written before each commit, in one batch.
 */
public final class KeyedStore {
  private static final Bytes CLOCK = Bytes.wrap(new byte[] {'c'});
  private static final String KEYS = "n";
  private static final String SCORES = "s";

  private final KeyValueStore<Bytes, byte[]> store;
  private final CacheBudget budget;
  private final Deadlines deadlines;
  private final RowWriter writer = new RowWriter();
  private final Map<Bytes, KeyState> cache = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Long> keys = new TreeMap<>();
  private final Set<String> changedCounts = new HashSet<>();
  private final List<KeyState> changed = new ArrayList<>();
  private long cachedBytes;

  public KeyedStore(KeyValueStore<Bytes, byte[]> store, CacheBudget budget) {
    this.store = store;
    this.budget = budget;
    deadlines = new Deadlines(store);
    byte[] prefix = KEYS.getBytes(UTF_8);
    scan(
        store,
        prefix,
        (row, value) ->
            keys.put(
                new String(row, prefix.length, row.length - prefix.length, UTF_8),
                ByteBuffer.wrap(value).getLong()));
  }

  private static void scan(
      ReadOnlyKeyValueStore<Bytes, byte[]> store,
      byte[] prefix,
      BiConsumer<byte[], byte[]> visitor) {
    try (KeyValueIterator<Bytes, byte[]> rows =
        store.prefixScan(prefix, new ByteArraySerializer())) {
      while (rows.hasNext()) {
        KeyValue<Bytes, byte[]> next = rows.next();
        visitor.accept(next.key.get(), next.value);
      }
    }
  }

  /** By version, how many keys it has. */
  public SortedMap<String, Long> keys() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(keys));
  }

  /**
   * The model of a key; an empty one if there is none.
   *
   * @param learners creates learners that have learned nothing
   */
  public KeyState get(KeyId id, Supplier<Learner> learners) {
    byte[] prefix = id.prefix();
    KeyState state = cache.get(Bytes.wrap(prefix));
    if (state == null) {
      budget.countMiss();
      state = read(store, id, learners);
      if (!state.isNew()) {
        cache(state);
      }
    }
    return state;
  }

  /** The model of a key as it is stored; an empty one if there is none. */
  static KeyState read(
      ReadOnlyKeyValueStore<Bytes, byte[]> store, KeyId id, Supplier<Learner> learners) {
    byte[] prefix = id.prefix();
    KeyState state = new KeyState(id, prefix, learners);
    byte[] meta = store.get(KeyId.meta(prefix));
    if (meta != null) {
      SortedMap<String, byte[]> rows = new TreeMap<>();
      scan(
          store,
          prefix,
          (row, value) -> {
            if (!KeyId.isMeta(prefix, row)) {
              rows.put(KeyId.name(prefix, row), value);
            }
          });
      state.restore(meta, rows);
    }
    return state;
  }

  private void cache(KeyState state) {
    cache.put(Bytes.wrap(state.prefix()), state);
    resize(state.heapBytes());
  }

  private void resize(long bytes) {
    cachedBytes += bytes;
    budget.add(bytes);
  }

  /** Notes that the model of a key has changed. */
  public void changed(KeyState state) {
    if (!changed.contains(state)) {
      changed.add(state);
    }
  }
}
