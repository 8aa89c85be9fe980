package io.bayou.model.learner;

import io.bayou.model.stat.BucketCounts;
import io.bayou.model.stat.TokenBucket;

/** A block that counts many names in each class and writes them in rows of their own, by bucket. */
public interface BucketedBlock extends Block {
  /** What such a row begins with. */
  String rowKind();

  BucketCounts counts(int column, int c);

  /** Replaces what a class has counted of the names of a bucket. */
  void replace(int column, int c, int bucket, TokenBucket counts);
}
