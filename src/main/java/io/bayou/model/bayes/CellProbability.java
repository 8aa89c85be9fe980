package io.bayou.model.bayes;

import io.bayou.model.Estimate;
import io.bayou.model.ModelSpec;
import io.bayou.model.Smoothing;
import io.bayou.model.Unknown;

/** From counts to the probability of one value of a discrete feature in one class. */
final class CellProbability {
  private final boolean reserve;
  private final double alpha;
  private final Smoothing.MEstimate mEstimate;

  private CellProbability(boolean reserve, double alpha, Smoothing.MEstimate mEstimate) {
    this.reserve = reserve;
    this.alpha = alpha;
    this.mEstimate = mEstimate;
  }

  static CellProbability of(ModelSpec spec) {
    boolean reserve = spec.unknown() == Unknown.RESERVE;
    Estimate estimate = spec.estimate().orElse(Estimate.BAYES);
    if (estimate == Estimate.MLE) {
      return new CellProbability(reserve, 0.0, null);
    }
    if (spec.smoothing() instanceof Smoothing.MEstimate m) {
      return new CellProbability(reserve, 0.0, m);
    }
    double alpha = ((Smoothing.Additive) spec.smoothing()).alpha();
    // The mode of a Dirichlet posterior has one pseudo-count less than its mean.
    return new CellProbability(
        reserve, estimate == Estimate.MAP ? Math.max(0.0, alpha - 1.0) : alpha, null);
  }

  /** What smoothing adds to the weight of each of so many known values. */
  double pseudoCount(int cells) {
    if (mEstimate == null) {
      return alpha;
    }
    return mEstimate.m() * (mEstimate.p().isPresent() ? mEstimate.p().get() : 1.0 / cells);
  }

  /** What smoothing adds to the weight of all of so many known values. */
  double pseudoTotal(int cells) {
    return mEstimate == null ? alpha * cells : mEstimate.m();
  }

  /**
   * As {@link #of}, of a value in the place of others: together the cells have probability 1. Where
   * nothing was counted they are equal.
   */
  double share(double count, double total, int known, boolean closed) {
    int cells = Math.max(1, reserve && !closed ? known + 1 : known);
    double mass = mEstimate == null ? total + alpha * cells : total + mEstimate.m();
    return mass > 0.0 ? smoothed(count, total, cells) : 1.0 / cells;
  }

  /**
   * @param count weight of the value in the class
   * @param total weight of all values in the class
   * @param known how many values the feature has
   * @param isKnown whether this value is one of them
   * @param closed whether the feature can have no other values
   * @return the probability, or 1 where the class or the rule has no opinion
   */
  double of(double count, double total, int known, boolean isKnown, boolean closed) {
    if (!reserve && !isKnown) {
      return 1.0;
    }
    return smoothed(count, total, reserve && !closed ? known + 1 : known);
  }

  private double smoothed(double count, double total, int cells) {
    if (mEstimate != null) {
      double m = mEstimate.m();
      double p = mEstimate.p().isPresent() ? mEstimate.p().get() : 1.0 / cells;
      return total + m > 0.0 ? (count + m * p) / (total + m) : 1.0;
    }
    double mass = total + alpha * cells;
    return mass > 0.0 ? (count + alpha) / mass : 1.0;
  }
}
