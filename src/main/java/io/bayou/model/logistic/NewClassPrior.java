package io.bayou.model.logistic;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.LogisticSpec;

/**
 * The evidence of all examples so far that a new class is rare. A class starts with it on its
 * intercept. Otherwise its first example would make it as likely as a class that was seen a
 * thousand times.
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
    double logit = logit();
    double p = probability(logSum, logit);
    double curvature = weight * Logit.curvature(p, 2);
    precision += curvature;
    linear += curvature * logit - weight * p;
  }

  /**
   * Adds an example to the intercept of a class that is still alone. It competes with those that
   * may come: otherwise nothing would keep its logit up when the second one comes, however many
   * examples it has.
   */
  void learnAlone(Evidence evidence, double[] point, double logSum, double weight) {
    evidence.add(point, weight * Logit.curvature(probability(logSum, logit()), 2), 0.0);
  }

  private double logit() {
    return Logit.limit(linear / (Math.max(0.0, precision) + prior));
  }

  private static double probability(double logSum, double logit) {
    return 1.0 / (1.0 + StrictMath.exp(logSum - logit));
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

  /** Adds a share of this evidence to that of a new class. */
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
