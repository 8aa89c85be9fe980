package io.bayou.stream.join;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What waits in one partition: entries by key, and their keys by deadline. Both are in one store,
 * so that they are restored together.
 */
final class WaitingStore {
  private static final byte DEADLINE = 'd';
  private static final byte AFTER_DEADLINES = DEADLINE + 1;
  private static final byte ENTRY = 'e';
  private static final int DEADLINE_HEADER = 1 + Long.BYTES;
  private static final byte[] NOTHING = {};

  /* The first deadlines are kept in memory. To look for them in RocksDB with every record would
   * lead over all that were deleted before them. */
  private static final int WINDOW = 1_000;

  private final KeyValueStore<Bytes, byte[]> store;
  private final TreeSet<Bytes> window = new TreeSet<>();
  private Bytes windowEnd = Bytes.wrap(new byte[] {DEADLINE}); // null: the window has them all

  WaitingStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /** What waits under a key, or null. */
  byte[] get(byte[] key) {
    return store.get(entry(key));
  }

  void put(byte[] key, byte[] value) {
    store.put(entry(key), value);
  }

  void delete(byte[] key) {
    store.delete(entry(key));
  }

  /* ENTRY equals AFTER_DEADLINES: entries come right behind the deadlines. */
  private static Bytes entry(byte[] key) {
    return Bytes.wrap(ByteBuffer.allocate(1 + key.length).put(ENTRY).put(key).array());
  }

  void addDeadline(long deadline, byte[] key) {
    Bytes row = deadline(deadline, key);
    store.put(row, NOTHING);
    if (windowEnd == null || row.compareTo(windowEnd) < 0) {
      window.add(row);
      if (window.size() > 2 * WINDOW) {
        shrinkWindow();
      }
    }
  }

  private void shrinkWindow() {
    while (window.size() > WINDOW) {
      windowEnd = window.pollLast();
    }
  }

  void deleteDeadline(long deadline, byte[] key) {
    Bytes row = deadline(deadline, key);
    store.delete(row);
    window.remove(row);
  }

  private static Bytes deadline(long deadline, byte[] key) {
    return Bytes.wrap(
        ByteBuffer.allocate(DEADLINE_HEADER + key.length)
            .put(DEADLINE)
            .putLong(Math.max(0, deadline))
            .put(key)
            .array());
  }

  /** The earliest deadline; the end of time if nothing waits. */
  long firstDeadline() {
    loadWindow();
    return window.isEmpty() ? Long.MAX_VALUE : ByteBuffer.wrap(window.first().get()).getLong(1);
  }

  /** The key that the earliest deadline belongs to. It is not found again until a restart. */
  byte[] pollFirst() {
    byte[] row = window.pollFirst().get();
    return Arrays.copyOfRange(row, DEADLINE_HEADER, row.length);
  }

  private void loadWindow() {
    if (!window.isEmpty() || windowEnd == null) {
      return;
    }
    Bytes end = Bytes.wrap(new byte[] {AFTER_DEADLINES});
    try (KeyValueIterator<Bytes, byte[]> rows = store.range(windowEnd, end)) {
      windowEnd = null;
      while (rows.hasNext()) {
        KeyValue<Bytes, byte[]> row = rows.next();
        if (window.size() == WINDOW) {
          windowEnd = row.key;
          return;
        }
        window.add(row.key);
      }
    }
  }
}
