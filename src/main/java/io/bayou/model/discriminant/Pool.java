package io.bayou.model.discriminant;

import io.bayou.model.stat.Moments;
import io.bayou.model.stat.Triangle;
import java.util.Arrays;
import java.util.List;

/**
 * The pooled statistics of all classes: the scatter within classes, and the mean and variance of
 * every column over all classes. They are derived from the classes, not learned.
 */
final class Pool {
  /**
   * A column that varies by less than this share of its mean is constant: a tenth of the last
   * digit, so that only rounding can cause it.
   */
  private static final double ROUNDING = 1e-17;

  private int size;
  private int seen;
  private double[] weights = {};
  private double[] classes = {};
  private double[] means = {};
  private double[] variance = {};
  private double[] scatter = {};

  void refresh(List<ClassMoments> all, int columns) {
    if (columns != size) {
      size = columns;
      weights = new double[size];
      classes = new double[size];
      means = new double[2 * size];
      variance = new double[size];
      scatter = new double[Triangle.size(size)];
    }
    Arrays.fill(scatter, 0.0);
    for (ClassMoments moments : all) {
      moments.addScatter(scatter);
    }
    seen = 0;
    for (int j = 0; j < size; j++) {
      pool(all, j);
      seen += weights[j] > 0.0 ? 1 : 0;
    }
  }

  /* Means are taken relative to the mean of one class, which keeps their digits. */
  private void pool(List<ClassMoments> all, int j) {
    weights[j] = 0.0;
    classes[j] = 0.0;
    ClassMoments origin = null;
    double sum = 0.0;
    for (ClassMoments moments : all) {
      double w = moments.weight(j);
      if (w > 0.0) {
        origin = origin == null ? moments : origin;
        weights[j] += w;
        classes[j]++;
        sum += w * ClassMoments.difference(moments.means(), origin.means(), j);
      }
    }
    means[2 * j] = 0.0;
    means[2 * j + 1] = 0.0;
    variance[j] = 0.0;
    if (origin != null) {
      double shift = sum / weights[j];
      means[2 * j] = origin.means()[2 * j];
      means[2 * j + 1] = origin.means()[2 * j + 1] + shift;
      double spread = (scatter[Triangle.index(j, j)] + between(all, j)) / weights[j];
      double rounding = ROUNDING * (means[2 * j] + means[2 * j + 1]);
      double minimum = Math.max(Moments.CONSTANT_VARIANCE, rounding * rounding);
      variance[j] = spread < minimum ? 0.0 : spread;
    }
  }

  private double between(List<ClassMoments> all, int j) {
    double sum = 0.0;
    for (ClassMoments moments : all) {
      if (moments.weight(j) > 0.0) {
        double distance = ClassMoments.difference(moments.means(), means, j);
        sum += moments.weight(j) * distance * distance;
      }
    }
    return sum;
  }

  int size() {
    return size;
  }

  /** The number of columns that any class has seen. */
  int seen() {
    return seen;
  }

  double weight(int j) {
    return weights[j];
  }

  /** The number of classes that have seen the column. */
  double classes(int j) {
    return classes[j];
  }

  /** Two doubles per column, whose unevaluated sum is the mean over all classes. */
  double[] means() {
    return means;
  }

  /** The variance of each column over all classes; 0 if it is constant. */
  double[] variance() {
    return variance;
  }

  double[] scatter() {
    return scatter;
  }
}
