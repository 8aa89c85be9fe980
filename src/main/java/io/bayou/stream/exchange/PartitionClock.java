package io.bayou.stream.exchange;

import io.bayou.codec.ByteBuilder;
import io.bayou.codec.Utf8;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.Tick;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The event time of one partition of a topic between two stages: what is due by then has waited in
 * vain. It depends on the records of the partition alone, so that a second run over them ends every
 * wait at the same record.
 *
 * <p>Records come from several partitions of the topics of events and labels, which are read at
 * different speeds while a stream catches up. The clock follows the slowest of them. A source that
 * has written nothing for a while counts no more, and while nothing is written at all, ticks move
 * the clock on.
 */
public final class PartitionClock {
  /** After so many milliseconds without a record a source is idle. */
  public static final long IDLE_AFTER = 10_000;

  private static final byte FORMAT = 2;

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

  /**
   * @param row what {@link #row} has returned before, or null
   */
  public PartitionClock(byte[] row) {
    if (row != null) {
      restore(ByteBuffer.wrap(row));
    }
  }

  private void restore(ByteBuffer in) {
    byte format = in.get();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "the clock of a partition has format " + format + ", this build reads " + FORMAT);
    }
    now = in.getLong();
    writtenAt = in.getLong();
    resumedAt = in.getLong();
    awaited = in.getLong();
    while (in.hasRemaining()) {
      byte[] name = new byte[(int) in.getLong()];
      in.get(name);
      Source source = new Source();
      source.time = in.getLong();
      source.writtenAt = in.getLong();
      sources.put(Utf8.decode(name, 0, name.length), source);
    }
  }

  /** The event time. */
  public long now() {
    return now;
  }

  /** How many questions wait for their labels. */
  public long awaited() {
    return awaited;
  }

  public void addAwaited(int questions) {
    awaited += questions;
  }

  /** Takes note of a record. */
  public void follow(Arrival arrival) {
    if (writtenAt == Long.MIN_VALUE || arrival.writtenAt() - writtenAt > IDLE_AFTER) {
      resumedAt = arrival.writtenAt();
    }
    writtenAt = Math.max(writtenAt, arrival.writtenAt());
    Source source = sources.computeIfAbsent(arrival.source(), name -> new Source());
    source.time = Math.max(source.time, arrival.clockTime());
    source.writtenAt = Math.max(source.writtenAt, arrival.writtenAt());
    // After a pause, those that are behind may need a moment to begin.
    if (writtenAt - resumedAt >= IDLE_AFTER) {
      now = Math.max(now, slowest());
    }
  }

  public void follow(Tick tick) {
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
  public long idleTime(long systemTime) {
    long idle = writtenAt == Long.MIN_VALUE ? 0 : systemTime - writtenAt;
    return idle <= IDLE_AFTER ? Long.MIN_VALUE : Arrival.sum(slowest(), idle);
  }

  /** All of it, to be stored. */
  public byte[] row() {
    ByteBuilder out = new ByteBuilder();
    out.add(FORMAT);
    out.eight(now);
    out.eight(writtenAt);
    out.eight(resumedAt);
    out.eight(awaited);
    sources.forEach(
        (name, source) -> {
          int length = Utf8.length(name);
          out.eight(length);
          out.utf8(name, length);
          out.eight(source.time);
          out.eight(source.writtenAt);
        });
    return out.toBytes();
  }
}
