package io.bayou.model.learner;

import io.bayou.model.stat.BucketCounts;
import io.bayou.model.stat.TokenBucket;

/** A block that counts many names in each class and writes them in rows of their own, by bucket. */
public interface BucketedBlock extends Block {
  /** The kind of these rows. */
  String rowKind();

  BucketCounts counts(int column, int c);

  /** Replaces the counts of one bucket in a class. */
  void replace(int column, int c, int bucket, TokenBucket counts);

  /** Whether {@link #exchange} is possible; the row of a class then holds no counts of names. */
  default boolean isExchangeable() {
    return false;
  }

  /**
   * Takes some counts of a class away and adds others.
   *
   * @return false if the result would not be exact
   */
  default boolean exchange(int column, int c, TokenBucket before, TokenBucket after) {
    return false;
  }
}
