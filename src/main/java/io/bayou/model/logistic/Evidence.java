package io.bayou.model.logistic;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.Triangle;
import java.util.Arrays;

/**
 * The evidence of the examples on the weights of one class: the natural parameters of a normal
 * distribution, a precision matrix and a linear term, which add up over examples. They are those of
 * the likelihood alone; the prior is added when they are solved.
 *
 * <p>The intercept and the first {@value #DENSE} numeric columns are estimated jointly. Further
 * numeric columns and the cells of categorical columns are estimated by themselves: their precision
 * is a number.
 */
final class Evidence {
  /* A matrix is factored for every example, at the cost of its size cubed; categories alone would make
   * it thousands of columns wide. */
  static final int DENSE = 63;

  /**
   * A bound on evidence. What was learned shrinks as its coordinates widen. Only retracting what
   * was never learned can narrow them, again and again.
   */
  private static final double MAX_EVIDENCE = 1e200;

  /* Forgetting multiplies one number instead of the evidence on every category. Below this bound the
   * evidence itself is scaled. */
  private static final double MIN_UNIT = 1e-100;

  private int size = 1;
  private double[] precision = new double[1];
  private double[] linear = new double[1];

  /* Precision and linear term of every numeric column that is estimated by itself. */
  private double[] extra = {};
  private DiagonalEvidence cells = new DiagonalEvidence();
  private double unit = 1.0; // a factor of all evidence on cells

  /** How many weights are estimated jointly, including the intercept. */
  static int dense(int numbers) {
    return 1 + Math.min(numbers, DENSE);
  }

  void open(int numbers) {
    if (size < dense(numbers)) {
      size = dense(numbers);
      precision = Arrays.copyOf(precision, Triangle.size(size));
      linear = Arrays.copyOf(linear, size);
    }
    if (extra.length < 2 * (numbers - DENSE)) {
      extra = Arrays.copyOf(extra, 2 * (numbers - DENSE));
    }
  }

  double precision(int i, int j) {
    return precision[Triangle.index(i, j)];
  }

  double[] precision() {
    return precision;
  }

  double linear(int i) {
    return linear[i];
  }

  double extraPrecision(int j) {
    return extra[2 * (j - DENSE)];
  }

  double extraLinear(int j) {
    return extra[2 * (j - DENSE) + 1];
  }

  /** The evidence on cells, in units that forgetting does not change. */
  DiagonalEvidence cells() {
    return cells;
  }

  /** Takes over the evidence on cells, which is restored by itself. */
  void takeCells(Evidence other) {
    cells = other.cells;
  }

  double cellPrecision(int cell) {
    return cells.precision(cell) * unit;
  }

  double cellLinear(int cell) {
    return cells.linear(cell) * unit;
  }

  /**
   * Adds an example to the evidence on the weights that are estimated jointly.
   *
   * @param point its coordinates, after a 1 for the intercept
   */
  void add(double[] point, double curvature, double slope) {
    for (int i = 0, row = 0; i < size; row += ++i) {
      double multiple = curvature * point[i];
      for (int j = 0; j <= i; j++) {
        precision[row + j] += multiple * point[j];
      }
      linear[i] += slope * point[i];
    }
  }

  void addExtra(int j, double curvature, double slope) {
    extra[2 * (j - DENSE)] += curvature;
    extra[2 * (j - DENSE) + 1] += slope;
  }

  void addCell(int cell, double curvature, double slope) {
    cells.add(cell, curvature / unit, slope / unit);
  }

  /**
   * Multiplies all evidence.
   *
   * @return whether {@link #cells} changed
   */
  boolean scale(double factor) {
    scale(precision, factor);
    scale(linear, factor);
    scale(extra, factor);
    unit *= factor;
    if (unit >= MIN_UNIT) {
      return false;
    }
    cells.scale(unit);
    unit = 1.0;
    return true;
  }

  private static void scale(double[] values, double factor) {
    for (int i = 0; i < values.length; i++) {
      values[i] *= factor;
    }
  }

  /** Maps numeric column j to the coordinate factor * x + offset, as far as precision allows. */
  void move(int j, double factor, double offset) {
    boolean near = Standardizer.isInRange(offset);
    double stretch = near && Standardizer.isInRange(factor) ? factor : 0.0;
    if (j >= DENSE) {
      moveExtra(2 * (j - DENSE), stretch);
    } else if (j + 1 < size) {
      // A constant column cannot be stretched, only moved.
      moveDense(j + 1, stretch, near ? offset : 0.0);
    }
  }

  private void moveExtra(int index, double factor) {
    if (index < extra.length) {
      extra[index] = bounded(extra[index] * (factor * factor));
      extra[index + 1] = bounded(extra[index + 1] * factor);
    }
  }

  private void moveDense(int i, double factor, double offset) {
    double square = precision(i, i);
    double cross = precision(i, 0);
    double base = precision(0, 0);
    for (int k = 0; k < size; k++) {
      if (k != i) {
        int index = Triangle.index(i, k);
        precision[index] = bounded(factor * precision[index] + offset * precision(k, 0));
      }
    }
    precision[Triangle.index(i, i)] =
        bounded(factor * (factor * square + 2.0 * offset * cross) + offset * offset * base);
    linear[i] = bounded(factor * linear[i] + offset * linear[0]);
  }

  private static double bounded(double value) {
    return Math.max(-MAX_EVIDENCE, Math.min(value, MAX_EVIDENCE));
  }

  /** Adds evidence with the same columns and cells. */
  void add(Evidence other) {
    add(precision, other.precision);
    add(linear, other.linear);
    add(extra, other.extra);
    cells.add(other.cells, other.unit / unit);
  }

  private static void add(double[] to, double[] from) {
    for (int i = 0; i < from.length; i++) {
      to[i] += from[i];
    }
  }

  /** Adds evidence whose columns and cells are mapped to these, or to -1. */
  void merge(Evidence other, int[] columns, int[] cellMap) {
    precision[0] += other.precision[0];
    linear[0] += other.linear[0];
    for (int j = 0; j < columns.length; j++) {
      if (columns[j] >= 0) {
        mergeColumn(other, j, columns);
      }
    }
    for (int cell = 0; cell < cellMap.length; cell++) {
      if (cellMap[cell] >= 0) {
        addCell(cellMap[cell], other.cellPrecision(cell), other.cellLinear(cell));
      }
    }
  }

  private void mergeColumn(Evidence other, int j, int[] columns) {
    int to = columns[j];
    boolean joint = j < DENSE && j + 1 < other.size;
    boolean single = j >= DENSE && 2 * (j - DENSE) < other.extra.length;
    if (joint && to < DENSE) {
      mergeJoint(other, j, columns);
    } else if (joint) {
      addExtra(to, other.precision(j + 1, j + 1), other.linear[j + 1]); // drops correlations
    } else if (single && to >= DENSE) {
      addExtra(to, other.extraPrecision(j), other.extraLinear(j));
    } else if (single) {
      precision[Triangle.index(to + 1, to + 1)] += other.extraPrecision(j);
      linear[to + 1] += other.extraLinear(j);
    }
  }

  private void mergeJoint(Evidence other, int j, int[] columns) {
    int to = columns[j] + 1;
    linear[to] += other.linear[j + 1];
    precision[Triangle.index(to, 0)] += other.precision(j + 1, 0);
    for (int k = 0; k <= j; k++) {
      if (columns[k] >= 0 && columns[k] < DENSE) {
        precision[Triangle.index(to, columns[k] + 1)] += other.precision(j + 1, k + 1);
      }
    }
  }

  Evidence copy() {
    Evidence copy = new Evidence();
    copy.size = size;
    copy.precision = precision.clone();
    copy.linear = linear.clone();
    copy.extra = extra.clone();
    copy.cells.add(cells, 1.0);
    copy.unit = unit;
    return copy;
  }

  /** Writes everything but the evidence on cells. */
  void write(StateWriter out) {
    out.integer(size);
    write(precision, out);
    write(linear, out);
    out.integer(extra.length / 2);
    write(extra, out);
    out.number(unit);
  }

  private static void write(double[] values, StateWriter out) {
    for (double value : values) {
      out.number(value);
    }
  }

  static Evidence read(StateReader in, int features) {
    Evidence evidence = new Evidence();
    evidence.size = in.count(DENSE + 1);
    if (evidence.size == 0) {
      throw new IllegalStateException("the evidence of a row has no intercept");
    }
    evidence.precision = numbers(in, Triangle.size(evidence.size));
    evidence.linear = numbers(in, evidence.size);
    evidence.extra = numbers(in, 2 * in.count(features));
    evidence.unit = in.amount();
    if (evidence.unit == 0.0) {
      throw new IllegalStateException("the evidence of a row has no unit");
    }
    return evidence;
  }

  private static double[] numbers(StateReader in, int length) {
    double[] values = new double[length];
    Arrays.setAll(values, i -> in.number());
    return values;
  }
}
