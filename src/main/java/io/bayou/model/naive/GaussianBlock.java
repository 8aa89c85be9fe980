package io.bayou.model.naive;

import io.bayou.model.Fit;
import io.bayou.model.Posterior;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.ArrayList;
import java.util.List;

/** Features with a normal distribution in each class. */
final class GaussianBlock extends NumericBlock {
  private final VarianceRule rule;
  private final List<NormalDensity> densities = new ArrayList<>();

  GaussianBlock(ModelSpec spec) {
    rule = new VarianceRule(spec);
  }

  @Override
  public void openClass(int c) {
    super.openClass(c);
    densities.add(c, new NormalDensity(moments(c)));
  }

  @Override
  public void removeClass(int c) {
    super.removeClass(c);
    densities.remove(c);
  }

  @Override
  public void refresh(double[] factors) {
    PooledMoments pooled = pool(factors);
    double[] scale = rule.scale(moments(), factors, pooled);
    for (int c = 0; c < densities.size(); c++) {
      densities.get(c).refresh(rule, factors[c], scale, pooled);
    }
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends NumericEvent {
    @Override
    public void score(double[] scores, Posterior answer) {
      boolean complete = isComplete();
      for (int c = 0; c < densities.size(); c++) {
        NormalDensity density = densities.get(c);
        scores[c] += complete ? density.logOfComplete(values) : density.logOfPresent(values);
      }
    }

    @Override
    public double logLikelihood(int j, int c) {
      return Double.isNaN(values[j]) ? 0.0 : densities.get(c).logOf(j, values[j]);
    }
  }

  /* The sum of squares around the mean of a class is M2, whatever the estimate of the variance. */
  @Override
  public Fit fit(double[] weights, double[] factors) {
    Fit fit = new Fit(rule.isCommon() ? columns() : 0, 0.0);
    for (int c = 0; c < classes(); c++) {
      Moments ofClass = moments(c);
      NormalDensity density = densities.get(c);
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
