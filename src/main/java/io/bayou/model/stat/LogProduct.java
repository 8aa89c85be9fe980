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

  /** Up to this many multiplications are faster than a logarithm. */
  private static final int FEW = 8;

  private double product = 1.0;
  private double log;

  public void reset() {
    product = 1.0;
    log = 0.0;
  }

  /** Multiplies by a factor; 0 makes the logarithm negative infinity. */
  public void multiply(double factor) {
    if (factor > SMALL && factor < LARGE) {
      product *= factor;
      if (product > LARGE || product < SMALL) {
        log += Math.log(product);
        product = 1.0;
      }
    } else {
      log += Math.log(factor);
    }
  }

  /** Multiplies by a power of a factor. */
  public void multiply(double factor, int times) {
    if (times == 1) {
      multiply(factor);
    } else if (times > FEW) {
      log += times * Math.log(factor);
    } else {
      for (int i = 0; i < times; i++) {
        multiply(factor);
      }
    }
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
