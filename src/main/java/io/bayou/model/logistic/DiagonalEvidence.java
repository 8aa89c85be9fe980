package io.bayou.model.logistic;

import java.util.Arrays;

/**
 * The evidence on weights that are estimated by themselves, those of categories or tokens: a
 * precision and a linear term for each, by its id.
 */
final class DiagonalEvidence {
  private double[] values = {};

  double precision(int id) {
    return 2 * id < values.length ? values[2 * id] : 0.0;
  }

  double linear(int id) {
    return 2 * id < values.length ? values[2 * id + 1] : 0.0;
  }

  /** Whether there is evidence on a weight. */
  boolean holds(int id) {
    return precision(id) != 0.0 || linear(id) != 0.0;
  }

  void add(int id, double precision, double linear) {
    if (2 * id >= values.length) {
      values = Arrays.copyOf(values, 2 * Math.max(id + 1, values.length * 3 / 4));
    }
    values[2 * id] += precision;
    values[2 * id + 1] += linear;
  }

  /** Adds other evidence times a factor. */
  void add(DiagonalEvidence other, double factor) {
    for (int id = 0; 2 * id < other.values.length; id++) {
      add(id, other.values[2 * id] * factor, other.values[2 * id + 1] * factor);
    }
  }

  void clear(int id) {
    if (2 * id < values.length) {
      values[2 * id] = 0.0;
      values[2 * id + 1] = 0.0;
    }
  }

  void clear() {
    values = new double[0];
  }

  void scale(double factor) {
    for (int i = 0; i < values.length; i++) {
      values[i] = values[i] * factor + 0.0; // no negative zero
    }
  }
}
