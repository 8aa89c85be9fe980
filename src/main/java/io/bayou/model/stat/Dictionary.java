package io.bayou.model.stat;

/**
 * Names with numbers, and how many classes hold each. Names that are held are in {@link Buckets},
 * each of which is written as one row.
 */
interface Dictionary {
  /** Numbers are below this. */
  int capacity();

  String name(int id);

  /** The bucket of a name that is held. */
  int bucket(int id);

  /** Buckets are below this. */
  int buckets();

  /** How many names there are in a bucket. */
  int size(int bucket);

  /** The i-th name of a bucket, in name order. */
  int member(int bucket, int i);

  /**
   * The number of a name, which may be new and must be held soon.
   *
   * @param bucket for a new name
   * @return -1 if there is no room for it
   */
  int open(CharSequence name, int bucket);

  /**
   * A class began to hold the name.
   *
   * @param bucket for a name that nobody held, or -1 for any
   */
  void hold(int id, int bucket);

  /** As {@link #hold(int, int)}, in any bucket. */
  default void hold(int id) {
    hold(id, -1);
  }

  /** A class holds the name no longer. */
  void release(int id);
}
