package io.bayou.model.spec;

/** One rule for all parameters of a naive Bayes model, the class prior among them. */
public enum Estimate {
  /** Relative frequencies, population variance; a zero count is a true zero. */
  MLE,
  /** The mode of the posterior over parameters. */
  MAP,
  /** The posterior predictive: Dirichlet mean, Student-t. */
  BAYES;

  /** What a parameter of a Dirichlet prior adds to the count of its value. */
  public double pseudoCount(double alpha) {
    return switch (this) {
      case MLE -> 0.0;
      case MAP -> Math.max(0.0, alpha - 1.0);
      case BAYES -> alpha;
    };
  }
}
