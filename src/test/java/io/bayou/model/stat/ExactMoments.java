package io.bayou.model.stat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Weighted mean and sum of squared deviations to hundreds of digits. */
record ExactMoments(BigDecimal weight, BigDecimal mean, BigDecimal m2) {
  private static final MathContext DIGITS = new MathContext(500);

  /** One value and its weight. */
  record Observation(double value, double weight) {}

  static ExactMoments of(List<Observation> observations) {
    BigDecimal weight = BigDecimal.ZERO;
    BigDecimal sum = BigDecimal.ZERO;
    for (Observation o : observations) {
      BigDecimal w = new BigDecimal(o.weight);
      weight = weight.add(w);
      sum = sum.add(w.multiply(new BigDecimal(o.value)));
    }
    if (weight.signum() == 0) {
      return new ExactMoments(weight, BigDecimal.ZERO, BigDecimal.ZERO);
    }
    BigDecimal mean = sum.divide(weight, DIGITS);
    BigDecimal m2 = BigDecimal.ZERO;
    for (Observation o : observations) {
      BigDecimal d = new BigDecimal(o.value).subtract(mean);
      m2 = m2.add(new BigDecimal(o.weight).multiply(d).multiply(d), DIGITS);
    }
    return new ExactMoments(weight, mean, m2);
  }

  /** How far the column's mean is from the exact one. */
  double errorOfMean(Moments moments, int j) {
    BigDecimal running = new BigDecimal(moments.mean(j)).add(new BigDecimal(moments.meanRest(j)));
    return running.subtract(mean).abs().doubleValue();
  }

  /** Square root of the exact variance. */
  double spread() {
    return weight.signum() == 0 ? 0.0 : Math.sqrt(m2.divide(weight, DIGITS).doubleValue());
  }
}
