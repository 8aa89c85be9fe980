package io.bayou.model.eval;

/**
 * Numbers the cells of a histogram of probabilities: equal widths of asinh(ln p/(1-p)), each a
 * power of two, so that two cells of one width make one of the next.
 *
 * <p>The probability 0 has no cell, and 1 has one of its own: ties of certain answers stay ties.
 */
final class LogitScale {
  /* Naive Bayes answers 1e-300 as easily as 0.3: equal widths of the logit itself would be too
   * coarse for everything else. From the smallest double to the last one before 1 this is -7.3 to
   * 4.3, so that the coarsest scale has 187 cells. */

  /** The cells are 2^-20 wide. */
  static final int FINEST = 20;

  /** The cells are 1/16 wide. */
  static final int COARSEST = 4;

  private static final double LOWEST_LOGIT = -745.0; // of Double.MIN_VALUE
  private static final int CERTAIN = 8; // where p = 1 is

  private LogitScale() {}

  /** The cell of a probability above 0, on the finest scale. */
  static int cell(double p) {
    if (p >= 1.0) {
      return CERTAIN << FINEST;
    }
    double logit = Math.max(LOWEST_LOGIT, Math.log(p / (1.0 - p)));
    double magnitude = Math.abs(logit);
    double asinh = Math.log(magnitude + Math.sqrt(magnitude * magnitude + 1.0));
    return (int) Math.floor(Math.scalb(Math.copySign(asinh, logit), FINEST));
  }

  /** The smallest probability in a cell. */
  static double low(int cell, int scale) {
    if (isCertain(cell, scale)) {
      return 1.0;
    }
    double odds = Math.exp(Math.sinh(Math.scalb((double) cell, -scale)));
    return odds / (1.0 + odds);
  }

  /** Whether a cell holds only the probability 1. */
  static boolean isCertain(int cell, int scale) {
    return cell == CERTAIN << scale;
  }

  /** Whether there is such a cell. */
  static boolean isCell(int cell, int scale) {
    return cell >= -CERTAIN << scale && cell <= CERTAIN << scale;
  }
}
