package io.bayou.model.logistic;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.LogisticSpec;

/**
 * What the examples so far say about a class that none of them had: that it is rare. A class begins
 * with that evidence on its intercept; without it the first example of a class would make it as
 * likely as one that was seen a thousand times.
 */
final class NewClassPrior {
  private final double prior;
  private double precision;
  private double linear;

  NewClassPrior(LogisticSpec spec) {
    prior = 1.0 / spec.intercept();
  }

  /**
   * Learns that an example was of another class.
   *
   * @param logSum logarithm of the sum of the exponentials of the other classes' logits
   */
  void learn(double logSum, double weight) {
    double logit = Curvature.bounded(linear / (Math.max(0.0, precision) + prior));
    double p = 1.0 / (1.0 + StrictMath.exp(logSum - logit));
    double curvature = weight * Curvature.of(p, 2);
    precision += curvature;
    linear += curvature * logit - weight * p;
  }

  void scale(double factor) {
    precision *= factor;
    linear *= factor;
  }

  void merge(NewClassPrior other, double factor) {
    precision += factor * other.precision;
    linear += factor * other.linear;
  }

  void clear() {
    precision = 0.0;
    linear = 0.0;
  }

  /** Adds a share of what a new class begins with. */
  void introduce(Evidence evidence, double[] point, double factor) {
    evidence.add(point, factor * precision, factor * linear);
  }

  void copy(NewClassPrior other) {
    precision = other.precision;
    linear = other.linear;
  }

  void write(StateWriter out) {
    out.number(precision);
    out.number(linear);
  }

  void read(StateReader in) {
    precision = in.number();
    linear = in.number();
  }
}
