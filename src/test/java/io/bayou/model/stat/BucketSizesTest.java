package io.bayou.model.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BucketSizesTest {
  @Test
  void shouldFindTheBucketOfEveryPosition() {
    for (BucketSizes sizes : List.of(BucketSizes.LARGE, BucketSizes.SMALL)) {
      int position = 0;
      for (int bucket = 0; bucket < 500; bucket++) {
        assertThat(sizes.before(bucket)).isEqualTo(position);
        for (int i = 0; i < sizes.capacity(bucket); i++) {
          assertThat(sizes.bucketAt(position++)).isEqualTo(bucket);
        }
      }
    }
  }

  @Test
  void shouldTakeFewNamesFirst() {
    assertThat(BucketSizes.LARGE.capacity(0)).isEqualTo(16);
    assertThat(BucketSizes.LARGE.capacity(100)).isEqualTo(66);
    assertThat(BucketSizes.SMALL.capacity(31)).isEqualTo(16);
    assertThat(BucketSizes.SMALL.capacity(320)).isEqualTo(26);
  }

  /* As many as the rows of a regression may have of one text. */
  @Test
  void shouldHaveBucketsForFourMillionNames() {
    assertThat(BucketSizes.SMALL.before(Buckets.MAX)).isGreaterThan(1 << 22);
  }
}
