package io.bayou.model.logistic;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.Moments;
import java.util.Arrays;
import java.util.List;

/**
 * Standardizes the numeric columns. Evidence is kept in coordinates (x - shift) / scale, which
 * stand still; the prior of the weights holds in standardised ones, (x - mean) / deviation, which
 * move with every example. A missing value is at the mean, and so is any value of a column that was
 * constant so far.
 */
final class Standardizer {
  /* Shift and scale say nothing: they keep the sums well conditioned. They follow the moments by leaps,
   * and the evidence is then mapped to the new coordinates. A scale is a power of two. */

  /** How many deviations a value counts at most: no example has the model to itself. */
  private static final double MAX_DEVIATIONS = 100.0;

  /** A smaller deviation says that the column is constant. */
  private static final double MIN_DEVIATION = 1e-140;

  /** Evidence from farther away than so many deviations has no digits left. */
  private static final double OUT_OF_SIGHT = 1e8;

  private Moments moments = new Moments(0);
  private double[] shift = {};
  private double[] scale = {}; // 0 for a column that has no place yet
  private double[] centres = {};
  private double[] ratios = {};

  int size() {
    return moments.size();
  }

  Moments moments() {
    return moments;
  }

  /** Opens columns up to this number. */
  void open(int size) {
    while (moments.size() < size) {
      moments.insert(moments.size());
    }
    shift = Arrays.copyOf(shift, moments.size());
    scale = Arrays.copyOf(scale, moments.size());
  }

  /** The standard deviation of a column; 0 if it is constant. */
  double deviation(int j) {
    double deviation = moments.weight(j) > 0.0 ? Math.sqrt(moments.variance(j)) : 0.0;
    return deviation > MIN_DEVIATION ? deviation : 0.0;
  }

  /** Where the mean of a column is. */
  double centre(int j) {
    return moments.weight(j) > 0.0 && scale[j] > 0.0
        ? -moments.deviation(j, shift[j]) / scale[j]
        : 0.0;
  }

  /** By column, where its mean is, as of {@link #survey}. */
  double[] centres() {
    return centres;
  }

  /** By column, what a unit of it is in deviations, as of {@link #survey}. */
  double[] ratios() {
    return ratios;
  }

  /** Works out centres and ratios, which are asked for many times while nothing changes. */
  void survey() {
    if (centres.length != size()) {
      centres = new double[size()];
      ratios = new double[size()];
    }
    for (int j = 0; j < centres.length; j++) {
      centres[j] = centre(j);
      ratios[j] = ratio(j);
    }
  }

  /** What a unit of a column is in deviations; 0 if it is constant. */
  double ratio(int j) {
    double deviation = deviation(j);
    return deviation > 0.0 ? scale[j] / deviation : 0.0;
  }

  /** Fills in where the values are in standardised coordinates. */
  void standardise(double[] values, double[] out) {
    for (int j = 0; j < values.length; j++) {
      out[j] = standard(j, values[j], deviation(j));
    }
  }

  private double standard(int j, double value, double deviation) {
    double z =
        deviation > 0.0 && !Double.isNaN(value) ? moments.deviation(j, value) / deviation : 0.0;
    return Math.max(-MAX_DEVIATIONS, Math.min(z, MAX_DEVIATIONS));
  }

  /** Fills in where the values are in the coordinates of the evidence, from the second place on. */
  void locate(double[] values, double[] out) {
    for (int j = 0; j < values.length; j++) {
      double deviation = deviation(j);
      double z = standard(j, values[j], deviation);
      out[j + 1] = centre(j) + (z == 0.0 ? 0.0 : z * (deviation / scale[j]));
    }
  }

  void scaleWeight(double factor) {
    moments.scale(factor);
  }

  /** Lets the coordinates follow the moments, and the evidence follow the coordinates. */
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
    double toShift = moments.mean(j);
    double toScale = constant ? 1.0 : Math.scalb(1.0, Math.getExponent(deviation));
    boolean isNew = scale[j] == 0.0;
    if (!isNew) {
      move(j, toShift, toScale, classes);
    }
    shift[j] = toShift;
    scale[j] = toScale;
    if (isNew) {
      place(j, classes);
    }
  }

  /* What was learned without the column saw its mean. That is not quite the shift, which is rounded: a
   * mean of 1e9 with a deviation of 1e-4 may be a thousandth of a deviation away from it. */
  private void place(int j, List<ClassWeights> classes) {
    double centre = centre(j);
    if (centre != 0.0) {
      for (ClassWeights of : classes) {
        of.evidence().move(j, 1.0, centre);
      }
    }
  }

  private void move(int j, double toShift, double toScale, List<ClassWeights> classes) {
    double factor = scale[j] / toScale;
    double offset = (shift[j] - toShift) / toScale;
    for (ClassWeights weights : classes) {
      weights.evidence().move(j, factor, offset);
    }
  }

  /** Brings evidence from the coordinates of another standardizer into those of this one. */
  void adopt(Evidence evidence, Standardizer other, int theirs, int ours) {
    if (other.scale[theirs] > 0.0 && scale[ours] > 0.0) {
      double offset = (other.shift[theirs] - shift[ours]) / scale[ours];
      evidence.move(theirs, other.scale[theirs] / scale[ours], offset);
    }
  }

  /** Where the mean of another standardizer's column is in the coordinates of this one. */
  double centreOf(Standardizer other, int theirs, int ours) {
    if (other.scale[theirs] == 0.0 || scale[ours] == 0.0) {
      return centre(ours);
    }
    double offset = (other.shift[theirs] - shift[ours]) / scale[ours];
    double centre = offset + other.centre(theirs) * (other.scale[theirs] / scale[ours]);
    return isWithinSight(centre) ? centre : 0.0;
  }

  /** Whether a factor or an offset between coordinates leaves digits of what is mapped. */
  static boolean isWithinSight(double mapped) {
    return Math.abs(mapped) <= OUT_OF_SIGHT;
  }

  void copy(Standardizer other) {
    moments = new Moments(0);
    open(other.size());
    for (int j = 0; j < size(); j++) {
      moments.merge(j, other.moments, j);
    }
    shift = other.shift.clone();
    scale = other.scale.clone();
  }

  void clear() {
    int size = size();
    moments = new Moments(0);
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
    int size = in.count(limit);
    moments = new Moments(0);
    shift = new double[0];
    scale = new double[0];
    open(size);
    for (int j = 0; j < size; j++) {
      moments.read(j, in);
      shift[j] = in.number();
      scale[j] = in.amount();
    }
  }
}
