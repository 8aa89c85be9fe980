package io.bayou.model.discriminant;

import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.Moments;
import io.bayou.model.stat.Triangle;
import java.util.Arrays;

/**
 * Turns deviations that have a given covariance into independent ones of variance 1, column by
 * column: the j-th is what column j deviates from what the columns before it let expect.
 *
 * <p>Columns can be left out: those without any spread, and those without a value. What remains is
 * the marginal distribution.
 */
final class Whitening {
  /* The covariance is brought to unit diagonal and factored by Cholesky. Working with correlations makes
   * a pivot the share of a column's variance that the columns before it leave unexplained, so that
   * one threshold suits columns of any unit. A column that is left out has scale 0 and the row of
   * the identity matrix: it stays at 0 and needs no case of its own. */
  private static final double TWO_PI = 2.0 * Math.PI;

  /**
   * A column of which less than this share is unexplained makes the matrix singular, and so does
   * one that varies in its class by less than this share of its variance over all classes.
   */
  private static final double MIN_PIVOT = 1e-12;

  /** The first ridge, as a share of a column's variance over all classes; then ten times more. */
  private static final double FIRST_RIDGE = 1e-9;

  /** No matrix of scatter needs as much; one that was retracted to nonsense stays finite. */
  private static final double MAX_RIDGE = 1e6;

  /** Keeps a far outlier from turning a square into infinity. */
  private static final double MAX_DEVIATION = 1e100;

  /** A whitened deviation beyond has lost its meaning; its square is still finite. */
  private static final double MAX_WHITENED = 1e150;

  /** No correlation is as large, whatever the rounding; one that was retracted to nonsense is. */
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
   * Takes a covariance matrix. If it is singular, it gets a ridge: the smallest share of each
   * column's overall variance that makes it regular.
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
      double least = Math.max(MIN_PIVOT * variance[j], Moments.CONSTANT_VARIANCE);
      boolean constant = variance[j] == 0.0 && spread < Moments.CONSTANT_VARIANCE;
      regular &= constant || spread >= least;
      scale[j] = constant ? 0.0 : 1.0 / Math.sqrt(Math.max(spread, least));
    }
    for (int i = 0, at = 0; i < size; i++, at++) {
      for (int j = 0; j < i; j++, at++) {
        boolean both = scale[i] > 0.0 && scale[j] > 0.0;
        double element = both ? covariance[at] * scale[i] * scale[j] : 0.0;
        correlation[at] = Math.max(-MAX_CORRELATION, Math.min(element, MAX_CORRELATION));
      }
      correlation[at] = 1.0;
    }
    return regular && cholesky();
  }

  /* The sums contradict one another, which only what was retracted and never added can bring about:
   * each column is taken by itself. */
  private void dropCorrelations() {
    Arrays.fill(correlation, 0.0);
    for (int j = 0; j < size; j++) {
      correlation[Triangle.index(j, j)] = 1.0;
    }
    cholesky();
  }

  /** Takes the part of another one for which there are values. */
  void marginal(Whitening whole, double[] values) {
    for (int j = 0; j < size; j++) {
      scale[j] = Double.isNaN(values[j]) ? 0.0 : whole.scale[j];
    }
    for (int i = 0, at = 0; i < size; i++, at++) {
      for (int j = 0; j < i; j++, at++) {
        boolean both = scale[i] > 0.0 && scale[j] > 0.0;
        correlation[at] = both ? whole.correlation[at] : 0.0;
      }
      correlation[at] = 1.0;
    }
    cholesky(); // a part leaves no less unexplained than the whole
    ridged = whole.ridged;
    measure();
  }

  /* Row by row. Returns whether no pivot was too small; one that was is taken for the smallest. */
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

  /**
   * Fills in the whitened deviations; what a column that is left out deviates is of no importance.
   */
  void whiten(double[] deviations, double[] out) {
    for (int i = 0, row = 0; i < size; row += ++i) {
      double deviation = scale[i] > 0.0 ? deviations[i] * scale[i] : 0.0;
      double rest = Math.max(-MAX_DEVIATION, Math.min(deviation, MAX_DEVIATION));
      for (int j = 0; j < i; j++) {
        rest -= factor[row + j] * out[j];
      }
      double white = rest * inverse[i];
      out[i] = Math.max(-MAX_WHITENED, Math.min(white, MAX_WHITENED));
    }
  }

  /** Whether the covariance was singular. */
  boolean isRidged() {
    return ridged;
  }

  /** Whether the same covariance beside these variances would give the same, whatever they were. */
  boolean isFreeOf(double[] variance) {
    boolean free = varies && !ridged;
    for (int j = 0; j < size; j++) {
      free &= MIN_PIVOT * variance[j] * scale[j] * scale[j] < 0.5;
    }
    return free;
  }

  /** Logarithm of (2 pi) to the number of columns times the determinant of their covariance. */
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
}
