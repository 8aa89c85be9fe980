package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Fit;
import io.bayou.model.Posterior;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Features with a normal distribution in each class, or a Bernoulli one if all are 0 or 1. */
final class GaussianBlock extends NumericBlock {
  private final VarianceRule rule;
  private final ZeroOneColumns zeroOne;
  private double[] factors = {};
  private NormalDensity[] densities = {};

  /* Whether the density of a class depends on the others by nothing but the scale of each column. */
  private boolean separate;

  GaussianBlock(ModelSpec spec) {
    super(spec, FeatureType.GAUSSIAN);
    rule = new VarianceRule(spec);
    zeroOne = new ZeroOneColumns(spec);
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
  public void refresh(double[] stillCounts) {
    int changed = takeChanged();
    if (changed != NONE) {
      refresh(stillCounts, changed);
    }
  }

  private void refresh(double[] stillCounts, int changed) {
    if (changed != ANY && separate) {
      PooledMoments pooled = pool(changed);
      if (rule.isPositive(pooled)) {
        densities[changed].refresh(rule, 1.0, pooled.variance(), pooled);
        zeroOne.refresh(this, changed, pooled);
        return;
      }
    }
    factors = Arrays.copyOf(stillCounts, densities.length);
    PooledMoments pooled = pool(factors);
    double[] scale = rule.scale(moments(), factors, pooled);
    separate = rule.isPositive(pooled);
    for (int c = 0; c < densities.length; c++) {
      densities[c].refresh(rule, factors[c], scale, pooled);
      separate &= densities[c].isRegular();
    }
    zeroOne.refresh(this, changed, pooled);
  }

  @Override
  NumericBlock newEmpty() {
    return new GaussianBlock(spec());
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends NumericEvent {
    private final NormalDensity.Terms terms = new NormalDensity.Terms(values.length);
    private final double[] others = new double[values.length];

    @Override
    public void score(ClassScores scores, Posterior answer) {
      NormalDensity[] densities = GaussianBlock.this.densities;
      if (!zeroOne.isEmpty()) {
        scoreMixed(scores);
        return;
      }
      boolean complete = isComplete();
      for (int c = 0; c < densities.length; c++) {
        densities[c].score(values, complete, terms, c, scores);
      }
    }

    private void scoreMixed(ClassScores scores) {
      zeroOne.copyOthers(values, others);
      for (int c = 0; c < densities.length; c++) {
        scores.sums()[c] += zeroOne.logOf(values, moments(c), factors[c]);
        densities[c].score(others, false, terms, c, scores);
      }
    }

    @Override
    public double logLikelihood(int j, int c) {
      if (zeroOne.has(j, values[j])) {
        return Math.log(zeroOne.probability(j, values[j], moments(c), factors[c]));
      }
      return Double.isNaN(values[j]) ? 0.0 : densities[c].logOf(j, values[j]);
    }
  }

  /* The sum of squares around the mean of a class is M2, whatever the estimate of the variance. */
  @Override
  public Fit fit(double[] weights, double[] factors) {
    Fit fit = new Fit(rule.isCommon() ? columns() : 0, 0.0);
    for (int j = 0; j < columns(); j++) {
      fit = zeroOne.has(j) ? fit.plus(zeroOne.fit(j, moments(), factors)) : fit;
    }
    for (int c = 0; c < classes(); c++) {
      Moments ofClass = moments(c);
      NormalDensity density = densities[c];
      for (int j = 0; j < columns(); j++) {
        double w = ofClass.weight(j) * factors[c];
        if (!zeroOne.has(j) && w >= Decay.FORGOTTEN && density.inverse(j) > 0.0) {
          double squares = ofClass.m2(j) * factors[c];
          double log = w * density.logVolume(j) + squares * density.inverse(j);
          fit = fit.plus(new Fit(rule.isCommon() ? 1 : PARAMETERS, -0.5 * log));
        }
      }
    }
    return fit;
  }

  @Override
  public List<ScoringForm> scoringForms() {
    List<ScoringForm> forms = new ArrayList<>();
    for (int j = 0; j < columns(); j++) {
      int column = j;
      ScoringForm form =
          form("normal", j)
              .numbers("mean", byClass(c -> densities[c].mean(column)))
              .numbers("meanRest", byClass(c -> densities[c].meanRest(column)))
              .numbers("precision", byClass(c -> densities[c].inverse(column)));
      if (zeroOne.has(j)) {
        form.numbers("probabilityOfZero", byClass(c -> ofTruth(c, column, 0.0)))
            .numbers("probabilityOfOne", byClass(c -> ofTruth(c, column, 1.0)));
      }
      forms.add(form);
    }
    return forms;
  }

  private double ofTruth(int c, int j, double value) {
    return zeroOne.probability(j, value, moments(c), factors[c]);
  }
}
