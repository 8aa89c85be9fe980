package io.bayou.model.stat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** What co-moments are by definition, in arithmetic that does not round before the end. */
final class ExactCoMoments {
  private static final MathContext DIGITS = new MathContext(80);

  private ExactCoMoments() {}

  /** One row of values, NaN where there is none. */
  static final class Observation {
    final double[] x;
    final double weight;

    Observation(double[] x, double weight) {
      this.x = x;
      this.weight = weight;
    }

    private boolean has(int j) {
      return !Double.isNaN(x[j]);
    }
  }

  /** Weights, means (two doubles each) and scatter, as {@link CoMoments} reports them. */
  static final class Summary {
    final double[] weights;
    final double[] means;
    final double[] scatter;

    private Summary(int size) {
      weights = new double[size];
      means = new double[2 * size];
      scatter = new double[Triangle.size(size)];
    }

    static Summary of(CoMoments moments) {
      Summary summary = new Summary(moments.size());
      moments.summarise(summary.weights, summary.means);
      moments.addScatter(1.0, summary.means, summary.scatter);
      return summary;
    }
  }

  static Summary of(int size, List<Observation> all) {
    Summary summary = new Summary(size);
    BigDecimal[] means = new BigDecimal[size];
    for (int i = 0; i < size; i++) {
      BigDecimal weight = BigDecimal.ZERO;
      BigDecimal sum = BigDecimal.ZERO;
      for (Observation o : all) {
        if (o.has(i)) {
          weight = weight.add(new BigDecimal(o.weight));
          sum = sum.add(new BigDecimal(o.weight).multiply(new BigDecimal(o.x[i])));
        }
      }
      means[i] = weight.signum() == 0 ? BigDecimal.ZERO : sum.divide(weight, DIGITS);
      summary.weights[i] = weight.doubleValue();
      summary.means[2 * i] = means[i].doubleValue();
      for (int j = 0; j <= i; j++) {
        summary.scatter[Triangle.index(i, j)] = scatter(all, means, i, j);
      }
    }
    return summary;
  }

  private static double scatter(List<Observation> all, BigDecimal[] means, int i, int j) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Observation o : all) {
      if (o.has(i) && o.has(j)) {
        BigDecimal product =
            new BigDecimal(o.x[i])
                .subtract(means[i])
                .multiply(new BigDecimal(o.x[j]).subtract(means[j]));
        sum = sum.add(new BigDecimal(o.weight).multiply(product, DIGITS), DIGITS);
      }
    }
    return sum.doubleValue();
  }
}
