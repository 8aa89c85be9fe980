package io.bayou.model.logistic;

/** How much a probability bends with its own logit. */
final class Curvature {
  private static final double MAX_LOGIT = 1e6;

  private Curvature() {}

  /**
   * A logit within bounds: no data leads beyond them, but taking back examples at other weights
   * than they were learned at may, farther each time.
   */
  static double bounded(double logit) {
    return Math.max(-MAX_LOGIT, Math.min(logit, MAX_LOGIT));
  }

  /* The Hessian of ln sum exp is diag(p) - p p'; only its diagonal is kept, p (1 - p), so that the weights
   * of a class are solved by themselves. Times K / (K - 1) it is exact in the directions that matter
   * (all that sum to zero) for two classes, and for any number of equally probable ones. */
  static double of(double p, int classes) {
    return classes < 2 ? 0.0 : p * (1.0 - p) * classes / (classes - 1.0);
  }
}
