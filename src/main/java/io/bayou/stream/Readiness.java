package io.bayou.stream;

import java.time.Duration;

/**
 * Whether an instance can do its work, and what says so. {@code RUNNING} alone does not: a group
 * protocol may report it before an instance has got any partition.
 *
 * @param running whether all threads run, with the state of their tasks restored
 * @param tasks how many tasks the instance has: partitions that it reads, or stands by for
 * @param restoring how many of its stores still read their changelog
 * @param idle how long it has been running without a task; zero where it has one
 * @param unsettled how long ago it last was settled; {@link #NEVER} if it never was or has stopped
 */
public record Readiness(
    boolean running, int tasks, int restoring, Duration idle, Duration unsettled) {
  static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

  /* By then a member that crashed is out of the group, and its partitions are with the others: who
   * has none has nothing to do, and will not get any by waiting. */
  private static final Duration LONGEST_HANDOVER = Duration.ofSeconds(15);

  /* Requests are answered from what all instances have published, which a rebalance leaves in place.
   * Were it to make instances unready, every deployment would make all of them so at once. */
  private static final Duration LONGEST_REBALANCE = Duration.ofSeconds(60);

  /** With tasks and all their state; or with none because others have them all. */
  public boolean isSettled() {
    return running && restoring == 0 && (tasks > 0 || idle.compareTo(LONGEST_HANDOVER) >= 0);
  }

  /** Ready: settled, or so a moment ago and now in a rebalance that does not last long. */
  public boolean isReady() {
    return isSettled() || unsettled.compareTo(LONGEST_REBALANCE) < 0;
  }
}
