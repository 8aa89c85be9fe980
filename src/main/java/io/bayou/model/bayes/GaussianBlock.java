package io.bayou.model.bayes;

import io.bayou.model.ModelSpec;
import io.bayou.model.ModelSpec.Estimate;
import io.bayou.model.ModelSpec.Variance;
import io.bayou.model.Posterior;
import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.Moments;

/** Features with a normal distribution in each class. */
final class GaussianBlock extends NumericBlock {
  private static final double TWO_PI = 2.0 * Math.PI;

  private final Variance rule;
  private final boolean posteriorMode;

  /* What the density of one class needs, refreshed after learning; four numbers for each column. A
   * column that says nothing has inverse variance 0 and volume 1, so that the loop over columns needs
   * no case for it. */
  private static final int STRIDE = 4;
  private static final int MEAN = 0;
  private static final int REST = 1;
  private static final int INVERSE = 2;
  private static final int VOLUME = 3;
  private double[][] constants = {};

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
    for (int c = 0; c < classes(); c++) {
      if (shrink) {
        shrink(constants[c], moments(c).state(), factors[c], (Variance.Shrink) rule);
      } else {
        refresh(constants[c], moments(c).state(), factors[c], largest);
      }
    }
  }

  private void refresh(double[] out, double[] s, double factor, double largest) {
    for (int j = 0, at = 0; j < columns(); j++, at += STRIDE) {
      double w = s[at + Moments.WEIGHT] * factor;
      set(out, s, j, variance(w, s[at + Moments.M2] * factor, pooledVariance()[j], largest));
    }
  }

  /* The default rule in a loop of its own: this is the hot path of learning and predicting in turn. */
  private void shrink(double[] out, double[] s, double factor, Variance.Shrink rule) {
    double k = rule.k();
    double floor = rule.floor();
    double[] pooled = pooledVariance();
    double lastWeight = Double.NaN;
    double reciprocal = 0.0;
    for (int j = 0, at = 0; j < pooled.length; j++, at += STRIDE) {
      double w = s[at + Moments.WEIGHT] * factor;
      if (w != lastWeight) {
        lastWeight = w;
        reciprocal = 1.0 / (w + k);
      }
      double s2 = pooled[j];
      set(out, s, j, (s[at + Moments.M2] * factor + k * s2) * reciprocal + floor * s2);
    }
  }

  private void set(double[] out, double[] s, int j, double variance) {
    int at = j * STRIDE;
    double s2 = pooledVariance()[j];
    boolean seen = s[at + Moments.WEIGHT] > 0.0;
    out[at + MEAN] = seen ? s[at + Moments.MEAN] : pooledMean(j);
    out[at + REST] = s[at + Moments.REST];
    if (s2 < CONSTANT) {
      out[at + INVERSE] = 0.0;
      out[at + VOLUME] = 1.0;
    } else {
      double v = !seen ? s2 : variance > 0.0 ? variance : 1e-9 * s2;
      out[at + INVERSE] = 1.0 / v;
      out[at + VOLUME] = TWO_PI * v;
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
  public void score(double[] scores, Posterior answer) {
    for (int c = 0; c < classes(); c++) {
      scores[c] += logDensity(constants[c], values());
    }
  }

  /* As LogProduct does it, in locals: this loop is most of what a prediction costs. */
  private static double logDensity(double[] k, double[] x) {
    double distance = 0.0;
    double product = 1.0;
    double log = 0.0;
    for (int j = 0, at = 0; j < x.length; j++, at += STRIDE) {
      double d = (x[j] - k[at + MEAN]) - k[at + REST];
      if (Double.isNaN(d)) {
        continue;
      }
      distance += Math.min(d * d * k[at + INVERSE], FARTHEST);
      double v = k[at + VOLUME];
      if (v > LogProduct.SMALL && v < LogProduct.LARGE) {
        product *= v;
        if (product > LogProduct.LARGE || product < LogProduct.SMALL) {
          log += Math.log(product);
          product = 1.0;
        }
      } else {
        log += Math.log(v);
      }
    }
    return -0.5 * (distance + (log + Math.log(product)));
  }

  @Override
  public double logLikelihood(int j, int c) {
    double x = values()[j];
    if (Double.isNaN(x)) {
      return 0.0;
    }
    double[] k = constants[c];
    int at = j * STRIDE;
    double d = (x - k[at + MEAN]) - k[at + REST];
    return -0.5 * (Math.min(d * d * k[at + INVERSE], FARTHEST) + Math.log(k[at + VOLUME]));
  }
}
