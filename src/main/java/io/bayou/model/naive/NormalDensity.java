package io.bayou.model.naive;

import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.Arrays;

/**
 * The normal density of each column in one class.
 *
 * <p>A variance is own + slope * scale. Own and slope depend on the statistics of the class and are
 * computed when those change. The scale of a column depends on all classes and so changes with
 * every example.
 */
final class NormalDensity {
  private static final double LN_2_PI = Math.log(2.0 * Math.PI);

  /** Products between SMALL and LARGE multiply without overflow or loss. */
  private static final double SMALL = 1e-140;

  private static final double LARGE = 1e140;

  private final Moments moments;
  private long revision = -1;
  private double factor;
  private boolean unseen;
  private double[] means = {};
  private double[] rests = {};
  private double[] completedMeans = {};
  private double[] completedRests = {};
  private double[] own = {};
  private double[] slope = {};
  private double[] inverse = {};
  private double logVolume;

  NormalDensity(Moments moments) {
    this.moments = moments;
  }

  /**
   * Prepares for scoring.
   *
   * @param stillCounts the decay of the statistics of the class
   * @param scale by column, from all classes
   */
  void refresh(VarianceRule rule, double stillCounts, double[] scale, PooledMoments pooled) {
    if (revision != moments.revision() || factor != stillCounts) {
      revision = moments.revision();
      factor = stillCounts;
      renew(rule);
    }
    if (unseen || !rule.isPositive(pooled)) {
      logVolume = setOneByOne(scale, pooled);
    } else {
      logVolume = setAll(scale);
    }
  }

  /* The hot path: a loop without branches, one division for four columns and one logarithm for all.
   * Returns the logarithm of the volumes' product. */
  private double setAll(double[] scale) {
    double[] own = this.own;
    double[] slope = this.slope;
    double[] inverse = this.inverse;
    double log = columns() * LN_2_PI;
    double product = 1.0;
    for (int j = 0; j < own.length; j += 4) {
      double v0 = own[j] + slope[j] * scale[j];
      double v1 = own[j + 1] + slope[j + 1] * scale[j + 1];
      double v2 = own[j + 2] + slope[j + 2] * scale[j + 2];
      double v3 = own[j + 3] + slope[j + 3] * scale[j + 3];
      double first = v0 * v1;
      double second = v2 * v3;
      double next = product * (first * second);
      if (isMild(first) && isMild(second) && isMild(next)) {
        double reciprocal = 1.0 / (first * second);
        inverse[j] = reciprocal * second * v1;
        inverse[j + 1] = reciprocal * second * v0;
        inverse[j + 2] = reciprocal * first * v3;
        inverse[j + 3] = reciprocal * first * v2;
        product = next;
      } else {
        log += Math.log(product) + setFour(j, v0, v1, v2, v3);
        product = 1.0;
      }
    }
    return log + Math.log(product);
  }

  /* Variances of any size. */
  private double setFour(int j, double v0, double v1, double v2, double v3) {
    inverse[j] = 1.0 / v0;
    inverse[j + 1] = 1.0 / v1;
    inverse[j + 2] = 1.0 / v2;
    inverse[j + 3] = 1.0 / v3;
    return Math.log(v0) + Math.log(v1) + Math.log(v2) + Math.log(v3);
  }

  /* With columns that the class has not seen, or that may be constant. */
  private double setOneByOne(double[] scale, PooledMoments pooled) {
    double log = 0.0;
    for (int j = 0; j < columns(); j++) {
      double ofAll = pooled.variance()[j];
      double v = own[j] + slope[j] * scale[j];
      if (moments.weight(j) * factor < Decay.FORGOTTEN) {
        // Not seen: the class uses the pooled moments.
        means[j] = pooled.mean(j);
        rests[j] = 0.0;
        v = ofAll;
      } else if (!(v > 0.0)) {
        v = 1e-9 * ofAll;
      }
      // A constant feature, and a rule that does not smooth it: no density.
      inverse[j] = v >= Moments.CONSTANT_VARIANCE ? 1.0 / v : 0.0;
      log += logVolume(j);
    }
    return log;
  }

  private int columns() {
    return moments.size();
  }

  private static boolean isMild(double product) {
    return product > SMALL && product < LARGE;
  }

  private void renew(VarianceRule rule) {
    if (completedMeans.length != columns()) {
      own = new double[PooledMoments.fourfold(columns())];
      Arrays.fill(own, 1.0); // beyond the columns, too: it changes no product
      slope = new double[own.length];
      inverse = new double[own.length];
      completedMeans = new double[columns()];
      completedRests = new double[columns()];
    }
    unseen = hasUnseen();
    means = unseen ? copy(moments.means(), completedMeans) : moments.means();
    rests = unseen ? copy(moments.meanRests(), completedRests) : moments.meanRests();
    rule.split(moments, factor, own, slope);
  }

  private static double[] copy(double[] from, double[] to) {
    System.arraycopy(from, 0, to, 0, to.length);
    return to;
  }

  private boolean hasUnseen() {
    if (moments.commonWeight() * factor >= Decay.FORGOTTEN) {
      return false;
    }
    for (double weight : moments.weights()) {
      if (weight * factor < Decay.FORGOTTEN) {
        return true;
      }
    }
    return false;
  }

  /** The log density of an event that has a value of every column. */
  double logOfComplete(double[] x) {
    double[] means = this.means;
    double[] rests = this.rests;
    double[] inverse = this.inverse;
    double even = 0.0;
    double odd = 0.0;
    int j = 0;
    for (; j < x.length - 1; j += 2) {
      double d = (x[j] - means[j]) - rests[j];
      double e = (x[j + 1] - means[j + 1]) - rests[j + 1];
      even += d * d * inverse[j];
      odd += e * e * inverse[j + 1];
    }
    if (j < x.length) {
      even += squaredDistance(j, x[j]);
    }
    return -0.5 * (Math.min(even + odd, NumericBlock.MAX_DISTANCE) + logVolume);
  }

  /** The log density of the columns that are not NaN. */
  double logOfPresent(double[] x) {
    double distance = 0.0;
    double log = 0.0;
    double product = 1.0;
    for (int j = 0; j < x.length; j++) {
      if (!Double.isNaN(x[j]) && inverse[j] > 0.0) {
        distance += squaredDistance(j, x[j]);
        log += LN_2_PI;
        double next = product * inverse[j];
        if (isMild(next)) {
          product = next;
        } else {
          log -= Math.log(product) + Math.log(inverse[j]);
          product = 1.0;
        }
      }
    }
    log -= Math.log(product);
    return -0.5 * (Math.min(distance, NumericBlock.MAX_DISTANCE) + log);
  }

  /** The log density of one column. */
  double logOf(int j, double x) {
    return -0.5 * (Math.min(squaredDistance(j, x), NumericBlock.MAX_DISTANCE) + logVolume(j));
  }

  private double squaredDistance(int j, double x) {
    double d = (x - means[j]) - rests[j];
    return d * d * inverse[j];
  }

  double logVolume(int j) {
    return inverse[j] > 0.0 ? LN_2_PI - Math.log(inverse[j]) : 0.0;
  }

  /** 0 for a column without density. */
  double inverse(int j) {
    return inverse[j];
  }
}
