package io.bayou.model.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictLogTest {
  private static final int DRAWS = 100_000;

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0.0,
        -0.0,
        -1.0,
        1.0,
        2.0,
        0.5,
        Math.E,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NaN,
        1e-15
      })
  void shouldAgreeAtTheEdges(double x) {
    assertSame(x);
    assertSame(Math.nextUp(x));
    assertSame(Math.nextDown(x));
  }

  @Test
  void shouldAgreeOnAnyBits() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DRAWS; i++) {
      assertSame(Double.longBitsToDouble(random.nextLong()));
    }
  }

  @Test
  void shouldAgreeOnProbabilities() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < DRAWS; i++) {
      assertSame(random.nextDouble());
    }
  }

  @Test
  void shouldAgreeNearOne() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < DRAWS; i++) {
      assertSame(1.0 + (random.nextDouble() - 0.5) * Math.scalb(1.0, -random.nextInt(53)));
    }
  }

  private static void assertSame(double x) {
    assertThat(StrictLog.of(x)).as("ln %s", x).isEqualTo((Double) StrictMath.log(x));
  }
}
