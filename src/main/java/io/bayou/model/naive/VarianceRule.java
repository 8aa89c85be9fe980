package io.bayou.model.naive;

import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Variance;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.Arrays;
import java.util.List;

/**
 * Estimates the variance of a column in a class as own + slope * scale. Own and slope depend on the
 * statistics of the class alone, the scale of the column on those of all classes.
 */
final class VarianceRule {
  private static final double MIN_VARIANCE = 1e-70;

  private final Variance rule;
  private final boolean posteriorMode;
  private double[] scale = {};

  VarianceRule(ModelSpec spec) {
    posteriorMode = spec.estimate().filter(e -> e == Estimate.MAP).isPresent();
    rule =
        spec.estimate().filter(e -> e == Estimate.MLE).isPresent()
            ? new Variance.Population(0.0)
            : spec.variance();
  }

  /** Whether all classes have one variance. */
  boolean isCommon() {
    return rule instanceof Variance.Pooled && !posteriorMode;
  }

  /** Whether the rule keeps every variance away from 0, except where a column is constant. */
  boolean isPositive(PooledMoments pooled) {
    return rule instanceof Variance.Shrink shrink
        && !posteriorMode
        && shrink.floor() * pooled.leastVariance() >= Moments.CONSTANT_VARIANCE;
  }

  /** As {@link #isPositive}, even a product of four variances. */
  boolean isMild(PooledMoments pooled) {
    return rule instanceof Variance.Shrink shrink
        && !posteriorMode
        && shrink.floor() * pooled.leastVariance() >= MIN_VARIANCE;
  }

  /** By column its scale. */
  double[] scale(List<Moments> classes, double[] factors, PooledMoments pooled) {
    if (isCommon()) {
      return commonVariance(classes, factors, pooled.variance());
    }
    if (rule instanceof Variance.Sklearn && !posteriorMode) {
      double largest = Arrays.stream(pooled.variance()).max().orElse(0.0);
      scale = resized(scale, pooled.variance().length);
      Arrays.fill(scale, largest);
      return scale;
    }
    return pooled.variance();
  }

  /* Within the classes; over all of them where there is one example of each. */
  private double[] commonVariance(List<Moments> classes, double[] factors, double[] pooled) {
    scale = resized(scale, pooled.length);
    int columns = classes.isEmpty() ? 0 : classes.get(0).size();
    for (int j = 0; j < columns; j++) {
      double freedom = 0.0;
      double sum = 0.0;
      for (int c = 0; c < classes.size(); c++) {
        double w = classes.get(c).weight(j) * factors[c];
        freedom += w >= Decay.FORGOTTEN ? w - 1.0 : 0.0;
        sum += classes.get(c).m2(j) * factors[c];
      }
      scale[j] = freedom > 0.0 ? sum / freedom : pooled[j];
    }
    return scale;
  }

  private static double[] resized(double[] numbers, int length) {
    return numbers.length == length ? numbers : new double[length];
  }

  /**
   * Own is this factor times M2 where all columns have the same weight and {@link #isMild}.
   *
   * @param weight of each column, decayed
   */
  double ownFactor(double weight, double factor) {
    return factor / (weight + ((Variance.Shrink) rule).k());
  }

  /** Slope where {@link #ownFactor} applies. */
  double slope(double weight) {
    Variance.Shrink shrink = (Variance.Shrink) rule;
    return shrink.k() / (weight + shrink.k()) + shrink.floor();
  }

  /** Fills in own and slope of each column. */
  void split(Moments moments, double factor, double[] own, double[] slope) {
    if (isCommon()) {
      Arrays.fill(own, 0, moments.size(), 0.0);
      Arrays.fill(slope, 0, moments.size(), 1.0);
    } else if (posteriorMode) {
      // Mode of the normal-inverse-gamma posterior that starts from one pseudo-observation.
      splitByWeight(moments, factor, 1.0, 4.0, 0.0, own, slope);
    } else if (rule instanceof Variance.Shrink shrink) {
      splitByWeight(moments, factor, shrink.k(), shrink.k(), shrink.floor(), own, slope);
    } else if (rule instanceof Variance.Sklearn sklearn) {
      splitByWeight(moments, factor, 0.0, 0.0, sklearn.smoothing(), own, slope);
    } else if (rule instanceof Variance.Population population) {
      splitByWeight(moments, factor, 0.0, 0.0, 0.0, own, slope);
      for (int j = 0; j < moments.size(); j++) {
        own[j] += population.smoothing();
      }
    } else {
      splitSample(moments, factor, own, slope);
    }
  }

  /* (M2 + k scale) / (w + more) + floor * scale. */
  private static void splitByWeight(
      Moments moments,
      double factor,
      double k,
      double more,
      double floor,
      double[] own,
      double[] slope) {
    double[] weights = moments.weights();
    double[] squares = moments.squares();
    double lastWeight = Double.NaN;
    double reciprocal = 0.0;
    for (int j = 0; j < moments.size(); j++) {
      if (weights[j] != lastWeight) {
        lastWeight = weights[j];
        reciprocal = 1.0 / (weights[j] * factor + more);
      }
      own[j] = squares[j] * factor * reciprocal;
      slope[j] = k * reciprocal + floor;
    }
  }

  private static void splitSample(Moments moments, double factor, double[] own, double[] slope) {
    for (int j = 0; j < moments.size(); j++) {
      double freedom = moments.weight(j) * factor - 1.0;
      own[j] = freedom > 0.0 ? moments.m2(j) * factor / freedom : 0.0;
      slope[j] = freedom > 0.0 ? 0.0 : 1.0;
    }
  }
}
