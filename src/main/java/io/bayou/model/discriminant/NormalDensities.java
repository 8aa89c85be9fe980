package io.bayou.model.discriminant;

import io.bayou.model.Description;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.stat.Triangle;
import java.util.Arrays;
import java.util.List;

/**
 * The multivariate normal densities of the classes, for events with values in certain columns.
 *
 * <p>If all classes have one covariance, an event is whitened once and compared with the whitened
 * mean of each class; otherwise it is whitened for each class.
 */
final class NormalDensities {
  /** Keeps a far outlier from turning a log density into infinity. */
  private static final double MAX_DISTANCE = 1e300;

  private final int columns;
  private final Whitening[] whitenings;
  private final boolean[] borrowed;
  private final double[] origin;
  private final double[][] centres;

  private final double[] between; // of a class and the origin

  /** Buffers for one event. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Room(double[] deviations, double[] white) {
    Room(int columns) {
      this(new double[columns], new double[columns]);
    }
  }

  /**
   * @param shared whether all classes have one covariance
   */
  NormalDensities(int columns, int classes, boolean shared) {
    this.columns = columns;
    whitenings = new Whitening[shared ? 1 : classes];
    for (int m = 0; m < whitenings.length; m++) {
      whitenings[m] = new Whitening(columns);
    }
    borrowed = new boolean[whitenings.length];
    origin = new double[2 * columns];
    between = new double[columns];
    centres = shared ? new double[classes][columns] : new double[0][];
  }

  private boolean isShared() {
    return centres.length > 0;
  }

  /** How many covariance matrices there are. */
  int matrices() {
    return whitenings.length;
  }

  /** Whether a matrix depends on nothing but the statistics of its class. */
  boolean isOwn(int m, Pool pool) {
    return !borrowed[m] && whitenings[m].isFreeOf(pool.variance());
  }

  /** Whether any matrix could not be estimated from its examples alone. */
  boolean isPropped() {
    for (int m = 0; m < whitenings.length; m++) {
      if (borrowed[m] || whitenings[m].isRidged()) {
        return true;
      }
    }
    return false;
  }

  /** Estimates a covariance matrix anew. */
  void estimate(int m, CovarianceRule rule, ClassMoments moments, Pool pool) {
    whitenings[m].factor(rule.estimate(moments), pool.variance());
    borrowed[m] = rule.hasBorrowed();
    System.arraycopy(pool.means(), 0, origin, 0, origin.length);
  }

  /** Takes the present mean of a class. */
  void locate(int c, ClassMoments moments) {
    if (isShared()) {
      for (int j = 0; j < columns; j++) {
        between[j] = difference(moments.centre(), origin, j);
      }
      whitenings[0].whiten(between, centres[c]);
    }
  }

  /** The same densities for events with values in these columns only. */
  NormalDensities marginal(double[] values, List<ClassMoments> classes) {
    NormalDensities part = new NormalDensities(columns, classes.size(), isShared());
    for (int m = 0; m < whitenings.length; m++) {
      part.whitenings[m].marginal(whitenings[m], values);
      part.borrowed[m] = borrowed[m];
    }
    System.arraycopy(origin, 0, part.origin, 0, origin.length);
    for (int c = 0; c < classes.size(); c++) {
      part.locate(c, classes.get(c));
    }
    return part;
  }

  /** Adds the log density of an event to each class's score. */
  void score(double[] values, List<ClassMoments> classes, double[] scores, Room room) {
    double[] white = room.white();
    for (int c = 0; c < classes.size(); c++) {
      if (c == 0 || !isShared()) {
        whiten(c, values, classes.get(c), room);
      }
      double distance = 0.0;
      if (isShared()) {
        double[] centre = centres[c];
        for (int j = 0; j < columns; j++) {
          double d = white[j] - centre[j];
          distance += d * d;
        }
      } else {
        for (int j = 0; j < columns; j++) {
          distance += white[j] * white[j];
        }
      }
      double logVolume = whitenings[isShared() ? 0 : c].logVolume();
      scores[c] -= 0.5 * (Math.min(distance, MAX_DISTANCE) + logVolume);
    }
  }

  /**
   * The sum of the log densities of observations in one class around its mean.
   *
   * @param weight how many there are
   * @param scatter their sum of products
   */
  double logLikelihood(int c, double weight, double[] scatter) {
    Whitening whitening = whitenings[isShared() ? 0 : c];
    double[][] half = new double[columns][columns];
    double[] deviations = new double[columns];
    double[] white = new double[columns];
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < columns; i++) {
        deviations[i] = scatter[Triangle.index(i, j)];
      }
      whitening.whiten(deviations, half[j]);
    }
    double trace = 0.0; // of the whitened scatter
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < columns; j++) {
        deviations[j] = half[j][i];
      }
      whitening.whiten(deviations, white);
      trace += white[i];
    }
    return -0.5 * (trace + weight * whitening.logVolume());
  }

  /**
   * Says what the linear function of the columns is that tells a class from the others.
   *
   * @param mean of the class, two doubles per column
   */
  void describe(double[] mean, double logPrior, ColumnNames names, Description out) {
    double[] coefficients = coefficients(mean);
    double constant = logPrior;
    for (int j = 0; j < columns; j++) {
      constant -= 0.5 * coefficients[j] * (mean[2 * j] + mean[2 * j + 1]);
    }
    out.discriminant(names.all(), coefficients, constant);
  }

  /* The inverse of the common covariance times the mean of a class. */
  private double[] coefficients(double[] mean) {
    double[] whiteMean = new double[columns];
    double[] whiteUnit = new double[columns];
    double[] coefficients = new double[columns];
    double[] deviations = new double[columns];
    for (int j = 0; j < columns; j++) {
      deviations[j] = mean[2 * j] + mean[2 * j + 1];
    }
    whitenings[0].whiten(deviations, whiteMean);
    for (int j = 0; j < columns; j++) {
      Arrays.fill(deviations, 0.0);
      deviations[j] = 1.0;
      whitenings[0].whiten(deviations, whiteUnit);
      for (int i = 0; i < columns; i++) {
        coefficients[j] += whiteUnit[i] * whiteMean[i];
      }
    }
    return coefficients;
  }

  /** Splits the log density of an event in one class by the chain rule, in column order. */
  void split(double[] values, int c, ClassMoments moments, double[] perColumn) {
    Room room = new Room(columns);
    double[] white = room.white();
    whiten(c, values, moments, room);
    for (int j = 0; j < columns; j++) {
      double d = isShared() ? white[j] - centres[c][j] : white[j];
      double logVolume = whitenings[isShared() ? 0 : c].logVolume(j);
      perColumn[j] = -0.5 * (Math.min(d * d, MAX_DISTANCE) + logVolume);
    }
  }

  private void whiten(int c, double[] values, ClassMoments moments, Room room) {
    double[] from = isShared() ? origin : moments.centre();
    double[] deviations = room.deviations();
    for (int j = 0; j < columns; j++) {
      deviations[j] = (values[j] - from[2 * j]) - from[2 * j + 1];
    }
    whitenings[isShared() ? 0 : c].whiten(deviations, room.white());
  }

  private static double difference(double[] a, double[] b, int j) {
    return (a[2 * j] - b[2 * j]) + (a[2 * j + 1] - b[2 * j + 1]);
  }
}
