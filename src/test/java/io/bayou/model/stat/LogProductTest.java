package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogProductTest {
  @Test
  void shouldBeZeroForNoFactors() {
    assertThat(new LogProduct().log()).isZero();
  }

  @Test
  void shouldSumLogarithms() {
    forAll(
        500,
        random -> {
          LogProduct product = new LogProduct();
          double sum = 0.0;
          double magnitude = 1.0;
          for (int i = random.nextInt(200); i > 0; i--) {
            double factor = StrictMath.pow(10.0, random.nextDouble(-300.0, 300.0));
            product.multiply(factor);
            sum += Math.log(factor);
            magnitude += Math.abs(Math.log(factor));
          }
          assertThat(product.log()).isCloseTo(sum, within(1e-13 * magnitude));
        });
  }

  @Test
  void shouldBecomeImpossibleByAZeroAndStartAgainAfterReset() {
    LogProduct product = new LogProduct();
    product.multiply(0.5);
    product.multiply(0.0);
    product.multiply(1e200);
    assertThat(product.log()).isEqualTo(Double.NEGATIVE_INFINITY);
    product.reset();
    product.multiply(0.5);
    assertThat(product.log()).isEqualTo(Math.log(0.5));
  }

  @Test
  void shouldTakePowers() {
    forAll(
        500,
        random -> {
          double factor = StrictMath.pow(10.0, random.nextDouble(-20.0, 20.0));
          int times = 1 + random.nextInt(40);
          LogProduct product = new LogProduct();
          product.multiply(factor, times);
          double log = times * Math.log(factor);
          assertThat(product.log()).isCloseTo(log, within(1e-13 * (1.0 + Math.abs(log))));
          product.divide(factor, times);
          product.divide(factor, times);
          assertThat(product.log()).isCloseTo(-log, within(3e-13 * (1.0 + Math.abs(log))));
        });
  }
}
