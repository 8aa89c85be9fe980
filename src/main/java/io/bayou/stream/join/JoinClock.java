package io.bayou.stream.join;

import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.Tick;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The event time of one partition of the waiting topic: what is due by then has waited in vain. It
 * depends on the records of the partition alone, so that a second run over them ends every wait at
 * the same record.
 *
 * <p>Records come from several partitions of the topics of events and labels, which are read at
 * different speeds while a stream catches up. The clock follows the slowest of them. A source that
 * has written nothing for a while counts no more, and while nothing is written at all, ticks move
 * the clock on.
 */
final class JoinClock {
  /** After so many milliseconds without a record a source is idle. */
  static final long IDLE_AFTER = 10_000;

  private static final Bytes OWN = Bytes.wrap(new byte[0]);
  private static final int FORMAT = 1;

  private final KeyValueStore<Bytes, byte[]> store;
  private final Map<String, Source> sources = new HashMap<>();
  private long now;
  private long writtenAt = Long.MIN_VALUE; // the latest record that is no tick
  private long resumedAt = Long.MIN_VALUE; // the first one after a time without any
  private long awaited;

  /** How far a partition of events or labels has come. */
  private static final class Source {
    private long time;
    private long writtenAt;
  }

  JoinClock(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
    try (KeyValueIterator<Bytes, byte[]> rows = store.all()) {
      rows.forEachRemaining(this::restore);
    }
  }

  private void restore(KeyValue<Bytes, byte[]> row) {
    ByteBuffer in = ByteBuffer.wrap(row.value);
    int format = in.get();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "the clock of a join has format " + format + ", this build reads " + FORMAT);
    }
    if (row.key.equals(OWN)) {
      now = in.getLong();
      writtenAt = in.getLong();
      resumedAt = in.getLong();
      awaited = in.getLong();
    } else {
      Source source = new Source();
      source.time = in.getLong();
      source.writtenAt = in.getLong();
      sources.put(new String(row.key.get(), StandardCharsets.UTF_8), source);
    }
  }

  /** The event time. */
  long now() {
    return now;
  }

  /** How many questions wait for their labels. */
  long awaited() {
    return awaited;
  }

  void addAwaited(int questions) {
    awaited += questions;
  }

  /** Takes note of a record. */
  void follow(Arrival arrival) {
    if (writtenAt == Long.MIN_VALUE || arrival.writtenAt() - writtenAt > IDLE_AFTER) {
      resumedAt = arrival.writtenAt();
    }
    writtenAt = Math.max(writtenAt, arrival.writtenAt());
    Source source = sources.computeIfAbsent(arrival.source(), name -> new Source());
    source.time = Math.max(source.time, arrival.clockTime());
    source.writtenAt = Math.max(source.writtenAt, arrival.writtenAt());
    store.put(key(arrival.source()), row(2).putLong(source.time).putLong(source.writtenAt).array());
    // After a pause, those that are behind may need a moment to begin.
    if (writtenAt - resumedAt >= IDLE_AFTER) {
      now = Math.max(now, slowest());
    }
  }

  void follow(Tick tick) {
    now = Math.max(now, tick.time());
  }

  /* The event time of the slowest source that is not idle. */
  private long slowest() {
    long slowest = Long.MAX_VALUE;
    for (Source source : sources.values()) {
      if (writtenAt - source.writtenAt <= IDLE_AFTER) {
        slowest = Math.min(slowest, source.time);
      }
    }
    return slowest;
  }

  /**
   * The event time if nothing has been written since the latest record: it goes on as the system
   * time does.
   *
   * @param systemTime in milliseconds
   * @return the smallest possible time while records come
   */
  long idleTime(long systemTime) {
    long idle = writtenAt == Long.MIN_VALUE ? 0 : systemTime - writtenAt;
    return idle <= IDLE_AFTER ? Long.MIN_VALUE : Arrival.sum(slowest(), idle);
  }

  /** Stores what has changed. */
  void store() {
    store.put(
        OWN, row(4).putLong(now).putLong(writtenAt).putLong(resumedAt).putLong(awaited).array());
  }

  private static Bytes key(String source) {
    return Bytes.wrap(source.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer row(int numbers) {
    return ByteBuffer.allocate(1 + numbers * Long.BYTES).put((byte) FORMAT);
  }
}
