package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.INVALID;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.expression.Timestamps;
import java.time.Duration;
import java.time.Instant;

/** The event time that a record names. */
final class EventTime {
  /* An event time far in the future would end the wait of every question, and let decay forget all
   * that was learned. Clocks that differ by a day are no clocks. */
  private static final long MAX_AHEAD = Duration.ofDays(1).toMillis();

  private EventTime() {}

  /**
   * In milliseconds; the time of the record if it names none.
   *
   * @throws BadRecordException if the value is no time, or lies in the future of the record
   */
  static long read(RecordValues values, int slot, long recorded, String source) {
    if (!values.isPresent(slot)) {
      return recorded;
    }
    long time = Timestamps.millis(values, slot);
    if (time == Timestamps.MISSING) {
      throw new BadRecordException(
          INVALID,
          "the time at '%s' is '%s', neither ISO 8601 nor a number since 1970"
              .formatted(source, values.text(slot)));
    }
    if (time < 0 || time - recorded > MAX_AHEAD) {
      throw new BadRecordException(
          INVALID,
          "the time at '%s' is %s, the record was written at %s"
              .formatted(source, Instant.ofEpochMilli(time), Instant.ofEpochMilli(recorded)));
    }
    return time;
  }
}
