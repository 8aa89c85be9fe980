package io.bayou.model.discriminant;

import io.bayou.model.Description;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.stat.Triangle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The multivariate normal densities of the classes, for events with values in certain columns.
 *
 * <p>If all classes share one covariance matrix, an event is whitened once and compared with the
 * whitened mean of each class; otherwise it is whitened for each class.
 */
final class NormalDensities {
  /** Keeps the log density of an outlier finite. */
  private static final double MAX_DISTANCE = 1e300;

  private final int columns;
  private final Whitening[] whitenings;
  private final boolean[] borrowed;
  private final double[] origin;
  private final double[][] centers;
  private final double[] difference; // of a class's center and the origin

  /** Buffers for one event. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Room(double[] deviations, double[] white) {
    Room(int columns) {
      this(new double[columns], new double[columns]);
    }
  }

  NormalDensities(int columns, int classes, boolean shared) {
    this.columns = columns;
    whitenings = new Whitening[shared ? 1 : classes];
    Arrays.setAll(whitenings, m -> new Whitening(columns));
    borrowed = new boolean[whitenings.length];
    origin = new double[2 * columns];
    difference = new double[columns];
    centers = shared ? new double[classes][columns] : new double[0][];
  }

  private Whitening whitening(int c) {
    return whitenings[isShared() ? 0 : c];
  }

  private boolean isShared() {
    return centers.length > 0;
  }

  int matrices() {
    return whitenings.length;
  }

  /** Whether a matrix depends on its class alone. */
  boolean isOwn(int m, Pool pool) {
    return !borrowed[m] && whitenings[m].isIndependentOf(pool.variance());
  }

  /** Whether any matrix had to borrow or needed a ridge. */
  boolean isRegularized() {
    for (int m = 0; m < whitenings.length; m++) {
      if (borrowed[m] || whitenings[m].isRidged()) {
        return true;
      }
    }
    return false;
  }

  void estimate(int m, CovarianceRule rule, ClassMoments moments, Pool pool) {
    whitenings[m].factor(rule.estimate(moments), pool.variance());
    borrowed[m] = rule.hasBorrowed();
    System.arraycopy(pool.means(), 0, origin, 0, origin.length);
  }

  void locate(int c, ClassMoments moments) {
    if (isShared()) {
      for (int j = 0; j < columns; j++) {
        difference[j] = ClassMoments.difference(moments.center(), origin, j);
      }
      whitenings[0].whiten(difference, centers[c]);
    }
  }

  /** The marginal densities for events that lack some of these values. */
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
        double[] center = centers[c];
        for (int j = 0; j < columns; j++) {
          double d = white[j] - center[j];
          distance += d * d;
        }
      } else {
        for (int j = 0; j < columns; j++) {
          distance += white[j] * white[j];
        }
      }
      double logVolume = whitening(c).logVolume();
      scores[c] -= 0.5 * (Math.min(distance, MAX_DISTANCE) + logVolume);
    }
  }

  /**
   * The sum of the log densities of a class's observations.
   *
   * @param weight of the observations
   * @param scatter their sum of products around the mean
   */
  double logLikelihood(int c, double weight, double[] scatter) {
    Whitening whitening = whitening(c);
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
   * Describes the linear discriminant function of a class.
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
      double d = isShared() ? white[j] - centers[c][j] : white[j];
      double logVolume = whitening(c).logVolume(j);
      perColumn[j] = -0.5 * (Math.min(d * d, MAX_DISTANCE) + logVolume);
    }
  }

  private void whiten(int c, double[] values, ClassMoments moments, Room room) {
    double[] from = isShared() ? origin : moments.center();
    double[] deviations = room.deviations();
    for (int j = 0; j < columns; j++) {
      deviations[j] = (values[j] - from[2 * j]) - from[2 * j + 1];
    }
    whitening(c).whiten(deviations, room.white());
  }

  ScoringForm scoringForm(ColumnNames names, List<ClassMoments> classes) {
    List<double[]> means = new ArrayList<>();
    List<double[]> rests = new ArrayList<>();
    for (ClassMoments moments : classes) {
      means.add(everySecond(moments.center(), 0));
      rests.add(everySecond(moments.center(), 1));
    }
    return new ScoringForm("joint-normal")
        .texts("features", names.all())
        .rows("mean", means)
        .rows("meanRest", rests)
        .forms("matrices", Arrays.stream(whitenings).map(Whitening::scoringForm).toList());
  }

  private double[] everySecond(double[] pairs, int from) {
    double[] halves = new double[columns];
    Arrays.setAll(halves, j -> pairs[2 * j + from]);
    return halves;
  }
}
