package io.bayou.model.spec;

/**
 * Which events a person is asked about.
 *
 * @param perHour how many at most, per hour of event time, over all partitions
 * @param margin the two best classes of a doubtful event are less than that apart
 */
public record ReviewSpec(int perHour, double margin) {
  /** The margin where none is given. */
  public static final double DEFAULT_MARGIN = 0.2;

  /** More than that no group of people can answer. */
  public static final int MAX_PER_HOUR = 100_000;

  public ReviewSpec {
    if (perHour < 1 || perHour > MAX_PER_HOUR) {
      throw new IllegalArgumentException(
          "per-hour must be between 1 and " + MAX_PER_HOUR + ", was " + perHour);
    }
    if (!(margin >= 0.0 && margin <= 1.0)) {
      throw new IllegalArgumentException("margin must be between 0 and 1, was " + margin);
    }
  }
}
