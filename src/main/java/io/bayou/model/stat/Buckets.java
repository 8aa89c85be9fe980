package io.bayou.model.stat;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Numbered names in buckets, each of which is written as one row. A name goes to the first bucket
 * that has room: an event with many new names changes few rows. Where the next name goes depends
 * only on the content of the buckets, so that a restored learner continues like the original.
 */
final class Buckets {
  /** Bucket numbers are below this: with all of them full there are at least 4 million names. */
  static final int MAX = 1 << 14;

  private static final int[] NONE = {};

  private final IntFunction<String> names;
  private int[][] members = {}; // by bucket, in name order
  private int[] sizes = {};
  private int[] bucketOf = {};
  private int count;
  private int next; // no bucket below has room

  Buckets(IntFunction<String> names) {
    this.names = names;
  }

  /** Buckets from this one on hold nothing. */
  int count() {
    return count;
  }

  int size(int bucket) {
    return bucket < count ? sizes[bucket] : 0;
  }

  /** The i-th number of a bucket, in name order. */
  int member(int bucket, int i) {
    return members[bucket][i];
  }

  /** The bucket of a number that is in one. */
  int of(int id) {
    return bucketOf[id];
  }

  /** Where the next name goes. */
  int next() {
    while (size(next) >= BucketSizes.capacity(next)) {
      next++;
    }
    return next;
  }

  /** Puts a name into a bucket, full or not. */
  void add(int id, int bucket) {
    if (id >= bucketOf.length) {
      bucketOf = Arrays.copyOf(bucketOf, Math.max(16, id * 2));
    }
    open(bucket);
    bucketOf[id] = bucket;
    String name = names.apply(id);
    int size = sizes[bucket];
    int at = isAfterAll(bucket, name) ? size : -place(bucket, name) - 1;
    sizes[bucket]++;
    if (size == members[bucket].length) {
      members[bucket] = Arrays.copyOf(members[bucket], 4 + size + size / 2);
    }
    System.arraycopy(members[bucket], at, members[bucket], at + 1, size - at);
    members[bucket][at] = id;
  }

  void remove(int id) {
    int bucket = bucketOf[id];
    int at = place(bucket, names.apply(id));
    int rest = --sizes[bucket] - at;
    System.arraycopy(members[bucket], at + 1, members[bucket], at, rest);
    next = Math.min(next, bucket);
    while (count > 0 && sizes[count - 1] == 0) {
      count--;
    }
  }

  private void open(int bucket) {
    if (bucket >= members.length) {
      int length = Math.max(4 + members.length * 3 / 2, bucket + 1);
      int former = members.length;
      members = Arrays.copyOf(members, length);
      Arrays.fill(members, former, length, NONE);
      sizes = Arrays.copyOf(sizes, length);
    }
    count = Math.max(count, bucket + 1);
  }

  /* The names of a row come in order. */
  private boolean isAfterAll(int bucket, String name) {
    int size = sizes[bucket];
    return size == 0 || names.apply(members[bucket][size - 1]).compareTo(name) < 0;
  }

  /* Binary search for a name in its bucket. */
  private int place(int bucket, String name) {
    int low = 0;
    int high = sizes[bucket] - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = names.apply(members[bucket][middle]).compareTo(name);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }
}
