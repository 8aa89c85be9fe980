package io.bayou.demo;

import java.util.OptionalDouble;

/** The number of right answers, and of all. */
public record Rate(long hits, long total) {
  static final Rate NONE = new Rate(0, 0);

  public Rate {
    if (hits < 0 || hits > total) {
      throw new IllegalArgumentException("there cannot be " + hits + " hits of " + total);
    }
  }

  Rate plus(boolean hit) {
    return new Rate(hits + (hit ? 1 : 0), total + 1);
  }

  /** Between 0 and 1; empty before the first answer. */
  public OptionalDouble value() {
    return total == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) hits / total);
  }
}
