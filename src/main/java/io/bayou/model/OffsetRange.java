package io.bayou.model;

/**
 * A run of offsets of one partition.
 *
 * @param from first offset, inclusive
 * @param to last offset, exclusive
 * @param lost how many offsets, of these and of those that follow, were deleted before they were
 *     read
 */
public record OffsetRange(long from, long to, long lost) {
  public OffsetRange {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("offsets must rise from 0, were " + from + ".." + to);
    }
    if (lost < 0) {
      throw new IllegalArgumentException("lost offsets must not be negative, were " + lost);
    }
  }

  /** A run of which nothing was lost. */
  public OffsetRange(long from, long to) {
    this(from, to, 0);
  }
}
