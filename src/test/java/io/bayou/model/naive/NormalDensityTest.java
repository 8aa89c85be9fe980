package io.bayou.model.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bayou.model.ClassScores;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Moments;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalDensityTest {
  private static final double[] FACTORS = {1.0, 1.0};

  /* The columns together share divisions and a logarithm; each by itself does not. */
  @ParameterizedTest
  @CsvSource({"0, 0", "-33, -33", "60, 60", "99, 99", "-30, 30", "-33, 99"})
  void addsUpTheLogDensitiesOfColumnsOfAnyScale(int smallest, int largest) {
    Random random = new Random(7);
    for (int columns = 1; columns < 45; columns++) {
      double[] scales = new double[columns];
      for (int j = 0; j < columns; j++) {
        scales[j] = Math.pow(10.0, smallest + random.nextInt(largest - smallest + 1));
      }
      Moments left = moments(scales, random);
      NormalDensity density = density(left, List.of(left, moments(scales, random)));
      for (int far = 0; far < 4; far++) {
        double[] x = values(scales, Math.pow(10.0, far * 20 - 20), random);
        assertThat(together(density, x)).isCloseTo(oneByOne(density, x), withinPercentage(1e-8));
      }
    }
  }

  @Test
  void shouldLeaveOutConstantColumns() {
    Random random = new Random(8);
    for (int columns = 1; columns < 45; columns++) {
      double[] scales = new double[columns];
      for (int j = 0; j < columns; j++) {
        scales[j] = random.nextInt(3);
      }
      Moments left = moments(scales, random);
      NormalDensity density = density(left, List.of(left, moments(scales, random)));
      double[] x = values(scales, 1.0, random);
      double expected = oneByOne(density, x);
      for (int j = 0; j < columns; j++) {
        x[j] = scales[j] == 0.0 ? 1e50 : x[j];
      }
      assertThat(together(density, x)).isCloseTo(expected, within(1e-8 * Math.abs(expected)));
    }
  }

  private static double together(NormalDensity density, double[] x) {
    ClassScores scores = new ClassScores();
    scores.begin(1);
    density.score(x, true, new NormalDensity.Terms(x.length), 0, scores);
    return scores.log(0);
  }

  private static double oneByOne(NormalDensity density, double[] x) {
    double sum = 0.0;
    for (int j = 0; j < x.length; j++) {
      sum += density.logOf(j, x[j]);
    }
    return sum;
  }

  private static NormalDensity density(Moments ofClass, List<Moments> classes) {
    VarianceRule rule = new VarianceRule(ModelSpec.defaults());
    PooledMoments pooled = new PooledMoments();
    pooled.refresh(classes, ofClass.size(), FACTORS);
    NormalDensity density = new NormalDensity(ofClass);
    density.refresh(rule, 1.0, rule.scale(classes, FACTORS, pooled), pooled);
    return density;
  }

  private static Moments moments(double[] scales, Random random) {
    Moments moments = new Moments(scales.length);
    for (int i = 0; i < 5; i++) {
      moments.add(values(scales, 1.0, random), 1.0);
    }
    return moments;
  }

  private static double[] values(double[] scales, double times, Random random) {
    double[] values = new double[scales.length];
    for (int j = 0; j < values.length; j++) {
      values[j] = random.nextGaussian() * scales[j] * times;
    }
    return values;
  }
}
