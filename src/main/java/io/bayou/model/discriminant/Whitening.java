package io.bayou.model.discriminant;

import io.bayou.model.ScoringForm;
import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.Moments;
import io.bayou.model.stat.Triangle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns deviations with a given covariance into independent ones of variance 1. The j-th is the
 * deviation of column j from its expectation given the columns before it.
 *
 * <p>Constant columns and columns without a value are left out, which gives the marginal
 * distribution of the others.
 */
final class Whitening {
  /* The covariance is scaled to correlations and factored by Cholesky. A pivot is then the share of a
   * column's variance that the columns before it leave unexplained, so one threshold suits columns of
   * any unit. A column that is left out has scale 0 and the row of the identity matrix: it stays at 0
   * and needs no special case. */
  private static final double TWO_PI = 2.0 * Math.PI;

  /**
   * A column with a smaller unexplained share makes the matrix singular, and so does one whose
   * variance in the class is a smaller share of its variance over all classes.
   */
  private static final double MIN_PIVOT = 1e-12;

  /** The first ridge, as a share of a column's variance over all classes; then ten times more. */
  private static final double FIRST_RIDGE = 1e-9;

  /** More than any scatter matrix needs; bounds matrices that retractions made inconsistent. */
  private static final double MAX_RIDGE = 1e6;

  /** Keeps the square of an outlier finite. */
  private static final double MAX_DEVIATION = 1e100;

  /** Larger whitened deviations are meaningless; the square of this one is finite. */
  private static final double MAX_WHITENED = 1e150;

  /** More than rounding can cause; only inconsistent retractions exceed it. */
  private static final double MAX_CORRELATION = 2.0;

  private final int size;
  private final double[] scale;
  private final double[] correlation;
  private final double[] factor;
  private final double[] inverse;
  private final LogProduct volume = new LogProduct();
  private double logVolume;
  private boolean ridged;
  private boolean varies;

  Whitening(int size) {
    this.size = size;
    scale = new double[size];
    correlation = new double[Triangle.size(size)];
    factor = new double[Triangle.size(size)];
    inverse = new double[size];
  }

  /**
   * Factors a covariance matrix. A singular one gets a ridge: the smallest share of each column's
   * overall variance that makes it regular.
   *
   * @param variance of each column over all classes, 0 if it is constant
   */
  void factor(double[] covariance, double[] variance) {
    double ridge = 0.0;
    boolean regular = tryFactor(covariance, variance, ridge);
    while (!regular && ridge < MAX_RIDGE) {
      ridge = ridge == 0.0 ? FIRST_RIDGE : 10.0 * ridge;
      regular = tryFactor(covariance, variance, ridge);
    }
    if (!regular) {
      dropCorrelations();
    }
    ridged = ridge > 0.0;
    varies = true;
    for (double v : variance) {
      varies &= v > 0.0;
    }
    measure();
  }

  private boolean tryFactor(double[] covariance, double[] variance, double ridge) {
    boolean regular = true;
    for (int j = 0; j < size; j++) {
      double spread = covariance[Triangle.index(j, j)] + ridge * variance[j];
      double minimum = Math.max(MIN_PIVOT * variance[j], Moments.CONSTANT_VARIANCE);
      boolean constant = variance[j] == 0.0 && spread < Moments.CONSTANT_VARIANCE;
      regular &= constant || spread >= minimum;
      scale[j] = constant ? 0.0 : 1.0 / Math.sqrt(Math.max(spread, minimum));
    }
    for (int i = 0, index = 0; i < size; i++, index++) {
      for (int j = 0; j < i; j++, index++) {
        boolean both = scale[i] > 0.0 && scale[j] > 0.0;
        double element = both ? covariance[index] * scale[i] * scale[j] : 0.0;
        correlation[index] = Math.max(-MAX_CORRELATION, Math.min(element, MAX_CORRELATION));
      }
      correlation[index] = 1.0;
    }
    return regular && cholesky();
  }

  /* The sums contradict one another, which only retracting what was never added can cause: each column
   * is taken by itself. */
  private void dropCorrelations() {
    Arrays.fill(correlation, 0.0);
    for (int j = 0; j < size; j++) {
      correlation[Triangle.index(j, j)] = 1.0;
    }
    cholesky();
  }

  /** Becomes the marginal of another whitening over the columns with a value. */
  void marginal(Whitening whole, double[] values) {
    for (int j = 0; j < size; j++) {
      scale[j] = Double.isNaN(values[j]) ? 0.0 : whole.scale[j];
    }
    for (int i = 0, index = 0; i < size; i++, index++) {
      for (int j = 0; j < i; j++, index++) {
        boolean both = scale[i] > 0.0 && scale[j] > 0.0;
        correlation[index] = both ? whole.correlation[index] : 0.0;
      }
      correlation[index] = 1.0;
    }
    cholesky(); // fewer columns explain less: no pivot becomes smaller
    ridged = whole.ridged;
    measure();
  }

  /* Returns whether no pivot was too small. One that was is replaced by the minimum. */
  private boolean cholesky() {
    boolean regular = true;
    System.arraycopy(correlation, 0, factor, 0, factor.length);
    for (int i = 0; i < size; i++) {
      int row = Triangle.size(i);
      double pivot = factor[row + i];
      for (int j = 0; j < i; j++) {
        double element = (factor[row + j] - dot(row, Triangle.size(j), j)) * inverse[j];
        factor[row + j] = element;
        pivot -= element * element;
      }
      regular &= pivot >= MIN_PIVOT;
      factor[row + i] = Math.sqrt(Math.max(pivot, MIN_PIVOT));
      inverse[i] = 1.0 / factor[row + i];
    }
    return regular;
  }

  private double dot(int row, int other, int length) {
    double sum = 0.0;
    for (int k = 0; k < length; k++) {
      sum += factor[row + k] * factor[other + k];
    }
    return sum;
  }

  /** Fills in the whitened deviations; those of excluded columns are ignored. */
  void whiten(double[] deviations, double[] out) {
    for (int i = 0, row = 0; i < size; row += ++i) {
      double deviation = scale[i] > 0.0 ? deviations[i] * scale[i] : 0.0;
      double residual = Math.max(-MAX_DEVIATION, Math.min(deviation, MAX_DEVIATION));
      for (int j = 0; j < i; j++) {
        residual -= factor[row + j] * out[j];
      }
      double white = residual * inverse[i];
      out[i] = Math.max(-MAX_WHITENED, Math.min(white, MAX_WHITENED));
    }
  }

  boolean isRidged() {
    return ridged;
  }

  /** Whether the result does not depend on the overall variances, which now are these. */
  boolean isIndependentOf(double[] variance) {
    boolean independent = varies && !ridged;
    for (int j = 0; j < size; j++) {
      independent &= MIN_PIVOT * variance[j] * scale[j] * scale[j] < 0.5;
    }
    return independent;
  }

  /** ln of (2 pi)^columns times the determinant of the covariance. */
  double logVolume() {
    return logVolume;
  }

  /** The share of column j in {@link #logVolume()}, given the columns before it. */
  double logVolume(int j) {
    return scale[j] > 0.0 ? Math.log(volume(j)) : 0.0;
  }

  private void measure() {
    volume.reset();
    for (int j = 0; j < size; j++) {
      if (scale[j] > 0.0) {
        volume.multiply(volume(j));
      }
    }
    logVolume = volume.log();
  }

  /* 2 pi times the variance of column j given the columns before it. */
  private double volume(int j) {
    double deviation = factor[Triangle.index(j, j)] / scale[j];
    return TWO_PI * deviation * deviation;
  }

  ScoringForm scoringForm() {
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      rows.add(Arrays.copyOfRange(correlation, Triangle.size(i), Triangle.size(i) + i));
    }
    return new ScoringForm().numbers("scale", scale.clone()).rows("correlation", rows);
  }
}
