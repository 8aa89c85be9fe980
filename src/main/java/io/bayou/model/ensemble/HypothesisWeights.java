package io.bayou.model.ensemble;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/**
 * How much each of several hypotheses is believed: prior times the product of what it gave to the
 * labels that came, in log space.
 *
 * <p>The log evidence is a sum over examples and so merges by addition. With forgetting it is a
 * discounted sum: the latest example counts in full, the one before by the factor, and so on.
 */
final class HypothesisWeights {
  /** No evidence is worse: keeps sums finite whatever an example weighs. */
  private static final double MIN_LOG_EVIDENCE = -1e300;

  private final double forgetting;
  private final double[] logPrior;
  private final double[] logEvidence;
  private final double[] weights;
  private long observations;

  /**
   * @param prior weight of each hypothesis before anything is observed; need not sum to 1
   * @param forgetting what is left of the evidence after one more example; 1 for all of it
   */
  HypothesisWeights(double[] prior, double forgetting) {
    this.forgetting = forgetting;
    logPrior = new double[prior.length];
    logEvidence = new double[prior.length];
    weights = new double[prior.length];
    for (int i = 0; i < prior.length; i++) {
      logPrior[i] = Math.log(prior[i]);
    }
    refresh();
  }

  int size() {
    return logPrior.length;
  }

  /** How many examples the evidence is from. */
  long observations() {
    return observations;
  }

  /**
   * Takes in one example.
   *
   * @param logLikelihoods ln of what each hypothesis gave to the label, finite
   * @param weight how many equal examples it stands for, greater than 0
   */
  void observe(double[] logLikelihoods, double weight) {
    double left = forgetting;
    double count = 1.0;
    if (weight != 1.0) {
      // As if it came so many times: 1 + f + f^2 + ... The factors enter the state: StrictMath.
      left = StrictMath.pow(forgetting, weight);
      count = forgetting == 1.0 ? weight : (1.0 - left) / (1.0 - forgetting);
    }
    for (int i = 0; i < logEvidence.length; i++) {
      double sum = left * logEvidence[i] + count * logLikelihoods[i];
      logEvidence[i] = Math.max(MIN_LOG_EVIDENCE, sum);
    }
    observations++;
    refresh();
  }

  /** Adds what was observed elsewhere. */
  void merge(HypothesisWeights other) {
    for (int i = 0; i < logEvidence.length; i++) {
      logEvidence[i] = Math.max(MIN_LOG_EVIDENCE, logEvidence[i] + other.logEvidence[i]);
    }
    observations += other.observations;
    refresh();
  }

  /** The weight of a hypothesis; all of them sum to 1. */
  double weight(int i) {
    return weights[i];
  }

  private void refresh() {
    int best = mostProbable();
    double max = logPrior[best] + logEvidence[best];
    double sum = 0.0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.exp(logPrior[i] + logEvidence[i] - max);
      sum += weights[i];
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] /= sum;
    }
  }

  /** The hypothesis with the largest weight; of equals the first. */
  int mostProbable() {
    int best = 0;
    for (int i = 1; i < logPrior.length; i++) {
      if (logPrior[i] + logEvidence[i] > logPrior[best] + logEvidence[best]) {
        best = i;
      }
    }
    return best;
  }

  /** The hypothesis with the largest evidence; of equals the first. */
  int mostLikely() {
    int best = 0;
    for (int i = 1; i < logEvidence.length; i++) {
      if (logEvidence[i] > logEvidence[best]) {
        best = i;
      }
    }
    return best;
  }

  void write(StateWriter out) {
    out.integer(observations);
    out.integer(logEvidence.length);
    for (double sum : logEvidence) {
      out.number(sum);
    }
  }

  /** Takes in what was written in place of what is here. */
  void read(StateReader in) {
    long count = in.integer();
    if (in.count(logEvidence.length) != logEvidence.length) {
      throw new IllegalStateException("a row of weights does not fit the members of the model");
    }
    for (int i = 0; i < logEvidence.length; i++) {
      logEvidence[i] = in.number();
    }
    observations = count;
    refresh();
  }
}
