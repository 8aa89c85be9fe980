package io.bayou.model.ensemble;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.StrictLog;
import java.util.List;

/**
 * The weights of the members of an average, by one factor of forgetting or mixed over several: each
 * factor gives weights of its own, and is weighted by how probable its mixture made the labels.
 *
 * <p>A member of hardly any weight rests: it is asked about one example in some, which then stands
 * for those that it was not asked about. Who rests follows from the state, so a replay asks the
 * same members.
 */
final class MemberWeights {
  /* Slow: it compares factors, which takes many examples. */
  private static final double FORGETTING_OF_FACTORS = 0.999;

  /** What a member of less weight says hardly shows. */
  private static final double RESTING = 1e-3;

  /** A member that rests is asked about one example in so many. */
  private static final int ASKED_ONE_IN = 4;

  /** It takes a member of less weight so long to be of use that it need not be asked as often. */
  private static final double ASLEEP = 1e-6;

  private static final int ASLEEP_ASKED_ONE_IN = 16;

  private final HypothesisWeights[] byFactor;
  private final HypothesisWeights factors;
  private final boolean forgets;
  private final double[] prior;
  private final double[] weights;
  private final double[] logOfMixtures;

  /**
   * @param prior the weight of each member before any example; need not sum to 1
   * @param forgetting the factors, of at least one
   */
  MemberWeights(double[] prior, List<Double> forgetting) {
    this.prior = prior.clone();
    int n = forgetting.size();
    byFactor = new HypothesisWeights[n];
    boolean any = false;
    double[] alike = new double[n];
    for (int f = 0; f < n; f++) {
      byFactor[f] = new HypothesisWeights(prior, forgetting.get(f));
      any |= forgetting.get(f) < 1.0;
      alike[f] = 1.0;
    }
    factors = new HypothesisWeights(alike, FORGETTING_OF_FACTORS);
    forgets = any;
    weights = new double[prior.length];
    logOfMixtures = new double[n];
    refresh();
  }

  long observations() {
    return byFactor[0].observations();
  }

  /** The weight of a member; all of them sum to 1. */
  double weight(int i) {
    return weights[i];
  }

  /** Whether a member has no part in answers. */
  boolean isResting(int i) {
    return forgets && weights[i] < RESTING;
  }

  /** Whether a member must be asked about the next example. */
  boolean isDue(int i) {
    int oneIn = weights[i] < ASLEEP ? ASLEEP_ASKED_ONE_IN : ASKED_ONE_IN;
    return !isResting(i) || byFactor[0].unasked(i) + 1.0 >= oneIn;
  }

  /**
   * Adds one example.
   *
   * @param likelihoods the probability that each member gave to the label; NaN if it was not asked
   * @param logLikelihoods their logarithms
   * @param weight how many equal examples it stands for; greater than 0
   */
  void observe(double[] likelihoods, double[] logLikelihoods, double weight) {
    if (byFactor.length > 1) {
      for (int f = 0; f < byFactor.length; f++) {
        logOfMixtures[f] = logOfMixture(byFactor[f], likelihoods);
      }
      factors.observe(logOfMixtures, weight);
    }
    for (HypothesisWeights each : byFactor) {
      each.observe(logLikelihoods, weight);
    }
    refresh();
  }

  private static double logOfMixture(HypothesisWeights each, double[] likelihoods) {
    double sum = 0.0;
    double asked = 0.0;
    for (int i = 0; i < likelihoods.length; i++) {
      if (!Double.isNaN(likelihoods[i])) {
        sum += each.weight(i) * likelihoods[i];
        asked += each.weight(i);
      }
    }
    double mixture = sum / asked; // NaN if those that were asked have no weight by this factor
    return StrictLog.of(
        mixture >= AverageLearner.MIN_PROBABILITY ? mixture : AverageLearner.MIN_PROBABILITY);
  }

  /** Adds the evidence of another partial. */
  void merge(MemberWeights other) {
    for (int f = 0; f < byFactor.length; f++) {
      byFactor[f].merge(other.byFactor[f]);
    }
    factors.merge(other.factors);
    refresh();
  }

  private void refresh() {
    for (int i = 0; i < weights.length; i++) {
      double sum = 0.0;
      for (int f = 0; f < byFactor.length; f++) {
        sum += factors.weight(f) * byFactor[f].weight(i);
      }
      weights[i] = byFactor.length == 1 ? byFactor[0].weight(i) : Math.min(1.0, sum);
    }
  }

  /** The member with the largest weight; of equals the first. */
  int mostProbable() {
    int best = 0;
    for (int i = 1; i < weights.length; i++) {
      best = weights[i] > weights[best] ? i : best;
    }
    return best;
  }

  /** The member with the largest weight for its prior; of equals the first. */
  int mostLikely() {
    int best = 0;
    for (int i = 1; i < weights.length; i++) {
      best = weights[i] / prior[i] > weights[best] / prior[best] ? i : best;
    }
    return best;
  }

  void write(StateWriter out) {
    out.integer(byFactor.length);
    for (HypothesisWeights each : byFactor) {
      each.write(out);
    }
    if (byFactor.length > 1) {
      factors.write(out);
    }
  }

  void read(StateReader in) {
    if (in.count(byFactor.length) != byFactor.length) {
      throw new IllegalStateException("a row of weights has another number of factors");
    }
    for (HypothesisWeights each : byFactor) {
      each.read(in);
    }
    if (byFactor.length > 1) {
      factors.read(in);
    }
    refresh();
  }
}
