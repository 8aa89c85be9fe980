package io.bayou.bench.learner;

import java.util.Arrays;

/**
 * Naive Bayes over arrays and nothing else, written for speed: the yardstick for numbers and
 * categories. It knows the classes, the columns and the values of each category beforehand, and has
 * no missing values, no weights and no merging.
 *
 * <p>Each class keeps its means, its inverse variances, the logarithms of its cells and one
 * constant. An example refreshes those of its own class only, with one logarithm for all its
 * variances.
 */
final class StrictLoop implements BenchData.Loop {
  private final double[][] numbers;
  private final int[][] categories;
  private final int[] labels;
  private final int classes;
  private final int columns;
  private final int[] sizes;
  private final int cells;

  private double[] count;
  private double[] mean;
  private double[] m2;
  private double[] inverse;
  private double[] constant;
  private int[] cellCount;
  private double[] cellLog;

  /**
   * @param categories for each row the cell of each categorical column, numbered over all columns
   * @param sizes how many cells each categorical column has
   */
  StrictLoop(double[][] numbers, int[][] categories, int[] sizes, String[] labels) {
    this.numbers = numbers;
    this.categories = categories;
    this.sizes = sizes;
    BenchData.LabelCodes codes = BenchData.LabelCodes.of(labels);
    this.labels = codes.codes();
    classes = codes.classes();
    columns = numbers[0].length;
    cells = Arrays.stream(sizes).sum();
  }

  @Override
  public int classes() {
    return classes;
  }

  @Override
  public int width() {
    return columns + sizes.length;
  }

  @Override
  public double run() {
    count = new double[classes];
    mean = new double[classes * columns];
    m2 = new double[classes * columns];
    inverse = new double[classes * columns];
    constant = new double[classes];
    cellCount = new int[classes * cells];
    cellLog = new double[classes * cells];
    Arrays.fill(constant, Double.NEGATIVE_INFINITY);
    double[] posterior = new double[classes];
    double sum = 0.0;
    for (int i = 0; i < labels.length; i++) {
      predict(numbers[i], categories[i], posterior);
      sum += posterior[labels[i]];
      learn(numbers[i], categories[i], labels[i]);
    }
    return sum;
  }

  private void predict(double[] x, int[] values, double[] posterior) {
    for (int c = 0; c < classes; c++) {
      double squares = 0.0;
      int first = c * columns;
      for (int j = 0; j < columns; j++) {
        double d = x[j] - mean[first + j];
        squares += d * d * inverse[first + j];
      }
      double logs = constant[c];
      for (int cell : values) {
        logs += cellLog[c * cells + cell];
      }
      posterior[c] = logs - 0.5 * squares;
    }
    normalise(posterior);
  }

  /** Turns log joint probabilities into the posterior. */
  static void normalise(double[] scores) {
    double best = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      best = Math.max(best, score);
    }
    if (best == Double.NEGATIVE_INFINITY) {
      Arrays.fill(scores, 1.0 / scores.length); // nothing learned yet
      return;
    }
    double total = 0.0;
    for (int c = 0; c < scores.length; c++) {
      scores[c] = Math.exp(scores[c] - best);
      total += scores[c];
    }
    for (int c = 0; c < scores.length; c++) {
      scores[c] /= total;
    }
  }

  private void learn(double[] x, int[] values, int c) {
    double n = ++count[c];
    constant[c] = Math.log(n) - 0.5 * learnNumbers(x, c * columns, n) - learnCells(values, c, n);
  }

  /* Returns the log determinant. */
  private double learnNumbers(double[] x, int first, double n) {
    double r = 1.0 / n;
    double product = 1.0;
    double logs = 0.0;
    for (int j = 0; j < columns; j++) {
      double d = x[j] - mean[first + j];
      mean[first + j] += d * r;
      m2[first + j] += d * (x[j] - mean[first + j]);
      double variance = m2[first + j] * r + 1e-9;
      inverse[first + j] = 1.0 / variance;
      product *= variance;
      if (product > 1e100 || product < 1e-100) {
        logs += Math.log(product);
        product = 1.0;
      }
    }
    return logs + Math.log(product);
  }

  /* Returns the sum of the log denominators. */
  private double learnCells(int[] values, int c, double n) {
    if (n == 1.0) {
      Arrays.fill(cellLog, c * cells, (c + 1) * cells, 0.0); // ln of a pseudo-count of 1
    }
    for (int cell : values) {
      int place = c * cells + cell;
      cellLog[place] = Math.log(++cellCount[place] + 1.0);
    }
    double product = 1.0;
    double logs = 0.0;
    for (int size : sizes) {
      product *= n + size;
      if (product > 1e100) {
        logs += Math.log(product);
        product = 1.0;
      }
    }
    return logs + Math.log(product);
  }
}
