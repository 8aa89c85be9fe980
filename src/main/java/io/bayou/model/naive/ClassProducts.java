package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.stat.LogProduct;
import java.util.Arrays;

/**
 * By class, the probability of several values as a quotient of two products, so that it takes one
 * division for all of them. What does not fit into a product goes to the scores.
 */
final class ClassProducts {
  private int classes;
  private double[] numerators = {};
  private double[] denominators = {};

  /* Bounds of every product. */
  private double least;
  private double most;

  void begin(int numberOfClasses) {
    classes = numberOfClasses;
    if (numerators.length < classes) {
      numerators = new double[2 * classes];
      denominators = new double[2 * classes];
    }
    Arrays.fill(numerators, 0, classes, 1.0);
    Arrays.fill(denominators, 0, classes, 1.0);
    least = 1.0;
    most = 1.0;
  }

  double[] numerators() {
    return numerators;
  }

  double[] denominators() {
    return denominators;
  }

  /**
   * Makes room for one more factor in each product.
   *
   * @param min the least that the factor can be
   * @param max the most that the factor can be
   * @return false if products with such a factor may lose digits
   */
  boolean makeRoom(double min, double max, ClassScores scores) {
    double low = Math.min(1.0, min);
    double high = Math.max(1.0, max);
    if (!(low > LogProduct.SMALL && high < LogProduct.LARGE)) {
      return false;
    }
    if (!(least * low > LogProduct.SMALL && most * high < LogProduct.LARGE)) {
      multiplyTo(scores);
      begin(classes);
    }
    least *= low;
    most *= high;
    return true;
  }

  /** Multiplies by the probability of a value in one class. */
  void multiply(int c, double probability, ClassScores scores) {
    double product = numerators[c] * probability;
    if (product > LogProduct.SMALL) {
      numerators[c] = product;
    } else {
      scores.sums()[c] += Math.log(numerators[c]) + Math.log(probability);
      numerators[c] = 1.0;
    }
    least = LogProduct.SMALL;
  }

  /** Multiplies the score of each class by its quotient. */
  void multiplyTo(ClassScores scores) {
    for (int c = 0; c < classes; c++) {
      scores.multiply(c, numerators[c] / denominators[c]);
    }
  }
}
