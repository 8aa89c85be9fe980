package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The rows of a task's models in its changelogged store. A row larger than a message may be is kept
 * in several slices.
 */
final class ModelStore {
  /* Before the bytes of each slice: number of slices, first and last offset (exclusive) learned. */
  private static final int HEADER = Integer.BYTES + 2 * Long.BYTES;

  /** Where one row of one partial is kept. */
  static final class Slot {
    final String row;
    private final RowKeys key;
    private Bytes[] keys = {};
    private int slices;
    boolean unpublished;

    Slot(RowKeys key) {
      this.key = key;
      this.row = key.row();
    }

    int slices() {
      return slices;
    }

    /** Says that the store holds this many slices of the row already. */
    void restored(int count) {
      slices = count;
    }

    private Bytes key(int slice) {
      if (slice >= keys.length) {
        keys = Arrays.copyOf(keys, slice + 1);
      }
      if (keys[slice] == null) {
        keys[slice] =
            Bytes.wrap(new RowKeys(key.model(), key.version(), key.source(), row, slice).toBytes());
      }
      return keys[slice];
    }
  }

  /** Takes the slices of a restored row. */
  interface SliceVisitor {
    void slice(RowKeys key, Slice slice);
  }

  /** One stored slice. */
  @SuppressWarnings("ArrayRecordComponent") // passed on at once, never compared
  record Slice(int slices, long from, long to, byte[] bytes) {}

  private final KeyValueStore<Bytes, byte[]> store;

  ModelStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /** Writes a row, learned from these offsets. */
  void put(Slot slot, byte[] row, long from, long to) {
    int slices =
        Slices.cut(
            row.length,
            (i, count, start, length) -> {
              byte[] value = new byte[HEADER + length];
              ByteBuffer.wrap(value)
                  .putInt(count)
                  .putLong(from)
                  .putLong(to)
                  .put(row, start, length);
              store.put(slot.key(i), value);
            });
    for (int i = slices; i < slot.slices; i++) {
      store.delete(slot.key(i));
    }
    slot.slices = slices;
  }

  /** One slice of a row that was put before. */
  Slice get(Slot slot, int slice) {
    return decode(store.get(slot.key(slice)));
  }

  void delete(Slot slot) {
    for (int i = 0; i < slot.slices; i++) {
      store.delete(slot.key(i));
    }
    slot.slices = 0;
  }

  /** Deletes a row for which there is no slot. */
  void delete(RowKeys key, int slices) {
    Slot slot = new Slot(key);
    slot.restored(slices);
    delete(slot);
  }

  /** Visits every stored slice. */
  void all(SliceVisitor visitor) {
    try (KeyValueIterator<Bytes, byte[]> rows = store.all()) {
      while (rows.hasNext()) {
        KeyValue<Bytes, byte[]> next = rows.next();
        visitor.slice(RowKeys.of(next.key.get()), decode(next.value));
      }
    }
  }

  private static Slice decode(byte[] value) {
    if (value == null || value.length < HEADER) {
      throw new BadRecordException(Reason.MALFORMED, "a stored row is cut off");
    }
    ByteBuffer in = ByteBuffer.wrap(value);
    return new Slice(
        in.getInt(), in.getLong(), in.getLong(), Arrays.copyOfRange(value, HEADER, value.length));
  }
}
