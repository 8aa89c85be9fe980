package io.bayou.model.stat;

/**
 * How many names each bucket takes. Names that come first are mostly frequent, so the first buckets
 * are the smallest: an event with a few common names changes little. With 200,000 names a bucket
 * takes up to 110 of them: a row of 2 KB.
 */
public final class BucketSizes {
  private static final int FIRST = 16;

  /* This many buckets later, a bucket takes one name more. */
  private static final int RATE = 32;

  private BucketSizes() {}

  static int capacity(int bucket) {
    return FIRST + bucket / RATE;
  }

  /** How many names the buckets before this one take. */
  public static int before(int bucket) {
    int steps = bucket / RATE;
    return FIRST * bucket + RATE * (steps * (steps - 1) / 2) + bucket % RATE * steps;
  }

  /** The bucket of the name at this position, if the buckets are filled one after the other. */
  public static int bucketAt(int position) {
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
