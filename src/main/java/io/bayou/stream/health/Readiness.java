package io.bayou.stream.health;

import java.time.Duration;

/**
 * Whether an instance is ready. The state {@code RUNNING} alone is not enough: it may be reported
 * before an instance has any partition.
 *
 * @param running whether all threads run, with the state of their tasks restored
 * @param tasks how many tasks the instance has, active or standby
 * @param restoring how many of its stores still read their changelog
 * @param idle how long it has been running without a task; zero where it has one
 * @param unsettled how long ago it last was settled; {@link #NEVER} if it never was or has stopped
 */
public record Readiness(
    boolean running, int tasks, int restoring, Duration idle, Duration unsettled) {
  static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

  /* By then a crashed member has left the group and its partitions are assigned to others. An
   * instance without tasks will not get any by waiting. */
  private static final Duration LONGEST_HANDOVER = Duration.ofSeconds(15);

  /* HTTP answers from what all instances have published, which a rebalance does not change. If a
   * rebalance made instances unready, every deployment would do so for all of them at once. */
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
