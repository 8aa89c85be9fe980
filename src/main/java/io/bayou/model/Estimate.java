package io.bayou.model;

/** One rule for all parameters of a naive Bayes model. */
public enum Estimate {
  /** Relative frequencies, population variance; a zero count is a true zero. */
  MLE,
  /** The mode of the posterior over parameters. */
  MAP,
  /** The posterior predictive: Dirichlet mean, Student-t. */
  BAYES
}
