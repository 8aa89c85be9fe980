package io.bayou.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.stream.topics.Slices;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What a task keeps in its changelogged store: the rows of its models, the definitions that they
 * belong to, the ids of the topics that they were learned from, and how many questions were asked.
 * A row that does not fit into a message is kept in several slices.
 */
final class ModelStore {
  /* Before the bytes of each slice: the number of slices. */
  private static final int HEADER = Integer.BYTES;

  /** Where one row of one partial is kept. */
  static final class Slot {
    final String row;
    private final RowKeys key;
    private Bytes[] keys = {};
    private int slices;
    private int publishedSlices;
    boolean unpublished;

    Slot(RowKeys key) {
      this.key = key;
      this.row = key.row();
    }

    int slices() {
      return slices;
    }

    /** Notes how many slices of the row the store already holds. */
    void restored(int count) {
      slices = count;
    }

    /** How many slices were published last. */
    int publishedSlices() {
      return publishedSlices;
    }

    void published() {
      publishedSlices = slices;
      unpublished = false;
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

  /* A row's key has an at sign before its first slash, these have none. */
  private static final String DEFINITION = "definition/";
  private static final String TOPIC = "topic/";
  private static final String REVIEW = "review/";

  /** Takes everything that is restored. */
  interface Visitor {
    void slice(RowKeys key, Slice slice);

    /** Which offsets a partial has learned, and how many it has missed. */
    void offsets(RowKeys key, long from, long to, long lost);

    void definition(String model, byte[] definition);

    /** How many questions about events of a model were asked. */
    void review(String model, byte[] budget);
  }

  /** One stored slice. */
  @SuppressWarnings("ArrayRecordComponent") // passed on at once, never compared
  record Slice(int slices, byte[] bytes) {}

  private final KeyValueStore<Bytes, byte[]> store;

  ModelStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /** Writes a row. */
  void put(Slot slot, byte[] row) {
    int slices =
        Slices.cut(
            row.length,
            (i, count, start, length) -> {
              byte[] value = new byte[HEADER + length];
              ByteBuffer.wrap(value).putInt(count).put(row, start, length);
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

  /**
   * Writes which offsets a partial has learned, after its rows. Without transactions a crash may
   * lose some of the writes. The events in between are then learned again, never skipped.
   */
  void putOffsets(RowKeys key, long from, long to, long lost) {
    byte[] value =
        ByteBuffer.allocate(3 * Long.BYTES).putLong(from).putLong(to).putLong(lost).array();
    store.put(Bytes.wrap(key.toBytes()), value);
  }

  void deleteOffsets(RowKeys key) {
    store.delete(Bytes.wrap(key.toBytes()));
  }

  void delete(Slot slot) {
    for (int i = 0; i < slot.slices; i++) {
      store.delete(slot.key(i));
    }
    slot.slices = 0;
  }

  void putDefinition(String model, byte[] definition) {
    store.put(key(DEFINITION, model), definition);
  }

  void deleteDefinition(String model) {
    store.delete(key(DEFINITION, model));
  }

  /** The id of a topic when its events were learned; null if none was learned. */
  String topicId(String topic) {
    byte[] id = store.get(key(TOPIC, topic));
    return id == null ? null : new String(id, UTF_8);
  }

  void putTopicId(String topic, String id) {
    store.put(key(TOPIC, topic), id.getBytes(UTF_8));
  }

  void putReview(String model, byte[] budget) {
    store.put(key(REVIEW, model), budget);
  }

  void deleteReview(String model) {
    store.delete(key(REVIEW, model));
  }

  private static Bytes key(String kind, String name) {
    return Bytes.wrap((kind + name).getBytes(UTF_8));
  }

  /** Visits everything that is stored. */
  void all(Visitor visitor) {
    try (KeyValueIterator<Bytes, byte[]> entries = store.all()) {
      while (entries.hasNext()) {
        KeyValue<Bytes, byte[]> next = entries.next();
        String key = new String(next.key.get(), UTF_8);
        if (key.startsWith(DEFINITION)) {
          visitor.definition(key.substring(DEFINITION.length()), next.value);
        } else if (key.startsWith(REVIEW)) {
          visitor.review(key.substring(REVIEW.length()), next.value);
        } else if (!key.startsWith(TOPIC)) {
          visit(RowKeys.of(next.key.get()), next.value, visitor);
        }
      }
    }
  }

  private static void visit(RowKeys key, byte[] value, Visitor visitor) {
    if (!key.row().equals(RemotePartial.COVERAGE)) {
      visitor.slice(key, decode(value));
      return;
    }
    if (value.length != 3 * Long.BYTES) {
      throw new BadRecordException(Reason.MALFORMED, "the stored offsets are cut off");
    }
    ByteBuffer in = ByteBuffer.wrap(value);
    visitor.offsets(key, in.getLong(), in.getLong(), in.getLong());
  }

  private static Slice decode(byte[] value) {
    if (value == null || value.length < HEADER) {
      throw new BadRecordException(Reason.MALFORMED, "a stored row is cut off");
    }
    return new Slice(
        ByteBuffer.wrap(value).getInt(), Arrays.copyOfRange(value, HEADER, value.length));
  }
}
