package io.bayou.model.naive;

import io.bayou.model.Fit;
import io.bayou.model.Posterior;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Variance;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;

/** Features with a normal distribution in each class. */
final class GaussianBlock extends NumericBlock {
  private static final double TWO_PI = 2.0 * Math.PI;

  private final Variance rule;
  private final boolean posteriorMode;

  /* What the density of one class needs, refreshed after learning; five numbers for each column: its
   * volume 2 pi v is split into mantissa and exponent. A column that says nothing has inverse
   * variance 0 and volume 1, so that the loop over columns needs
   * no case for it. */
  private static final int STRIDE = 5;
  private static final int MEAN = 0;
  private static final int REST = 1;
  private static final int INVERSE = 2;
  private static final int MANTISSA = 3;
  private static final int EXPONENT = 4;

  /* So many mantissas, each below 2, multiply without overflow. */
  private static final int CHUNK = 1_000;
  private static final double LN_2 = Math.log(2.0);
  private static final long MANTISSA_BITS = 0x000F_FFFF_FFFF_FFFFL;
  private static final long ONE = 0x3FF0_0000_0000_0000L;
  private double[][] constants = {};
  private double[] common = {}; // one variance for all classes, where the rule pools them

  GaussianBlock(ModelSpec spec) {
    posteriorMode = spec.estimate().filter(e -> e == Estimate.MAP).isPresent();
    rule =
        spec.estimate().filter(e -> e == Estimate.MLE).isPresent()
            ? new Variance.Population(0.0)
            : spec.variance();
  }

  @Override
  public void refresh(double[] factors) {
    pool(factors);
    int length = columns() * STRIDE;
    if (constants.length != classes() || (classes() > 0 && constants[0].length != length)) {
      constants = new double[classes()][length];
    }
    boolean shrink = rule instanceof Variance.Shrink && !posteriorMode;
    double largest = rule instanceof Variance.Sklearn ? largestVariance() : 0.0;
    if (rule instanceof Variance.Pooled) {
      common = commonVariance(factors);
    }
    for (int c = 0; c < classes(); c++) {
      if (shrink) {
        shrink(constants[c], moments(c).state(), factors[c], (Variance.Shrink) rule);
      } else {
        refresh(constants[c], moments(c).state(), factors[c], largest);
      }
    }
  }

  private void refresh(double[] out, double[] s, double factor, double largest) {
    for (int j = 0, at = 0; j < columns(); j++, at += Moments.STRIDE) {
      double w = s[at + Moments.WEIGHT] * factor;
      double variance =
          rule instanceof Variance.Pooled && !posteriorMode
              ? common[j]
              : variance(w, s[at + Moments.M2] * factor, pooledVariance()[j], largest);
      set(out, s, j, w, variance);
    }
  }

  /* Within the classes; over all of them where there is one example of each. */
  private double[] commonVariance(double[] factors) {
    double[] variance = new double[columns()];
    for (int j = 0; j < variance.length; j++) {
      double freedom = 0.0;
      double sum = 0.0;
      for (int c = 0; c < classes(); c++) {
        double[] s = moments(c).state();
        double w = s[j * Moments.STRIDE + Moments.WEIGHT] * factors[c];
        freedom += w >= Decay.FORGOTTEN ? w - 1.0 : 0.0;
        sum += s[j * Moments.STRIDE + Moments.M2] * factors[c];
      }
      variance[j] = freedom > 0.0 ? sum / freedom : pooledVariance()[j];
    }
    return variance;
  }

  /* The default rule in a loop of its own: this is the hot path of learning and predicting in turn. */
  private void shrink(double[] out, double[] s, double factor, Variance.Shrink rule) {
    double k = rule.k();
    double floor = rule.floor();
    double[] pooled = pooledVariance();
    double lastWeight = Double.NaN;
    double reciprocal = 0.0;
    for (int j = 0, at = 0; j < pooled.length; j++, at += Moments.STRIDE) {
      double w = s[at + Moments.WEIGHT] * factor;
      if (w != lastWeight) {
        lastWeight = w;
        reciprocal = 1.0 / (w + k);
      }
      double s2 = pooled[j];
      set(out, s, j, w, (s[at + Moments.M2] * factor + k * s2) * reciprocal + floor * s2);
    }
  }

  private void set(double[] out, double[] s, int j, double w, double variance) {
    int offset = j * STRIDE;
    int from = j * Moments.STRIDE;
    double s2 = pooledVariance()[j];
    boolean seen = w >= Decay.FORGOTTEN;
    out[offset + MEAN] = seen ? s[from + Moments.MEAN] : pooledMean(j);
    out[offset + REST] = seen ? s[from + Moments.REST] : 0.0;
    double v = !seen ? s2 : variance > 0.0 ? variance : 1e-9 * s2;
    if (v < Moments.CONSTANT_VARIANCE) {
      // A constant feature, and a rule that does not smooth it: no density.
      out[offset + INVERSE] = 0.0;
      out[offset + MANTISSA] = 1.0;
      out[offset + EXPONENT] = 0.0;
    } else {
      out[offset + INVERSE] = 1.0 / v;
      long volume = Double.doubleToRawLongBits(TWO_PI * v);
      out[offset + MANTISSA] = Double.longBitsToDouble((volume & MANTISSA_BITS) | ONE);
      out[offset + EXPONENT] = (volume >>> 52) - 1023;
    }
  }

  private double variance(double w, double m2, double s2, double largest) {
    if (posteriorMode) {
      // Mode of the normal-inverse-gamma posterior that starts from one pseudo-observation.
      return (m2 + s2) / (w + 4.0);
    }
    if (rule instanceof Variance.Sklearn sklearn) {
      return m2 / w + sklearn.smoothing() * largest;
    }
    if (rule instanceof Variance.Population population) {
      return m2 / w + population.smoothing();
    }
    if (rule instanceof Variance.Sample) {
      return w > 1.0 ? m2 / (w - 1.0) : s2;
    }
    Variance.Shrink shrink = (Variance.Shrink) rule;
    return (m2 + shrink.k() * s2) / (w + shrink.k()) + shrink.floor() * s2;
  }

  private double largestVariance() {
    double largest = 0.0;
    for (double variance : pooledVariance()) {
      largest = Math.max(largest, variance);
    }
    return largest;
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends NumericEvent {
    @Override
    public void score(double[] scores, Posterior answer) {
      for (int c = 0; c < classes(); c++) {
        scores[c] += logDensity(constants[c], values);
      }
    }

    @Override
    public double logLikelihood(int j, int c) {
      if (Double.isNaN(values[j])) {
        return 0.0;
      }
      double[] k = constants[c];
      int offset = j * STRIDE;
      double d = (values[j] - k[offset + MEAN]) - k[offset + REST];
      return -0.5 * (Math.min(d * d * k[offset + INVERSE], MAX_DISTANCE) + logVolume(k, offset));
    }
  }

  /* The logarithm of the volumes' product, as one logarithm of the product of their mantissas and a
   * sum of exponents: this loop is most of what a prediction costs. */
  private static double logDensity(double[] k, double[] x) {
    double distance = 0.0;
    double log = 0.0;
    for (int from = 0; from < x.length; from += CHUNK) {
      int to = Math.min(x.length, from + CHUNK);
      double product = 1.0;
      double exponent = 0.0;
      for (int j = from, at = from * STRIDE; j < to; j++, at += STRIDE) {
        double d = (x[j] - k[at + MEAN]) - k[at + REST];
        if (!Double.isNaN(d)) {
          distance += d * d * k[at + INVERSE];
          product *= k[at + MANTISSA];
          exponent += k[at + EXPONENT];
        }
      }
      log += Math.log(product) + exponent * LN_2;
    }
    return -0.5 * (Math.min(distance, MAX_DISTANCE) + log);
  }

  /* Around the mean of a class the sum of squares is M2, whatever the variance is estimated by. */
  @Override
  public Fit fit(double[] weights, double[] factors) {
    boolean pooled = rule instanceof Variance.Pooled && !posteriorMode;
    Fit fit = new Fit(pooled ? columns() : 0, 0.0);
    for (int c = 0; c < classes(); c++) {
      for (int j = 0, at = 0; j < columns(); j++, at += STRIDE) {
        double w = moments(c).weight(j) * factors[c];
        if (w >= Decay.FORGOTTEN && constants[c][at + INVERSE] > 0.0) {
          double squares = moments(c).m2(j) * factors[c];
          double log = w * logVolume(constants[c], at) + squares * constants[c][at + INVERSE];
          fit = fit.plus(new Fit(pooled ? 1 : PARAMETERS, -0.5 * log));
        }
      }
    }
    return fit;
  }

  private static double logVolume(double[] k, int offset) {
    return Math.log(k[offset + MANTISSA]) + k[offset + EXPONENT] * LN_2;
  }
}
