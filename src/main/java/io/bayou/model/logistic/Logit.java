package io.bayou.model.logistic;

/** The mean and variance of a sum of weights times inputs: a buffer. */
final class Logit {
  private static final double MAX_LOGIT = 1e6;

  double mean;
  double variance;

  /**
   * Limits a logit. No data leads beyond the limit, but retracting examples at other weights than
   * they were learned at may, farther each time.
   */
  static double limit(double logit) {
    return Math.max(-MAX_LOGIT, Math.min(logit, MAX_LOGIT));
  }

  /* The Hessian of ln sum exp is diag(p) - p p'. Only its diagonal p (1 - p) is kept, so that each
   * class is solved by itself. Times K / (K - 1) it is exact in the directions that matter (those
   * that sum to zero) for two classes, and for any number of equally probable ones. */
  static double curvature(double p, int classes) {
    return classes < 2 ? 0.0 : p * (1.0 - p) * classes / (classes - 1.0);
  }
}
