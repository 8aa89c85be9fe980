package io.bayou.model;

/**
 * A run of offsets of one partition.
 *
 * @param from first offset, inclusive
 * @param to last offset, exclusive
 */
public record OffsetRange(long from, long to) {
  public OffsetRange {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("offsets must rise from 0, were " + from + ".." + to);
    }
  }
}
