package io.bayou.model.logistic;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.Moments;
import java.util.Arrays;
import java.util.List;

/**
 * Standardizes the numeric columns. Evidence is kept in coordinates (x - shift) / scale, which stay
 * fixed. The prior of the weights is in standardized coordinates, (x - mean) / deviation, which
 * move with every example. A missing value counts as the mean, and so does any value of a column
 * that was constant so far.
 */
final class Standardizer {
  /* Shift and scale have no meaning: they keep the sums well conditioned. They follow the moments in
   * jumps, and the evidence is then mapped to the new coordinates. A scale is a power of two. */

  /** Values are clipped to this many deviations, so that no single example dominates. */
  private static final double MAX_DEVIATIONS = 100.0;

  /** A column with a smaller deviation counts as constant. */
  private static final double MIN_DEVIATION = 1e-140;

  /** Evidence that moves by more deviations than this has no digits left. */
  private static final double MAX_MOVE = 1e8;

  private static final long NONE = -1;

  private Moments moments = new Moments(0);
  private double[] shift = {};
  private double[] scale = {}; // 0 for a column without values
  private double[] centers = {};
  private double[] ratios = {};

  /* Every root is taken once, although several steps need it. */
  private double[] deviations = {};
  private long deviationsOf = NONE; // the revision of the moments

  int size() {
    return moments.size();
  }

  Moments moments() {
    return moments;
  }

  void open(int size) {
    while (moments.size() < size) {
      moments.insert(moments.size());
    }
    shift = Arrays.copyOf(shift, moments.size());
    scale = Arrays.copyOf(scale, moments.size());
  }

  /** The standard deviation of a column; 0 if it is constant. */
  double deviation(int j) {
    return deviations()[j];
  }

  private double[] deviations() {
    if (deviationsOf != moments.revision()) {
      measure();
      deviationsOf = moments.revision();
    }
    return deviations;
  }

  private void measure() {
    if (deviations.length != size()) {
      deviations = new double[size()];
    }
    for (int j = 0; j < deviations.length; j++) {
      double deviation = moments.weight(j) > 0.0 ? Math.sqrt(moments.variance(j)) : 0.0;
      deviations[j] = deviation > MIN_DEVIATION ? deviation : 0.0;
    }
  }

  /** The mean of a column in the coordinates of the evidence. */
  double center(int j) {
    return moments.weight(j) > 0.0 && scale[j] > 0.0
        ? -moments.deviation(j, shift[j]) / scale[j]
        : 0.0;
  }

  /** The {@link #center} of every column, as of {@link #survey}. */
  double[] centers() {
    return centers;
  }

  /** The {@link #ratio} of every column, as of {@link #survey}. */
  double[] ratios() {
    return ratios;
  }

  /** Computes all centers and ratios, which are read many times between changes. */
  void survey() {
    if (centers.length != size()) {
      centers = new double[size()];
      ratios = new double[size()];
    }
    for (int j = 0; j < centers.length; j++) {
      centers[j] = center(j);
      ratios[j] = ratio(j);
    }
  }

  /** A unit of the evidence's coordinates in deviations; 0 if the column is constant. */
  double ratio(int j) {
    double deviation = deviation(j);
    return deviation > 0.0 ? scale[j] / deviation : 0.0;
  }

  void standardize(double[] values, double[] out) {
    double[] of = deviations();
    for (int j = 0; j < values.length; j++) {
      out[j] = standard(j, values[j], of[j]);
    }
  }

  private double standard(int j, double value, double deviation) {
    double z =
        deviation > 0.0 && !Double.isNaN(value) ? moments.deviation(j, value) / deviation : 0.0;
    return Math.max(-MAX_DEVIATIONS, Math.min(z, MAX_DEVIATIONS));
  }

  /** Fills in the coordinates of values for the evidence, starting at index 1. */
  void locate(double[] values, double[] out) {
    double[] of = deviations();
    for (int j = 0; j < values.length; j++) {
      double deviation = of[j];
      double z = standard(j, values[j], deviation);
      out[j + 1] = center(j) + (z == 0.0 ? 0.0 : z * (deviation / scale[j]));
    }
  }

  void scaleWeight(double factor) {
    moments.scale(factor);
  }

  /** Adapts the coordinates to the moments, and the evidence to the coordinates. */
  void settle(List<ClassWeights> classes) {
    for (int j = 0; j < shift.length; j++) {
      if (moments.weight(j) > 0.0) {
        settle(j, classes);
      }
    }
  }

  private void settle(int j, List<ClassWeights> classes) {
    double deviation = deviation(j);
    boolean constant = deviation == 0.0;
    boolean near = Math.abs(moments.deviation(j, shift[j])) <= 2.0 * deviation;
    if (scale[j] > 0.0
        && near
        && (constant || (deviation < 4.0 * scale[j] && scale[j] < 4.0 * deviation))) {
      return;
    }
    double newShift = moments.mean(j);
    double newScale = constant ? 1.0 : Math.scalb(1.0, Math.getExponent(deviation));
    boolean isNew = scale[j] == 0.0;
    if (!isNew) {
      move(j, scale[j] / newScale, (shift[j] - newShift) / newScale, classes);
    }
    shift[j] = newShift;
    scale[j] = newScale;
    /* Examples without the column saw its mean. The shift is rounded, so it is not quite the mean: with
     * a mean of 1e9 and a deviation of 1e-4 it may be off by a thousandth of a deviation. */
    if (isNew && center(j) != 0.0) {
      move(j, 1.0, center(j), classes);
    }
  }

  private static void move(int j, double factor, double offset, List<ClassWeights> classes) {
    for (ClassWeights weights : classes) {
      weights.evidence().move(j, factor, offset);
    }
  }

  /** Maps evidence from the coordinates of another standardizer to these. */
  void adopt(Evidence evidence, Standardizer other, int theirs, int ours) {
    if (other.scale[theirs] > 0.0 && scale[ours] > 0.0) {
      double offset = (other.shift[theirs] - shift[ours]) / scale[ours];
      evidence.move(theirs, other.scale[theirs] / scale[ours], offset);
    }
  }

  /** The mean of another standardizer's column in these coordinates. */
  double centerOf(Standardizer other, int theirs, int ours) {
    if (other.scale[theirs] == 0.0 || scale[ours] == 0.0) {
      return center(ours);
    }
    double offset = (other.shift[theirs] - shift[ours]) / scale[ours];
    double center = offset + other.center(theirs) * (other.scale[theirs] / scale[ours]);
    return isInRange(center) ? center : 0.0;
  }

  /** Whether a factor or an offset of coordinates leaves digits of the evidence. */
  static boolean isInRange(double change) {
    return Math.abs(change) <= MAX_MOVE;
  }

  void copy(Standardizer other) {
    reset(other.size());
    for (int j = 0; j < size(); j++) {
      moments.merge(j, other.moments, j);
    }
    shift = other.shift.clone();
    scale = other.scale.clone();
  }

  void clear() {
    reset(size());
  }

  private void reset(int size) {
    moments = new Moments(0);
    deviationsOf = NONE;
    shift = new double[0];
    scale = new double[0];
    open(size);
  }

  void write(StateWriter out) {
    out.integer(size());
    for (int j = 0; j < size(); j++) {
      moments.write(j, out);
      out.number(shift[j]);
      out.number(scale[j]);
    }
  }

  void read(StateReader in, int limit) {
    reset(in.count(limit));
    for (int j = 0; j < size(); j++) {
      moments.read(j, in);
      shift[j] = in.number();
      scale[j] = in.amount();
    }
  }
}
