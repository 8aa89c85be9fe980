package io.bayou.model.logistic;

import java.util.Arrays;

/**
 * What examples say about the weights of a text feature's tokens in one class: a precision and a
 * linear term for each, by the number of the token.
 */
final class TokenEvidence {
  private double[] values = {};

  double precision(int id) {
    return 2 * id < values.length ? values[2 * id] : 0.0;
  }

  double linear(int id) {
    return 2 * id < values.length ? values[2 * id + 1] : 0.0;
  }

  /** Whether something is known of a token. */
  boolean holds(int id) {
    return precision(id) != 0.0 || linear(id) != 0.0;
  }

  /**
   * Adds to what is known of a token.
   *
   * @param capacity above all numbers of tokens
   */
  void add(int id, double precision, double linear, int capacity) {
    if (2 * id >= values.length) {
      values = Arrays.copyOf(values, 2 * capacity);
    }
    values[2 * id] += precision;
    values[2 * id + 1] += linear;
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
      values[i] = values[i] * factor + 0.0; // what is too small to be told from zero has no sign
    }
  }
}
