package io.bayou.codec.join;

import static java.util.Objects.requireNonNull;

/**
 * How a record came to the join.
 *
 * @param time event time
 * @param writtenAt when it was written to the topic, by the clock of the instance that wrote it
 * @param source the topic-partition of the record that it was made of
 */
public record Arrival(long time, long writtenAt, String source) {
  /* As far as brokers let timestamps be ahead of their clocks by default. */
  private static final long MAX_AHEAD = 3_600_000L;

  public Arrival {
    requireNonNull(source, "source");
  }

  /**
   * The event time as far as a clock may follow it: one event with a time in the far future must
   * not end the wait of all others.
   */
  public long clockTime() {
    return Math.min(time, sum(writtenAt, MAX_AHEAD));
  }

  /** When a wait of this length ends. */
  public long deadline(long horizon) {
    return sum(clockTime(), horizon);
  }

  /** The sum of a time and a length of time, at most the end of time. */
  public static long sum(long time, long millis) {
    long sum = time + millis;
    return sum < time ? Long.MAX_VALUE : sum;
  }
}
