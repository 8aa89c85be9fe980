package io.bayou.model.forest;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OneOfTwoTest {
  @Test
  void shouldBeExactToTheLastDigits() {
    forAll(
        10_000,
        random -> {
          double x = random.nextDouble() * (random.nextBoolean() ? 1.0 : OneOfTwo.NEGLIGIBLE);

          assertThat(OneOfTwo.logOfSum(x)).isCloseTo(Math.log1p(Math.exp(-x)), within(3e-16));
          assertThat(OneOfTwo.ofSmaller(x)).isCloseTo(1.0 / (1.0 + Math.exp(x)), within(3e-16));
        });
  }

  @Test
  void shouldReachTheEndsOfItsTable() {
    assertThat(OneOfTwo.ofSmaller(0.0)).isEqualTo(0.5);
    assertThat(OneOfTwo.logOfSum(OneOfTwo.NEGLIGIBLE)).isCloseTo(Math.exp(-40.0), within(1e-30));
  }
}
