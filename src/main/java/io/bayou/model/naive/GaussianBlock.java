package io.bayou.model.naive;

import io.bayou.model.Fit;
import io.bayou.model.Posterior;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.Arrays;

/** Features with a normal distribution in each class. */
final class GaussianBlock extends NumericBlock {
  private final VarianceRule rule;
  private NormalDensity[] densities = {};

  /* Whether the density of a class depends on the others by nothing but the scale of each column. */
  private boolean separate;

  GaussianBlock(ModelSpec spec) {
    super(spec);
    rule = new VarianceRule(spec);
  }

  @Override
  public void openClass(int c) {
    super.openClass(c);
    NormalDensity[] more = Arrays.copyOf(densities, densities.length + 1);
    System.arraycopy(densities, c, more, c + 1, densities.length - c);
    more[c] = new NormalDensity(moments(c));
    densities = more;
  }

  @Override
  public void removeClass(int c) {
    super.removeClass(c);
    NormalDensity[] fewer = Arrays.copyOf(densities, densities.length - 1);
    System.arraycopy(densities, c + 1, fewer, c, fewer.length - c);
    densities = fewer;
  }

  @Override
  public void refresh(double[] factors) {
    int changed = takeChanged();
    if (changed == NONE) {
      return;
    }
    if (changed != ANY && separate) {
      PooledMoments pooled = pool(changed);
      if (rule.isPositive(pooled)) {
        densities[changed].refresh(rule, 1.0, pooled.variance(), pooled);
        return;
      }
    }
    PooledMoments pooled = pool(factors);
    double[] scale = rule.scale(moments(), factors, pooled);
    separate = rule.isPositive(pooled);
    for (int c = 0; c < densities.length; c++) {
      densities[c].refresh(rule, factors[c], scale, pooled);
      separate &= densities[c].isRegular();
    }
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends NumericEvent {
    private final NormalDensity.Terms terms = new NormalDensity.Terms(values.length);

    @Override
    public void score(double[] scores, Posterior answer) {
      NormalDensity[] densities = GaussianBlock.this.densities;
      boolean complete = isComplete();
      for (int c = 0; c < densities.length; c++) {
        scores[c] += densities[c].logOf(values, complete, terms);
      }
    }

    @Override
    public double logLikelihood(int j, int c) {
      return Double.isNaN(values[j]) ? 0.0 : densities[c].logOf(j, values[j]);
    }
  }

  /* The sum of squares around the mean of a class is M2, whatever the estimate of the variance. */
  @Override
  public Fit fit(double[] weights, double[] factors) {
    Fit fit = new Fit(rule.isCommon() ? columns() : 0, 0.0);
    for (int c = 0; c < classes(); c++) {
      Moments ofClass = moments(c);
      NormalDensity density = densities[c];
      for (int j = 0; j < columns(); j++) {
        double w = ofClass.weight(j) * factors[c];
        if (w >= Decay.FORGOTTEN && density.inverse(j) > 0.0) {
          double squares = ofClass.m2(j) * factors[c];
          double log = w * density.logVolume(j) + squares * density.inverse(j);
          fit = fit.plus(new Fit(rule.isCommon() ? 1 : PARAMETERS, -0.5 * log));
        }
      }
    }
    return fit;
  }
}
