package io.bayou.model.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against tables and SciPy. */
class QuantilesTest {
  @ParameterizedTest
  @CsvSource({
    "beta, 0.025, 0.5, 0.5, 0.00154133313343601",
    "beta, 0.975, 0.5, 0.5, 0.998458666866564",
    "beta, 0.025, 3.5, 7.5, 0.0926945939381532",
    "beta, 0.975, 3.5, 7.5, 0.605818318148671",
    "beta, 0.5, 1, 1, 0.5",
    "beta, 0.025, 0.5, 1000.5, 4.90911694794442e-07",
    "beta, 0.975, 0.5, 1000000000.0, 2.5119430911305e-09",
    "beta, 0.025, 9000.5, 1.5, 0.999480822338664",
    "beta, 0.975, 20000.0, 30000.0, 0.404297792297394",
    "beta, 0.975, 20000.5, 30000.5, 0.404299752745951",
    "beta, 0.025, 607134.5, 12049.5, 0.980194174006081",
    "beta, 0.975, 10001.5, 1000000000.0, 1.01983535262562e-05",
    "beta, 0.025, 1000000000000.0, 3000000000000.0, 0.249999575655468",
    "beta, 0.3, 0.1, 40, 9.06698178933578e-08",
    "t, 0.975, 1, 0, 12.7062047361747",
    "t, 0.975, 2, 0, 4.30265272974946",
    "t, 0.975, 0.3, 0, 6582.03569940075",
    "t, 0.025, 4.5, 0, -2.6589123472044",
    "t, 0.975, 30, 0, 2.04227245630124",
    "t, 0.975, 9999, 0, 1.96020126362136",
    "t, 0.975, 20000.0, 0, 1.96008260515813",
    "t, 0.9, 7, 0, 1.41492392765051",
    "normal, 0.975, 0, 0, 1.95996398454005",
    "normal, 0.025, 0, 0, -1.95996398454005",
    "normal, 0.5, 0, 0, 0",
    "normal, 0.999999, 0, 0, 4.75342430881709",
    "normal, 1e-10, 0, 0, -6.36134090240406",
    "beta, 0.6, 10001, 90001, 0.100245854011777",
    "beta, 0.0001, 90001, 10001, 0.896429593411419",
    "beta, 0.975, 10001, 10001, 0.506928926584392",
    "t, 0.9999, 10001, 0, 3.72039573114734",
    "normal, 0.6, 0, 0, 0.2533471031358",
    "normal, 0.25, 0, 0, -0.674489750196082",
    "normal, 0.9, 0, 0, 1.2815515655446",
    "normal, 0.8413447460685429, 0, 0, 1",
  })
  void shouldAgreeWithScipy(String kind, double p, double a, double b, double expected) {
    double actual =
        switch (kind) {
          case "beta" -> Quantiles.beta(p, a, b);
          case "t" -> Quantiles.studentT(p, a);
          default -> Quantiles.normal(p);
        };
    boolean cancels = Math.min(a, b) < 1.0 && Math.max(a, b) > 1e6; // in the logarithms of Gamma
    double tolerance = cancels ? 1e-5 : 1e-9;
    assertThat(actual).isCloseTo(expected, within(tolerance * Math.max(1e-12, Math.abs(expected))));
  }

  @Test
  void shouldGiveNothingBelowZeroAndEverythingBelowOne() {
    for (double x : new double[] {-1.0, 0.0}) {
      assertThat(Quantiles.betaCdf(x, 2.0, 3.0)).isZero();
    }
    for (double x : new double[] {1.0, 2.0}) {
      assertThat(Quantiles.betaCdf(x, 2.0, 3.0)).isEqualTo(1.0);
    }
  }

  @Test
  void shouldStayWithinZeroAndOneHoweverManyObservationsThereAre() {
    for (double n : new double[] {0.0, 1e-12, 1.0, 1e6, 1e15}) {
      for (double share : new double[] {0.0, 0.5, 1.0}) {
        double a = n * share + 0.5;
        double b = n - n * share + 0.5;
        double low = Quantiles.beta(0.025, a, b);
        double high = Quantiles.beta(0.975, a, b);
        assertThat(low).isBetween(0.0, a / (a + b));
        assertThat(high).isBetween(a / (a + b), 1.0);
      }
    }
  }
}
