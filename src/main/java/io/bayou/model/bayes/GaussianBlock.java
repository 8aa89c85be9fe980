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
  private final LogProduct volume = new LogProduct();
  private Constants[] constants = {};

  /* What the density of one class needs, refreshed after learning. A column that says nothing has
   * inverse 0 and volume 1, so that the loop over columns needs no case for it. */
  private static final class Constants {
    double[] mean = {};
    double[] rest = {};
    double[] inverse = {};
    double[] volume = {};

    void resize(int columns) {
      if (mean.length != columns) {
        mean = new double[columns];
        rest = new double[columns];
        inverse = new double[columns];
        volume = new double[columns];
      }
    }
  }

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
    if (constants.length < classes()) {
      constants = new Constants[classes()];
    }
    double largest = rule instanceof Variance.Sklearn ? largestVariance() : 0.0;
    for (int c = 0; c < classes(); c++) {
      if (constants[c] == null) {
        constants[c] = new Constants();
      }
      refresh(constants[c], moments(c), factors[c], largest);
    }
  }

  private void refresh(Constants out, Moments in, double factor, double largest) {
    int n = columns();
    out.resize(n);
    if (rule instanceof Variance.Shrink shrink && !posteriorMode) {
      shrink(out, in, factor, shrink);
    } else {
      for (int j = 0; j < n; j++) {
        set(out, in, j, variance(in.weight(j) * factor, in.m2(j) * factor, pooled(j), largest));
      }
    }
  }

  /* The default rule in a loop of its own: this is the hot path of learning and predicting in turn. */
  private void shrink(Constants out, Moments in, double factor, Variance.Shrink rule) {
    for (int j = 0; j < columns(); j++) {
      double s2 = pooled(j);
      double m2 = in.m2(j) * factor + rule.k() * s2;
      set(out, in, j, m2 / (in.weight(j) * factor + rule.k()) + rule.floor() * s2);
    }
  }

  private void set(Constants out, Moments in, int j, double variance) {
    double s2 = pooled(j);
    boolean seen = in.weight(j) > 0.0;
    out.mean[j] = seen ? in.mean(j) : pooledMean(j);
    out.rest[j] = seen ? in.meanRest(j) : 0.0;
    if (s2 < CONSTANT) {
      out.inverse[j] = 0.0;
      out.volume[j] = 1.0;
    } else {
      double v = !seen ? s2 : variance > 0.0 ? variance : 1e-9 * s2;
      out.inverse[j] = 1.0 / v;
      out.volume[j] = TWO_PI * v;
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
    for (int j = 0; j < columns(); j++) {
      largest = Math.max(largest, pooled(j));
    }
    return largest;
  }

  @Override
  public void score(double[] scores, Posterior answer) {
    double[] x = values();
    int n = columns();
    for (int c = 0; c < classes(); c++) {
      Constants k = constants[c];
      double distance = 0.0;
      volume.reset();
      for (int j = 0; j < n; j++) {
        if (!Double.isNaN(x[j])) {
          double d = (x[j] - k.mean[j]) - k.rest[j];
          distance += Math.min(d * d * k.inverse[j], FARTHEST);
          volume.multiply(k.volume[j]);
        }
      }
      scores[c] -= 0.5 * (distance + volume.log());
    }
  }

  @Override
  public double logLikelihood(int j, int c) {
    double x = values()[j];
    if (Double.isNaN(x)) {
      return 0.0;
    }
    Constants k = constants[c];
    double d = (x - k.mean[j]) - k.rest[j];
    return -0.5 * (Math.min(d * d * k.inverse[j], FARTHEST) + Math.log(k.volume[j]));
  }
}
