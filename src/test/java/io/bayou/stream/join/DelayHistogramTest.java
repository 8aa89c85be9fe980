package io.bayou.stream.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DelayHistogramTest {
  private final DelayHistogram delays = new DelayHistogram();

  @Test
  void shouldHaveNoQuantileOfNothing() {
    assertThat(delays.quantile(0.5)).isEmpty();
  }

  @Test
  void shouldBeAtMostAQuarterTooLarge() {
    long[] millis = new Random(5).longs(10_000, 0, 3_000_000_000L).sorted().toArray();
    LongStream.of(millis).forEach(delays::add);

    for (double share : new double[] {0.01, 0.5, 0.99, 1.0}) {
      long exact = millis[(int) Math.ceil(share * millis.length) - 1];
      assertThat(delays.quantile(share).orElseThrow()).isBetween(exact, exact + exact / 4);
    }
  }

  @Test
  void shouldTakeEveryDelay() {
    for (long millis : new long[] {Long.MIN_VALUE, -1, 0}) {
      delays.add(millis);
    }
    assertThat(delays.quantile(1.0)).hasValue(0);
    delays.add(Long.MAX_VALUE - 10);
    assertThat(delays.quantile(1.0).orElseThrow()).isGreaterThan(Long.MAX_VALUE / 2);
  }
}
