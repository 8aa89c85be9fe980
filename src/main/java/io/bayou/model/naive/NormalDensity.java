package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;

/**
 * The normal density of each column in one class.
 *
 * <p>A variance is own + slope * scale. Own and slope depend on the statistics of the class, the
 * scale of a column on those of all classes, so it changes with every example. Where nothing needs
 * special care, variances are therefore not kept, but computed when an event is scored.
 */
final class NormalDensity {
  private static final double LN_2_PI = Math.log(2.0 * Math.PI);

  /** Products between SMALL and LARGE multiply without overflow or loss. */
  private static final double SMALL = 1e-140;

  private static final double LARGE = 1e140;

  /**
   * Room for the terms of one event in one class.
   *
   * @param variances by column
   * @param squares by column, of the distance from the mean
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Terms(double[] variances, double[] squares) {
    Terms(int columns) {
      this(new double[columns], new double[columns]);
    }
  }

  private final Moments moments;
  private long revision = -1;
  private double factor;
  private boolean unseen;
  private double[] means = {};
  private double[] rests = {};
  private double[] completedMeans = {};
  private double[] completedRests = {};
  private double[] scale = {};
  private PooledMoments pooled;

  /* Whether every variance is own + slope * scale, and 0 only where the column is constant. */
  private boolean regular;

  /* The same if all columns have the same weight, too, and so the same slope; own is then the sum
   * of squares times a factor. */
  private boolean even;
  private double[] squares = {};
  private double ownFactor;
  private double commonSlope;

  private double[] own = {};
  private double[] slope = {};
  private double[] inverse = {}; // where the density is not regular

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
    boolean positive = rule.isPositive(pooled);
    double weight = moments.commonWeight() * stillCounts;
    this.scale = scale;
    this.pooled = pooled;
    even = rule.isMild(pooled) && weight >= Decay.FORGOTTEN;
    if (even) {
      regular = true;
      means = moments.means();
      rests = moments.meanRests();
      squares = moments.squares();
      ownFactor = rule.ownFactor(weight, stillCounts);
      commonSlope = rule.slope(weight);
      revision = -1;
    } else {
      refreshUneven(rule, stillCounts, pooled, positive);
    }
  }

  private void refreshUneven(
      VarianceRule rule, double stillCounts, PooledMoments pooled, boolean positive) {
    if (revision != moments.revision() || factor != stillCounts) {
      revision = moments.revision();
      factor = stillCounts;
      renew(rule);
    }
    regular = positive && !unseen;
    if (!regular) {
      setOneByOne(pooled);
    }
  }

  private void renew(VarianceRule rule) {
    if (slope.length != columns()) {
      own = new double[columns()];
      slope = new double[columns()];
      inverse = new double[columns()];
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

  /* With columns that the class has not seen, or that may be constant. */
  private void setOneByOne(PooledMoments pooled) {
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
    }
  }

  private int columns() {
    return moments.size();
  }

  /** Whether nothing but the scale of the columns depends on other classes. */
  boolean isRegular() {
    return regular;
  }

  /**
   * Multiplies the score of a class by the density of the columns that are not NaN.
   *
   * @param complete whether none is
   * @param terms room for calculation
   */
  void score(double[] x, boolean complete, Terms terms, int c, ClassScores scores) {
    if (!(even && complete && scoreAll(x, terms, c, scores))) {
      scores.sums()[c] += logOfPresent(x);
    }
  }

  /* The hot path: four columns share a division, and no logarithm is taken. A product of four
   * variances cannot underflow (see VarianceRule.isMild); what overflows is left to logOfPresent. */
  private boolean scoreAll(double[] x, Terms terms, int c, ClassScores scores) {
    boolean few = x.length < Moments.FEW && pooled.varying() == x.length;
    return few ? scoreFew(x, c, scores) : scoreMany(x, terms, c, scores);
  }

  private boolean scoreMany(double[] x, Terms terms, int c, ClassScores scores) {
    double[] v = terms.variances();
    double[] d = terms.squares();
    prepare(x, v, d);
    if (pooled.varying() < x.length) {
      leaveOutConstant(v, d);
    }
    double distance = 0.0;
    double log = 0.0;
    double product = 1.0;
    int j = 0;
    for (; j < x.length - 3; j += 4) {
      double volume = v[j] * v[j + 1] * (v[j + 2] * v[j + 3]);
      distance +=
          sum(d[j], v[j], d[j + 1], v[j + 1], d[j + 2], v[j + 2], d[j + 3], v[j + 3]) / volume;
      if (isMild(product * volume)) {
        product *= volume;
      } else {
        log += Math.log(product);
        product = volume;
      }
    }
    for (; j < x.length; j++) {
      distance += d[j] / v[j];
      product *= v[j];
    }
    return multiply(c, scores, distance, log, product);
  }

  /* As scoreMany, without arrays in between: they pay where many columns are worked on at once. */
  private boolean scoreFew(double[] x, int c, ClassScores scores) {
    double distance = 0.0;
    double product = 1.0;
    int j = 0;
    for (; j < x.length - 3; j += 4) {
      double v0 = variance(j);
      double v1 = variance(j + 1);
      double v2 = variance(j + 2);
      double v3 = variance(j + 3);
      double d0 = square(j, x[j]);
      double d1 = square(j + 1, x[j + 1]);
      double d2 = square(j + 2, x[j + 2]);
      double d3 = square(j + 3, x[j + 3]);
      double volume = v0 * v1 * (v2 * v3);
      distance += sum(d0, v0, d1, v1, d2, v2, d3, v3) / volume;
      product *= volume;
    }
    for (; j < x.length; j++) {
      distance += square(j, x[j]) / variance(j);
      product *= variance(j);
    }
    return multiply(c, scores, distance, 0.0, product);
  }

  /* The sum of the quotients d / v, times all four v. */
  private static double sum(
      double d0, double v0, double d1, double v1, double d2, double v2, double d3, double v3) {
    return (d0 * v1 + d1 * v0) * (v2 * v3) + (d2 * v3 + d3 * v2) * (v0 * v1);
  }

  /* Returns false if there was an overflow or underflow. */
  private boolean multiply(int c, ClassScores scores, double distance, double log, double product) {
    if (!(distance < NumericBlock.MAX_DISTANCE && log < LARGE && isMild(product))) {
      return false;
    }
    scores.sums()[c] += logOf(distance, pooled.varying() * LN_2_PI + log);
    scores.multiply(c, 1.0 / Math.sqrt(product));
    return true;
  }

  private void leaveOutConstant(double[] variances, double[] distances) {
    for (int j = 0; j < variances.length; j++) {
      if (scale[j] == 0.0) {
        variances[j] = 1.0;
        distances[j] = 0.0;
      }
    }
  }

  /* A loop in which the compiler works on several columns at once. */
  private void prepare(double[] x, double[] variances, double[] distances) {
    double[] means = this.means;
    double[] rests = this.rests;
    double[] squares = this.squares;
    double[] scale = this.scale;
    double factor = ownFactor;
    double slope = commonSlope;
    for (int j = 0; j < x.length; j++) {
      double deviation = (x[j] - means[j]) - rests[j];
      variances[j] = squares[j] * factor + slope * scale[j];
      distances[j] = deviation * deviation;
    }
  }

  private double variance(int j) {
    return squares[j] * ownFactor + commonSlope * scale[j];
  }

  private double logOfPresent(double[] x) {
    double distance = 0.0;
    double log = 0.0;
    double product = 1.0;
    for (int j = 0; j < x.length; j++) {
      double inverse = Double.isNaN(x[j]) ? 0.0 : inverse(j);
      if (inverse > 0.0) {
        distance += square(j, x[j]) * inverse;
        log += LN_2_PI;
        double next = product * inverse;
        if (isMild(next)) {
          product = next;
        } else {
          log -= Math.log(product) + Math.log(inverse);
          product = 1.0;
        }
      }
    }
    return logOf(distance, log - Math.log(product));
  }

  /** The log density of one column. */
  double logOf(int j, double x) {
    return logOf(squaredDistance(j, x), logVolume(j));
  }

  private static double logOf(double distance, double logVolume) {
    return -0.5 * (Math.min(distance, NumericBlock.MAX_DISTANCE) + logVolume);
  }

  private static boolean isMild(double product) {
    return product > SMALL && product < LARGE;
  }

  private double squaredDistance(int j, double x) {
    return square(j, x) * inverse(j);
  }

  private double square(int j, double x) {
    double deviation = (x - means[j]) - rests[j];
    return deviation * deviation;
  }

  double logVolume(int j) {
    return inverse(j) > 0.0 ? LN_2_PI - Math.log(inverse(j)) : 0.0;
  }

  /** 0 for a column without density. */
  double inverse(int j) {
    if (!regular) {
      return inverse[j];
    }
    double variance = even ? variance(j) : own[j] + slope[j] * scale[j];
    return variance >= Moments.CONSTANT_VARIANCE ? 1.0 / variance : 0.0;
  }

  double mean(int j) {
    return means[j];
  }

  double meanRest(int j) {
    return rests[j];
  }
}
