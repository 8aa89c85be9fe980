package io.bayou.stream.keyed;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.scope.KeyedModel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;

/**
 * The models of keys that a task has on the heap, the one that was used last at the end. A few are
 * awake, which is decoded. The others sleep: their main row takes a tenth of the memory, and is
 * decoded faster than many small objects are fetched that no processor cache holds any longer.
 * Those with rows apart do not sleep, since they are costly to decode.
 */
final class KeyCache {
  private static final int MAX_AWAKE = 16;

  /* Beside the row, the objects that hold it. */
  private static final int HEAP_PER_KEY = 250;

  private final KeyedActivity activity;
  private final long maxBytes; // of all stores of the instance
  private final Consumer<List<KeyValue<Bytes, byte[]>>> rows;
  private final NotedKeys noted;
  private final RowWriter writer = new RowWriter();
  private final Map<Bytes, Cached> all = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Bytes, Cached> awake = new LinkedHashMap<>(16, 0.75f, true);
  private final Set<Cached> changed = new LinkedHashSet<>();
  private long bytes;

  /** A key; at least one of the two is there. */
  private static final class Cached {
    private final Bytes name;
    private KeyState state; // null: asleep
    private byte[] main; // as it was encoded last
    private long bytes;

    Cached(Bytes name) {
      this.name = name;
    }
  }

  /**
   * @param maxBytes what all stores of the instance may keep on the heap
   * @param rows takes rows that are to be stored
   * @param noted is told of keys that have learned
   */
  KeyCache(
      KeyedActivity activity,
      long maxBytes,
      Consumer<List<KeyValue<Bytes, byte[]>>> rows,
      NotedKeys noted) {
    this.activity = activity;
    this.maxBytes = maxBytes;
    this.rows = rows;
    this.noted = noted;
  }

  /** The model of a key; null if it is not here. */
  KeyState find(KeyId id, byte[] prefix, KeyedModel model) {
    Cached cached = all.get(Bytes.wrap(prefix));
    if (cached == null) {
      return null;
    }
    if (cached.state == null) {
      cached.state = new KeyState(id, prefix, model);
      cached.state.restore(cached.main);
      awaken(cached);
    } else {
      awake.get(cached.name); // it was used last now
    }
    return cached.state;
  }

  private void awaken(Cached cached) {
    awake.put(cached.name, cached);
    resize(cached);
    if (awake.size() > MAX_AWAKE) {
      Iterator<Cached> eldest = awake.values().iterator();
      Cached next = eldest.next();
      eldest.remove();
      sleep(next);
    }
  }

  private void sleep(Cached cached) {
    if (changed.contains(cached) && !encode(cached, rows)) {
      changed.remove(cached);
    }
    if (!cached.state.hasRowsApart()) {
      cached.state = null;
      resize(cached);
    }
  }

  /* The main row of what is small waits for the commit: the key may learn again until then. Returns
   * whether it does; everything else is handed over. */
  private boolean encode(Cached cached, Consumer<List<KeyValue<Bytes, byte[]>>> out) {
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
    cached.state.store(writer, batch);
    noted.add(cached.state);
    cached.main = batch.get(batch.size() - 1).value;
    if (!cached.state.hasRowsApart()) {
      return true;
    }
    out.accept(batch);
    return false;
  }

  /** Takes in a key that is not here yet, and has no rows but its main row. */
  void add(byte[] prefix, byte[] main) {
    Cached cached = new Cached(Bytes.wrap(prefix));
    cached.main = main;
    all.put(cached.name, cached);
    resize(cached);
  }

  /** Takes in a key that is not here yet. */
  void add(KeyState state) {
    Cached cached = new Cached(Bytes.wrap(state.prefix()));
    cached.state = state;
    all.put(cached.name, cached);
    if (state.hasRowsApart()) {
      resize(cached);
    } else {
      awaken(cached);
    }
  }

  /** Notes that a key has learned; returns whether it had not since the last commit. */
  boolean change(KeyState state) {
    Bytes name = Bytes.wrap(state.prefix());
    if (!all.containsKey(name)) {
      add(state);
    }
    return changed.add(all.get(name));
  }

  /** Hands over what has changed since the last commit. */
  void takeChanged(List<KeyValue<Bytes, byte[]>> batch) {
    for (Cached cached : changed) {
      if (cached.state == null || encode(cached, batch::addAll)) {
        batch.add(new KeyValue<>(KeyId.main(cached.name.get()), cached.main));
      }
      resize(cached); // rows may have grown
    }
    changed.clear();
  }

  private void resize(Cached cached) {
    long heap = HEAP_PER_KEY + 2L * cached.name.get().length;
    heap += cached.main == null ? 0 : cached.main.length;
    heap += cached.state == null ? 0 : cached.state.heapBytes();
    add(heap - cached.bytes);
    cached.bytes = heap;
  }

  private void add(long more) {
    bytes += more;
    activity.addCachedBytes(more);
  }

  /** A share for each store: whoever came first must not leave the others nothing. */
  boolean isTooLarge() {
    return bytes > maxBytes / activity.stores();
  }

  /** Keeps to the share, but for what must be written first and the one that was used last. */
  void evict() {
    Iterator<Cached> eldest = all.values().iterator();
    while (isTooLarge() && all.size() > 1 && eldest.hasNext()) {
      Cached next = eldest.next();
      if (!changed.contains(next)) {
        eldest.remove();
        awake.remove(next.name);
        add(-next.bytes);
      }
    }
  }

  /** When a key was last seen; negative if it is not here. */
  long lastSeen(byte[] prefix) {
    Cached cached = all.get(Bytes.wrap(prefix));
    if (cached == null) {
      return -1;
    }
    return cached.state == null ? KeyState.lastSeen(cached.main) : cached.state.lastSeen();
  }

  void remove(byte[] prefix) {
    Cached cached = all.remove(Bytes.wrap(prefix));
    if (cached != null) {
      drop(cached);
    }
  }

  private void drop(Cached cached) {
    awake.remove(cached.name);
    changed.remove(cached);
    add(-cached.bytes);
  }

  /** Removes the keys of a version. */
  void remove(String modelVersion) {
    byte[] prefix = KeyId.prefix(modelVersion);
    Iterator<Cached> each = all.values().iterator();
    while (each.hasNext()) {
      Cached next = each.next();
      if (KeyId.isOf(prefix, next.name.get())) {
        each.remove();
        drop(next);
      }
    }
  }

  /** Removes all keys. */
  void clear() {
    all.clear();
    awake.clear();
    changed.clear();
    add(-bytes);
  }
}
