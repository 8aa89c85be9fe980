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
}
