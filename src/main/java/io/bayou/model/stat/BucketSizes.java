package io.bayou.model.stat;

/**
 * How many names each bucket takes. Names that come first are mostly frequent, so the first buckets
 * are the smallest: an event with a few common names changes little.
 *
 * @param rate this many buckets later, a bucket takes one name more
 */
public record BucketSizes(int rate) {
  private static final int FIRST = 16;

  /** Of rows that hold one number for each name. */
  static final BucketSizes LARGE = new BucketSizes(2);

  /** Of rows that hold more: several numbers for each name, or the names of several features. */
  public static final BucketSizes SMALL = new BucketSizes(32);

  int capacity(int bucket) {
    return FIRST + bucket / rate;
  }

  /** How many names the buckets before this one take. */
  public int before(int bucket) {
    int steps = bucket / rate;
    return FIRST * bucket + rate * (steps * (steps - 1) / 2) + bucket % rate * steps;
  }

  /** The bucket of the name at this position, if the buckets are filled one after the other. */
  public int bucketAt(int position) {
    int low = 0;
    int high = position / FIRST;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (before(middle) <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
