package io.bayou.app.suggest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LossSumTest {
  @Test
  void shouldHaveMeanAndStandardError() {
    LossSum sum = new LossSum();
    for (double loss : new double[] {1.0, 2.0, 6.0}) {
      sum.add(loss, 1.0);
    }

    assertThat(sum.mean()).isEqualTo(3.0);
    assertThat(sum.standardError()).isCloseTo(Math.sqrt(7.0 / 3.0), within(1e-12)); // s² = 7
  }

  @Test
  void shouldCountRowsByWeight() {
    LossSum sum = new LossSum();
    sum.add(3.0 * 1.0, 3.0);
    sum.add(5.0, 1.0);

    assertThat(sum.mean()).isEqualTo(2.0);
    // Σ w² (loss - 2)² = 9 + 9; times 2 / 1 rows, over 4²
    assertThat(sum.standardError()).isCloseTo(1.5, within(1e-12));
  }

  @Test
  void shouldKnowNoErrorOfOneRow() {
    LossSum sum = new LossSum();
    sum.add(0.5, 1.0);

    assertThat(sum.mean()).isEqualTo(0.5);
    assertThat(sum.standardError()).isNaN();
  }
}
