package io.bayou.stream.join;

import io.bayou.stream.exchange.Deadlines;
import io.bayou.stream.exchange.Deadlines.Deadline;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What waits in one partition, by key, each until its deadline; and the clock by which waits end.
 * All of it is in one store, so that it is restored together.
 *
 * <p>Changes are kept on the heap until {@link #store}, before each commit: what changes twice in a
 * transaction is written once, and everything in one batch.
 */
final class WaitingStore {
  private static final byte CLOCK = 'c';
  private static final byte ENTRY = 'e';
  private static final int MAX_HELD_BYTES = 1 << 20;

  private final KeyValueStore<Bytes, byte[]> store;
  private final Deadlines deadlines;
  private final Map<Bytes, byte[]> changed = new HashMap<>(); // null: deleted
  private int heldBytes;

  WaitingStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
    deadlines = new Deadlines(store);
  }

  /** What waits under a key: a record, and until when. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares or prints it
  record Entry(long deadline, byte[] record) {
    Entry {
      deadline = Math.max(0, deadline); // rows are sorted as bytes: negative numbers would be last
    }
  }

  /** What waits under a key, or null. */
  Entry get(byte[] key) {
    Bytes row = row(key);
    byte[] value = changed.get(row);
    if (value == null && !changed.containsKey(row)) {
      value = store.get(row);
    }
    return value == null
        ? null
        : new Entry(
            ByteBuffer.wrap(value).getLong(), Arrays.copyOfRange(value, Long.BYTES, value.length));
  }

  /** Lets a record wait under a key, instead of what has waited there. */
  void put(byte[] key, Entry entry) {
    deadlines.add(entry.deadline, key);
    replace(key, entry);
  }

  /** Replaces what waits under a key, which has the same deadline. */
  void replace(byte[] key, Entry entry) {
    change(
        row(key),
        ByteBuffer.allocate(Long.BYTES + entry.record.length)
            .putLong(entry.deadline)
            .put(entry.record)
            .array());
  }

  private static Bytes row(byte[] key) {
    return Bytes.wrap(ByteBuffer.allocate(1 + key.length).put(ENTRY).put(key).array());
  }

  private void change(Bytes row, byte[] value) {
    changed.put(row, value);
    heldBytes += row.get().length + (value == null ? 0 : value.length);
    if (heldBytes > MAX_HELD_BYTES) {
      store();
    }
  }

  /** A wait that is over. */
  record Due(Deadline deadline, Entry entry) {}

  /** The earliest deadline, perhaps of a wait that has ended; the end of time if there is none. */
  long firstDeadline() {
    return deadlines.first();
  }

  /**
   * The next wait that is over at this time, or null. It comes again after a restart unless it is
   * {@link #end ended}.
   */
  Due pollDue(long now) {
    while (deadlines.first() <= now) {
      Deadline deadline = deadlines.poll();
      Entry entry = get(deadline.key());
      if (entry != null && entry.deadline == deadline.time()) {
        return new Due(deadline, entry);
      }
      deadlines.end(deadline);
    }
    return null;
  }

  /** Nothing waits any more. */
  void end(Due due) {
    deadlines.end(due.deadline);
    change(row(due.deadline.key()), null);
  }

  /** The clock as it was stored with the rest, or null. */
  byte[] clock() {
    return store.get(clockRow());
  }

  private static Bytes clockRow() {
    return Bytes.wrap(new byte[] {CLOCK});
  }

  /** Stores all changes, and the clock that belongs to them. */
  void store(byte[] clock) {
    changed.put(clockRow(), clock);
    store();
  }

  private void store() {
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
    changed.forEach((row, value) -> batch.add(new KeyValue<>(row, value)));
    deadlines.store(batch);
    store.putAll(batch);
    changed.clear();
    heldBytes = 0;
  }
}
