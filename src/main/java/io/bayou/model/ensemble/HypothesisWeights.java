package io.bayou.model.ensemble;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/**
 * The posterior weights of several hypotheses: prior times the likelihood of the labels so far, in
 * log space.
 *
 * <p>The log evidence is a sum over examples and so merges by addition. With forgetting it is a
 * discounted sum: the last example counts in full, the one before it times the factor, and so on.
 *
 * <p>A hypothesis need not be asked about every example. The next one that it is asked about stands
 * for those before.
 */
final class HypothesisWeights {
  /** Keeps sums finite whatever an example weighs. */
  private static final double MIN_LOG_EVIDENCE = -1e300;

  /** A hypothesis this much less likely than the best has no weight in any digit. */
  private static final double NEGLIGIBLE = -60.0;

  private final double forgetting;
  private final double[] logPrior;
  private final double[] logEvidence;
  private final double[] unasked; // the weight of the examples since it was asked
  private final double[] weights;
  private long observations;

  /**
   * @param prior the weight of each hypothesis before any example; need not sum to 1
   * @param forgetting the factor by which each example reduces the evidence so far; 1 keeps all
   */
  HypothesisWeights(double[] prior, double forgetting) {
    this.forgetting = forgetting;
    logPrior = new double[prior.length];
    logEvidence = new double[prior.length];
    unasked = new double[prior.length];
    weights = new double[prior.length];
    for (int i = 0; i < prior.length; i++) {
      logPrior[i] = Math.log(prior[i]);
    }
    refresh();
  }

  long observations() {
    return observations;
  }

  /** The weight of the examples since a hypothesis was asked. */
  double unasked(int i) {
    return unasked[i];
  }

  /**
   * Adds one example.
   *
   * @param logLikelihoods ln of the probability that each hypothesis gave to the label; NaN if it
   *     was not asked
   * @param weight how many equal examples it stands for; greater than 0
   */
  void observe(double[] logLikelihoods, double weight) {
    for (int i = 0; i < logEvidence.length; i++) {
      if (Double.isNaN(logLikelihoods[i])) {
        unasked[i] += weight;
      } else {
        observe(i, logLikelihoods[i], unasked[i] + weight);
        unasked[i] = 0.0;
      }
    }
    observations++;
    refresh();
  }

  private void observe(int i, double logLikelihood, double weight) {
    double left = forgetting;
    double count = 1.0;
    if (weight != 1.0) {
      // As if it came that many times: 1 + f + f^2 + ... StrictMath, for it enters the state.
      left = StrictMath.pow(forgetting, weight);
      count = forgetting == 1.0 ? weight : (1.0 - left) / (1.0 - forgetting);
    }
    double sum = left * logEvidence[i] + count * logLikelihood;
    logEvidence[i] = Math.max(MIN_LOG_EVIDENCE, sum);
  }

  /** Adds the evidence of another partial. */
  void merge(HypothesisWeights other) {
    for (int i = 0; i < logEvidence.length; i++) {
      logEvidence[i] = Math.max(MIN_LOG_EVIDENCE, logEvidence[i] + other.logEvidence[i]);
      unasked[i] = Math.max(unasked[i], other.unasked[i]);
    }
    observations += other.observations;
    refresh();
  }

  /** Replaces everything by what the other has. */
  void copy(HypothesisWeights other) {
    System.arraycopy(other.logEvidence, 0, logEvidence, 0, logEvidence.length);
    System.arraycopy(other.unasked, 0, unasked, 0, unasked.length);
    observations = other.observations;
    refresh();
  }

  /** The weight of a hypothesis; all of them sum to 1. */
  double weight(int i) {
    return weights[i];
  }

  private void refresh() {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.length; i++) {
      max = Math.max(max, logPrior[i] + logEvidence[i]);
    }
    double sum = 0.0;
    for (int i = 0; i < weights.length; i++) {
      double log = logPrior[i] + logEvidence[i] - max;
      weights[i] = log < NEGLIGIBLE ? 0.0 : Math.exp(log);
      sum += weights[i];
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] /= sum;
    }
  }

  void write(StateWriter out) {
    out.integer(observations);
    out.integer(logEvidence.length);
    for (int i = 0; i < logEvidence.length; i++) {
      out.number(logEvidence[i]);
      out.number(unasked[i]);
    }
  }

  void read(StateReader in) {
    long count = in.integer();
    if (in.count(logEvidence.length) != logEvidence.length) {
      throw new IllegalStateException("a row of weights does not fit the members of the model");
    }
    for (int i = 0; i < logEvidence.length; i++) {
      logEvidence[i] = in.number();
      unasked[i] = in.amount();
    }
    observations = count;
    refresh();
  }
}
