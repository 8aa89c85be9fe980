package io.bayou.model.spec;

import static io.bayou.model.spec.Requirements.requireNotNegative;
import static io.bayou.model.spec.Requirements.requirePositive;

/** How the variance of a gaussian feature is estimated. */
public sealed interface Variance {
  /**
   * (M2 + k s2) / (w + k) + floor s2, with s2 the feature's variance over all classes: a class with
   * few examples relies on the scale of the feature, not on a tiny spread of its own.
   */
  record Shrink(double k, double floor) implements Variance {
    public Shrink {
      requireNotNegative("variance.k", k);
      requirePositive("variance.floor", floor);
    }
  }

  /** M2/n plus smoothing times the largest variance of any feature over all rows. */
  record Sklearn(double smoothing) implements Variance {
    public Sklearn {
      requireNotNegative("variance.smoothing", smoothing);
    }
  }

  /** M2/n + smoothing. */
  record Population(double smoothing) implements Variance {
    public Population {
      requireNotNegative("variance.smoothing", smoothing);
    }
  }

  /** M2/(n-1). */
  record Sample() implements Variance {}

  /** The sum of M2 over all classes, divided by n - K: one variance for all classes. */
  record Pooled() implements Variance {}
}
