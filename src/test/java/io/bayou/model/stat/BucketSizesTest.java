package io.bayou.model.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BucketSizesTest {
  @Test
  void shouldFindTheBucketOfEveryPosition() {
    int position = 0;
    for (int bucket = 0; bucket < 500; bucket++) {
      assertThat(BucketSizes.before(bucket)).isEqualTo(position);
      for (int i = 0; i < BucketSizes.capacity(bucket); i++) {
        assertThat(BucketSizes.bucketAt(position++)).isEqualTo(bucket);
      }
    }
  }

  @Test
  void shouldTakeFewNamesFirst() {
    assertThat(BucketSizes.capacity(0)).isEqualTo(16);
    assertThat(BucketSizes.capacity(31)).isEqualTo(16);
    assertThat(BucketSizes.capacity(320)).isEqualTo(26);
  }

  /* As many as a model may have of one text. */
  @Test
  void shouldHaveBucketsForFourMillionNames() {
    assertThat(BucketSizes.before(Buckets.MAX)).isGreaterThan(1 << 22);
  }
}
