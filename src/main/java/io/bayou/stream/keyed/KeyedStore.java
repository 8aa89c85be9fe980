package io.bayou.stream.keyed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.scope.KeyedModel;
import io.bayou.stream.exchange.Deadlines;
import io.bayou.stream.exchange.Deadlines.Deadline;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
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
  /* The first byte of a row says what it is; models of keys have a 'k', deadlines a 'd'. */
  private static final Bytes CLOCK = Bytes.wrap(new byte[] {'c'});
  private static final int MAX_EXPIRED = 100;
  private static final String COUNT = "n";
  private static final String SCORES = "s";

  private final KeyValueStore<Bytes, byte[]> store;
  private final KeyedActivity activity;
  private final NotedKeys noted = new NotedKeys();
  private final Deadlines deadlines;
  private final RowWriter writer = new RowWriter();
  private final KeyCache cache;
  private final SortedMap<String, Long> counts = new TreeMap<>();

  /**
   * @param maxCachedBytes what all stores of the instance may keep on the heap
   */
  public KeyedStore(
      KeyValueStore<Bytes, byte[]> store, KeyedActivity activity, long maxCachedBytes) {
    this.store = store;
    this.activity = activity;
    cache = new KeyCache(activity, maxCachedBytes, store::putAll, noted);
    deadlines = new Deadlines(store);
    activity.addStore(1);
    scan(store, bytes(COUNT), (row, value) -> counts.put(name(row, 1), number(value)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String name(byte[] row, int from) {
    return new String(row, from, row.length - from, UTF_8);
  }

  private static long number(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
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

  /** Lets go of the models on the heap. */
  public void close() {
    cache.clear();
    activity.addStore(-1);
  }

  /** The versions that have keys. */
  public List<String> versions() {
    return List.copyOf(counts.keySet());
  }

  /** How many keys a version has. */
  public long keys(String modelVersion) {
    return counts.getOrDefault(modelVersion, 0L);
  }

  /** The model of a key; an empty one if there is none. */
  public KeyState get(KeyId id, KeyedModel model) {
    byte[] prefix = id.prefix();
    KeyState state = cache.find(id, prefix, model);
    if (state == null) {
      activity.countMiss();
      state = load(id, prefix, model);
    }
    cache.evict();
    return state;
  }

  private KeyState load(KeyId id, byte[] prefix, KeyedModel model) {
    byte[] main = store.get(KeyId.main(prefix));
    if (main == null) {
      return new KeyState(id, prefix, model);
    }
    if (KeyState.hasRowsApart(main)) {
      KeyState state = new KeyState(id, prefix, model);
      restoreAll(store, prefix, state);
      cache.add(state);
      return state;
    }
    cache.add(prefix, main);
    return cache.find(id, prefix, model);
  }

  /** The model of a key as it is stored; an empty one if there is none. */
  static KeyState read(ReadOnlyKeyValueStore<Bytes, byte[]> store, KeyId id, KeyedModel model) {
    byte[] prefix = id.prefix();
    KeyState state = new KeyState(id, prefix, model);
    byte[] main = store.get(KeyId.main(prefix));
    if (main != null && KeyState.hasRowsApart(main)) {
      restoreAll(store, prefix, state);
    } else if (main != null) {
      state.restore(main);
    }
    return state;
  }

  /* All rows as of one moment, the main row, too: another thread may be writing them. It is the first
   * one. */
  private static void restoreAll(
      ReadOnlyKeyValueStore<Bytes, byte[]> store, byte[] prefix, KeyState state) {
    scan(
        store,
        prefix,
        (row, value) -> {
          if (KeyId.isMain(prefix, row)) {
            state.restore(value);
          } else {
            state.restore(KeyId.name(prefix, row), value);
          }
        });
  }

  /** Keeps to a share that became smaller when other stores were opened. */
  public void trim() {
    cache.evict();
  }

  /**
   * Notes that a key has learned.
   *
   * @param idleMillis after so much time without an event it is forgotten; 0 for never
   */
  public void learned(KeyState state, long idleMillis) {
    if (!cache.change(state)) {
      return;
    }
    if (state.isNew()) {
      counts.merge(state.id().modelVersion(), 1L, Long::sum);
      if (idleMillis > 0) {
        deadlines.add(Math.max(0, state.lastSeen() + idleMillis), state.prefix());
      }
    }
    if (cache.isTooLarge()) { // by what must be written before it can go
      cache.evict();
      if (cache.isTooLarge()) {
        writeChanged();
      }
    }
  }

  /** Says after how much time without an event the keys of a version are forgotten; 0 for never. */
  public interface Idle {
    long millis(KeyId id);
  }

  /**
   * Forgets keys that no event has come for, some of them at a time: when the clock leaps, there
   * may be millions.
   *
   * @return how many
   */
  public int expire(long now, Idle idle) {
    int expired = 0;
    for (int i = 0; i < MAX_EXPIRED && deadlines.first() <= now; i++) {
      Deadline deadline = deadlines.poll();
      expired += expire(deadline.key(), now, idle) ? 1 : 0;
      deadlines.end(deadline);
    }
    return expired;
  }

  private boolean expire(byte[] prefix, long now, Idle idle) {
    KeyId id = KeyId.ofPrefix(prefix);
    long millis = idle.millis(id);
    long lastSeen = lastSeen(prefix);
    if (lastSeen < 0 || millis == 0) {
      return false;
    }
    if (lastSeen + millis > now) {
      deadlines.add(lastSeen + millis, prefix);
      return false;
    }
    forget(prefix);
    noted.remove(id);
    counts.merge(id.modelVersion(), -1L, Long::sum);
    return true;
  }

  /* Negative if there is no such key. */
  private long lastSeen(byte[] prefix) {
    long lastSeen = cache.lastSeen(prefix);
    if (lastSeen >= 0) {
      return lastSeen;
    }
    byte[] main = store.get(KeyId.main(prefix));
    return main == null ? -1 : KeyState.lastSeen(main);
  }

  private void forget(byte[] prefix) {
    cache.remove(prefix);
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
    scan(store, prefix, (row, value) -> batch.add(new KeyValue<>(Bytes.wrap(row), null)));
    store.putAll(batch);
  }

  /**
   * Deletes the models of the keys of a version and its scores, as many rows as there may be at
   * once.
   *
   * @return whether nothing is left
   */
  public boolean delete(String modelVersion, int maxRows) {
    byte[] prefix = KeyId.prefix(modelVersion);
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        store.prefixScan(prefix, new ByteArraySerializer())) {
      while (rows.hasNext() && batch.size() < maxRows) {
        batch.add(new KeyValue<>(rows.next().key, null));
      }
    }
    boolean isLast = batch.size() < maxRows;
    if (isLast) {
      scan(
          store,
          scores(modelVersion),
          (row, value) -> batch.add(new KeyValue<>(Bytes.wrap(row), null)));
      batch.add(new KeyValue<>(count(modelVersion), null));
      counts.remove(modelVersion);
    }
    noted.remove(modelVersion);
    cache.remove(modelVersion);
    store.putAll(batch);
    return isLast;
  }

  private static Bytes count(String modelVersion) {
    return Bytes.wrap(bytes(COUNT + modelVersion));
  }

  private static byte[] scores(String modelVersion) {
    return bytes(SCORES + modelVersion + "/");
  }

  /** Restores the scores of the answers of a version. */
  public void restore(String modelVersion, PrequentialScore score) {
    byte[] prefix = scores(modelVersion);
    scan(
        store,
        prefix,
        (row, value) -> {
          RowReader reader = new RowReader(value);
          score.restore(name(row, prefix.length), reader);
          reader.end();
        });
  }

  /** Writes the scores of the answers of a version, as far as they have changed. */
  public void store(String modelVersion, PrequentialScore score) {
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
    String prefix = SCORES + modelVersion + "/";
    score.changedRows(
        (row, content) ->
            batch.add(new KeyValue<>(Bytes.wrap(bytes(prefix + row)), writer.encode(content))));
    store.putAll(batch);
  }

  /** The clock as it was stored with the rest, or null. */
  public byte[] clock() {
    return store.get(CLOCK);
  }

  /** Writes all changes, and the clock that belongs to them. */
  public void store(byte[] clock) {
    writeChanged();
    store.put(CLOCK, clock);
  }

  private void writeChanged() {
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
    cache.takeChanged(batch);
    counts.forEach(
        (version, keys) ->
            batch.add(
                new KeyValue<>(
                    count(version), ByteBuffer.allocate(Long.BYTES).putLong(keys).array())));
    deadlines.store(batch);
    store.putAll(batch);
    cache.evict();
  }

  /** The keys that stand out. */
  public NotedKeys noted() {
    return noted;
  }

  /** By version, how many keys there are. */
  public SortedMap<String, Long> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }
}
