package io.bayou.model.spec;

import java.util.Map;

/** Checks of the numbers in a spec. */
final class Requirements {
  private Requirements() {}

  static void requirePositive(String name, double value) {
    if (!(value > 0.0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be > 0, was " + value);
    }
  }

  static void requireNotNegative(String name, double value) {
    if (!(value >= 0.0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be >= 0, was " + value);
    }
  }

  /** Refuses probabilities that are negative or do not sum to 1. */
  static void requireDistribution(String each, String all, Map<String, Double> probabilities) {
    double sum = 0.0;
    for (Map.Entry<String, Double> entry : probabilities.entrySet()) {
      requireNotNegative(each + " of '" + entry.getKey() + "'", entry.getValue());
      sum += entry.getValue();
    }
    if (!(Math.abs(sum - 1.0) <= 1e-9)) {
      throw new IllegalArgumentException(all + " must sum to 1, sum was " + sum);
    }
  }

  static void requireFraction(String name, double value) {
    if (!(value >= 0.0 && value <= 1.0)) {
      throw new IllegalArgumentException(name + " must be between 0 and 1, was " + value);
    }
  }
}
