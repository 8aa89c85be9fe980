package io.bayou.model.scope;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.eval.Score;
import io.bayou.model.stat.StrictLog;

/** How probable each strength of the grid made the labels of a key: a sum of logarithms. */
final class StrengthWeights {
  /* As scores do: what an answer did not expect at all must not rule a strength out for ever. */
  private static final double MIN_PROBABILITY = Score.MIN_PROBABILITY;

  /* Half for everybody's model: so the answers for a key are never charged more than ln 2 above those
   * of everybody's model, all of its examples taken together. */
  private static final double[] PRIOR = {0.125, 0.125, 0.125, 0.125, 0.5};

  private final double[] logs = new double[PRIOR.length];

  /**
   * Adds one example: the probability that each strength gave to its label. A label that
   * everybody's model does not know tells nothing: it is new, or everybody's model is late.
   */
  void observe(double[] likelihoods, double weight) {
    if (likelihoods[likelihoods.length - 1] <= 0.0) {
      return;
    }
    for (int i = 0; i < logs.length; i++) {
      logs[i] += weight * StrictLog.of(Math.max(likelihoods[i], MIN_PROBABILITY));
    }
  }

  void merge(StrengthWeights other) {
    for (int i = 0; i < logs.length; i++) {
      logs[i] += other.logs[i];
    }
  }

  /** Fills in the weight of each strength; they sum to 1. */
  void weights(double[] weights) {
    double largest = logs[0];
    for (double log : logs) {
      largest = Math.max(largest, log);
    }
    double sum = 0.0;
    for (int i = 0; i < logs.length; i++) {
      weights[i] = PRIOR[i] * Math.exp(logs[i] - largest);
      sum += weights[i];
    }
    for (int i = 0; i < logs.length; i++) {
      weights[i] /= sum;
    }
  }

  void write(StateWriter out) {
    for (double log : logs) {
      out.number(log);
    }
  }

  void read(StateReader in) {
    for (int i = 0; i < logs.length; i++) {
      logs[i] = in.number();
    }
  }
}
