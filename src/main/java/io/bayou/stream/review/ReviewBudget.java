package io.bayou.stream.review;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.stat.TokenHash;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * Chooses among the doubtful events of a partition those that a person is asked about: not more
 * than a share in each hour of event time, by a hash of their ids.
 *
 * <p>A fold of the log: the same doubtful events in the same order give the same choice, whenever
 * they are read.
 */
final class ReviewBudget {
  private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

  /* Events are out of order, and some have a time that is far off: these must not end the hours of
   * the others. */
  private static final int HOURS = 4;

  private static final int HOUR_BYTES = Long.BYTES + 2 * Integer.BYTES;

  /** What was seen in an hour. */
  private static final class Hour {
    final long number;
    int doubtful;
    int asked;

    Hour(long number) {
      this.number = number;
    }
  }

  private final Hour[] hours = new Hour[HOURS]; // the latest to be used first

  /** The hour of an event time. */
  static long hourOf(long time) {
    return Math.floorDiv(time, HOUR_MILLIS);
  }

  /** The share of a partition in an hour; those of all partitions add up to the budget. */
  static int share(int perHour, int partition, int partitions, long hour) {
    int rest = Math.floorMod(partition + hour, partitions) < perHour % partitions ? 1 : 0;
    return perHour / partitions + rest;
  }

  /**
   * Counts a doubtful event.
   *
   * @param share how many may be asked about in its hour
   * @return whether to ask about it
   */
  boolean admits(String id, long hour, int share) {
    Hour now = use(hour);
    now.doubtful++;
    if (now.asked >= share || uniform(id) >= fraction(hour, share)) {
      return false;
    }
    now.asked++;
    return true;
  }

  /* As many were doubtful in the hour before, as many are expected. Of the first hour nothing is
   * known: it asks about the first ones. */
  private double fraction(long hour, int share) {
    for (Hour before : hours) {
      if (before != null && before.number == hour - 1) {
        return (double) share / before.doubtful;
      }
    }
    return 1.0;
  }

  private static double uniform(String id) {
    return (TokenHash.stable(id) >>> 11) * 0x1p-53;
  }

  private Hour use(long number) {
    int at = 0;
    while (at < HOURS - 1 && (hours[at] == null || hours[at].number != number)) {
      at++;
    }
    Hour hour = hours[at] != null && hours[at].number == number ? hours[at] : new Hour(number);
    System.arraycopy(hours, 0, hours, 1, at);
    hours[0] = hour;
    return hour;
  }

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(HOURS * HOUR_BYTES);
    for (Hour hour : hours) {
      if (hour != null) {
        out.putLong(hour.number).putInt(hour.doubtful).putInt(hour.asked);
      }
    }
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  /**
   * @throws BadRecordException if this was not encoded here
   */
  static ReviewBudget decode(byte[] bytes) {
    if (bytes.length % HOUR_BYTES != 0 || bytes.length > HOURS * HOUR_BYTES) {
      throw new BadRecordException(Reason.MALFORMED, "the stored review budget is cut off");
    }
    ReviewBudget budget = new ReviewBudget();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    for (int i = 0; in.hasRemaining(); i++) {
      budget.hours[i] = new Hour(in.getLong());
      budget.hours[i].doubtful = in.getInt();
      budget.hours[i].asked = in.getInt();
    }
    return budget;
  }
}
