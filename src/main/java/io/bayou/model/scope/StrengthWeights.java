package io.bayou.model.scope;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.StrictLog;

/** How probable each strength of the grid made the labels of a key: a sum of logarithms. */
final class StrengthWeights {
  /* A label that an answer did not expect at all must not rule a strength out for ever. */
  private static final double MIN_PROBABILITY = 1e-10;

  private final double[] logs = new double[KeyedModel.GRID.length];

  /** Adds one example: the probability that each strength gave to its label. */
  void observe(double[] likelihoods, double weight) {
    for (int i = 0; i < logs.length; i++) {
      logs[i] += weight * StrictLog.of(Math.max(likelihoods[i], MIN_PROBABILITY));
    }
  }

  void merge(StrengthWeights other) {
    for (int i = 0; i < logs.length; i++) {
      logs[i] += other.logs[i];
    }
  }

  /** The strength with the most evidence; the weakest of equals. */
  int best() {
    int best = 0;
    for (int i = 1; i < logs.length; i++) {
      best = logs[i] > logs[best] ? i : best;
    }
    return best;
  }

  /** Fills in the weight of each strength; they sum to 1. */
  void weights(double[] weights) {
    double largest = logs[best()];
    double sum = 0.0;
    for (int i = 0; i < logs.length; i++) {
      weights[i] = Math.exp(logs[i] - largest);
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
