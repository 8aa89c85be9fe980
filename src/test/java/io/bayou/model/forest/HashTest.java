package io.bayou.model.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HashTest {
  /** Scorers in other languages calculate the same numbers: docs/model-json.md. */
  @Test
  void shouldBeTheSameEverywhere() {
    long hash = Hash.mix(Hash.mix(1, 0), Hash.text("temperature"));

    assertThat(Long.toHexString(hash)).isEqualTo("38a1a82bd20c7806");
    assertThat(Hash.uniform(hash, 1)).isEqualTo(0.9659903702560254);
    assertThat(Hash.exponential(hash, 4)).isEqualTo(0.5898719603868499);
  }

  @Test
  void shouldTakeLogarithms() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      double number = Math.scalb(random.nextDouble(), -random.nextInt(53));
      double exact = StrictMath.log(number);

      assertThat(Hash.log(number)).isCloseTo(exact, within(4 * Math.ulp(exact)));
    }
  }

  @Test
  void shouldTakeTheLogarithmsOfTheEnds() {
    assertThat(Hash.log(1.0)).isZero();
    assertThat(Hash.log(0x1p-53)).isCloseTo(-53 * Math.log(2.0), within(1e-13));
  }
}
