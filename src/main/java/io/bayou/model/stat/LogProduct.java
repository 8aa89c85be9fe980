package io.bayou.model.stat;

import io.bayou.model.ClassScores;

/**
 * The logarithm of a product of positive factors, with one call of {@code Math.log} for many
 * factors instead of one for each. For predictions only: the state never holds a logarithm.
 */
public final class LogProduct {
  /** Factors between SMALL and LARGE multiply without overflow or loss. */
  public static final double SMALL = 1e-150;

  public static final double LARGE = 1e150;

  private double product = 1.0;
  private double log;

  public void reset() {
    product = 1.0;
    log = 0.0;
  }

  /** Multiplies by a factor; 0 makes the logarithm negative infinity. */
  public void multiply(double factor) {
    double next = product * factor;
    if (isMild(next)) {
      product = next;
    } else {
      log += Math.log(product);
      product = isMild(factor) ? factor : 1.0;
      log += isMild(factor) ? 0.0 : Math.log(factor);
    }
  }

  private static boolean isMild(double factor) {
    return factor > SMALL && factor < LARGE;
  }

  /** Multiplies by a power of a factor. */
  public void multiply(double factor, int times) {
    double power = power(factor, times);
    if (isMild(power)) {
      multiply(power);
    } else {
      log += times * Math.log(factor);
    }
  }

  /** Divides by a power of a positive number. */
  public void divide(double by, int times) {
    double power = power(by, times);
    if (isMild(power)) {
      multiply(1.0 / power);
    } else {
      log -= times * Math.log(by);
    }
  }

  /* Infinite or 0 where the power is out of range. */
  private static double power(double factor, int times) {
    if (times == 1) {
      return factor;
    }
    double power = 1.0;
    double square = factor;
    for (int rest = times; rest > 0; rest >>= 1) {
      power *= (rest & 1) == 1 ? square : 1.0;
      square *= square;
    }
    return power;
  }

  /** Multiplies the score of a class by the product. */
  public void multiplyTo(int c, ClassScores scores) {
    scores.sums()[c] += log;
    scores.multiply(c, product);
  }

  public double log() {
    return log + Math.log(product);
  }
}
