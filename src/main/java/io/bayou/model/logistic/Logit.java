package io.bayou.model.logistic;

/** Mean and variance of a sum of weights times inputs: a buffer. */
final class Logit {
  double mean;
  double variance;
}
