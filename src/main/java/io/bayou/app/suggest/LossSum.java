package io.bayou.app.suggest;

/**
 * The weighted mean of losses, or of their differences, with its standard error. Rows are taken as
 * independent.
 */
final class LossSum {
  private double rows;
  private double weight;
  private double sum;
  private double weightSquares;
  private double products;
  private double squares;

  /**
   * @param weighted the loss of a row, times its weight
   */
  void add(double weighted, double w) {
    rows++;
    weight += w;
    sum += weighted;
    weightSquares += w * w;
    products += w * weighted;
    squares += weighted * weighted;
  }

  double mean() {
    return sum / weight;
  }

  /** NaN with fewer than two rows. */
  double standardError() {
    double mean = mean();
    double residuals = squares - 2.0 * mean * products + mean * mean * weightSquares;
    return rows < 2.0
        ? Double.NaN
        : Math.sqrt(Math.max(0.0, residuals) * rows / (rows - 1.0)) / weight;
  }
}
