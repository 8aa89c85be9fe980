package io.bayou.model.spec;

/** What the numbers of a spec have to be. */
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

  static void requireFraction(String name, double value) {
    if (!(value >= 0.0 && value <= 1.0)) {
      throw new IllegalArgumentException(name + " must be between 0 and 1, was " + value);
    }
  }
}
