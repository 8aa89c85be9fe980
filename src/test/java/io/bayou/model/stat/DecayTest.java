package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DecayTest {
  @Test
  void shouldHalveInAHalfLife() {
    Decay decay = new Decay(1_000);
    assertThat(decay.forgets()).isTrue();
    assertThat(decay.factor(0, 1_000)).isEqualTo(0.5);
    assertThat(decay.factor(-500, 2_500)).isEqualTo(0.125);
    assertThat(decay.factor(7, 7)).isEqualTo(1.0);
  }

  @Test
  void shouldKeepEverythingWithoutAHalfLife() {
    Decay decay = new Decay(0);
    assertThat(decay.forgets()).isFalse();
    assertThat(decay.factor(0, Long.MAX_VALUE)).isEqualTo(1.0);
  }

  @Test
  void shouldCountExamples() {
    Decay decay = new Decay(0, 0.5);
    assertThat(decay.forgets()).isTrue();
    assertThat(decay.countsExamples()).isTrue();
    assertThat(decay.factor(7, 10)).isEqualTo(0.125);
    assertThat(decay.factor(10, 7)).isEqualTo(1.0);
    assertThat(new Decay(1_000).countsExamples()).isFalse();
  }

  @Test
  void shouldNotGrowWhatComesLater() {
    assertThat(new Decay(1_000).factor(5_000, 0)).isEqualTo(1.0);
  }

  @Test
  void shouldStandAnyTimes() {
    Decay decay = new Decay(1);
    assertThat(decay.factor(Long.MIN_VALUE, Long.MAX_VALUE)).isZero();
    assertThat(new Decay(Long.MAX_VALUE).factor(Long.MIN_VALUE, Long.MAX_VALUE))
        .isCloseTo(0.25, within(1e-15));
  }

  @Test
  void shouldDecayInTwoStepsAsInOne() {
    forAll(
        1_000,
        random -> {
          Decay decay = new Decay(random.nextLong(1, 1L << 40));
          long a = random.nextLong(1L << 41);
          long b = a + random.nextLong(1L << 41);
          long c = b + random.nextLong(1L << 41);
          double whole = decay.factor(a, c);
          // The exponent, up to 1074, is rounded to 1e-16 of itself.
          assertThat(decay.factor(a, b) * decay.factor(b, c))
              .isCloseTo(whole, within(1e-12 * whole + 1e-300));
        });
  }
}
