package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A chain of two tables worked out by hand: f(a, b) g(b, c). */
class EliminationTest {
  private static final int A = 2;
  private static final int B = 5;
  private static final int C = 7;
  private static final Factor F =
      Factor.of(new int[] {A, B}, new int[] {2, 2}, new double[] {1, 2, 3, 4}, 0.0);
  private static final Factor G =
      Factor.of(new int[] {B, C}, new int[] {2, 3}, new double[] {1, 0, 2, 5, 1, 0}, 0.0);

  @Test
  void shouldSumOverEverything() {
    // b = 0: (1 + 3) (1 + 0 + 2) = 12; b = 1: (2 + 4) (5 + 1 + 0) = 36
    Factor sum = Elimination.sum(List.of(F, G), new int[] {A, B, C}, -1);

    assertThat(sum.variables()).isEmpty();
    assertThat(values(sum)).containsExactly(new double[] {48}, within(1e-12));
  }

  @Test
  void shouldComeToTheSameInAnyOrder() {
    for (int[] order : new int[][] {{C, B, A}, {B, A, C}, {B, C, A}, {A, C, B}}) {
      assertThat(values(Elimination.sum(List.of(G, F), order, -1)))
          .containsExactly(new double[] {48}, within(1e-12));
    }
  }

  @Test
  void shouldKeepOneVariable() {
    // c = 0: 4 * 1 + 6 * 5, c = 1: 4 * 0 + 6 * 1, c = 2: 4 * 2 + 6 * 0
    Factor ofC = Elimination.sum(List.of(F, G), new int[] {A, B, C}, C);
    // a = 0: 1 * 3 + 2 * 6, a = 1: 3 * 3 + 4 * 6
    Factor ofA = Elimination.sum(List.of(F, G), new int[] {C, B, A}, A);

    assertThat(ofC.variables()).containsExactly(C);
    assertThat(values(ofC)).containsExactly(new double[] {34, 6, 8}, within(1e-12));
    assertThat(values(ofA)).containsExactly(new double[] {15, 33}, within(1e-12));
  }

  @Test
  void shouldPassOverVariablesThatNoFactorMentions() {
    Factor sum = Elimination.sum(List.of(F), new int[] {C, A, B}, -1);

    assertThat(values(sum)).containsExactly(new double[] {10}, within(1e-12));
  }

  @Test
  void shouldNotUnderflow() {
    Factor small = F.times(-1_000.0);

    Factor sum = Elimination.sum(List.of(small, small, G), new int[] {A, B, C}, -1);

    // b = 0: (1 + 9) * 3, b = 1: (4 + 16) * 6
    assertThat(sum.log()).isCloseTo(Math.log(150) - 2_000.0, within(1e-12 * 2_000.0));
  }

  private static double[] values(Factor factor) {
    double[] values = new double[factor.cells().length];
    for (int i = 0; i < values.length; i++) {
      values[i] = factor.cells()[i] * Math.exp(factor.log());
    }
    return values;
  }
}
