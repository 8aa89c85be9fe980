package io.bayou.model.ensemble;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.StrictLog;

/**
 * The weights of the temperatures, by a long memory, or by a long and a short one, of which each is
 * weighted by how probable it made the labels. A temperature that fits on the whole is wrong right
 * after a change, when answers are surer than they should be.
 */
final class TemperatureWeights {
  /* About the last 1,000 labels, and the last 20. */
  private static final double LONG = 0.999;
  private static final double SHORT = 0.95;

  /* Slow: it compares memories, which takes many labels. */
  private static final double FORGETTING_OF_MEMORIES = 0.999;

  private static final double[] ALIKE = {1.0, 1.0};

  private final HypothesisWeights longer = new HypothesisWeights(Temperatures.prior(), LONG);
  private final HypothesisWeights shorter = new HypothesisWeights(Temperatures.prior(), SHORT);
  private final HypothesisWeights memories = new HypothesisWeights(ALIKE, FORGETTING_OF_MEMORIES);
  private final double[] logOfMixtures = new double[ALIKE.length];
  private final boolean hasMemories;

  /**
   * @param hasMemories whether there is a short memory beside the long one
   */
  TemperatureWeights(boolean hasMemories) {
    this.hasMemories = hasMemories;
  }

  boolean hasMemories() {
    return hasMemories;
  }

  long observations() {
    return longer.observations();
  }

  /** The weight of a temperature; all of them sum to 1. */
  double weight(int g) {
    if (!hasMemories) {
      return longer.weight(g);
    }
    return memories.weight(0) * longer.weight(g) + memories.weight(1) * shorter.weight(g);
  }

  /**
   * Adds one example.
   *
   * @param likelihoods the probability of the label at each temperature
   * @param logLikelihoods their logarithms
   * @param weight how many equal examples it stands for; greater than 0
   */
  void observe(double[] likelihoods, double[] logLikelihoods, double weight) {
    if (hasMemories) {
      logOfMixtures[0] = logOfMixture(longer, likelihoods);
      logOfMixtures[1] = logOfMixture(shorter, likelihoods);
      memories.observe(logOfMixtures, weight);
      shorter.observe(logLikelihoods, weight);
    }
    longer.observe(logLikelihoods, weight);
  }

  private static double logOfMixture(HypothesisWeights weights, double[] likelihoods) {
    double sum = 0.0;
    for (int g = 0; g < likelihoods.length; g++) {
      sum += weights.weight(g) * likelihoods[g];
    }
    return StrictLog.of(sum); // each is at least the least probability
  }

  /** Adds the evidence of another partial. */
  void merge(TemperatureWeights other) {
    longer.merge(other.longer);
    shorter.merge(other.shorter);
    memories.merge(other.memories);
  }

  /** Replaces everything by what the other has. */
  void copy(TemperatureWeights other) {
    longer.copy(other.longer);
    shorter.copy(other.shorter);
    memories.copy(other.memories);
  }

  void write(StateWriter out) {
    longer.write(out);
  }

  void read(StateReader in) {
    longer.read(in);
  }

  /** Writes what {@link #write} leaves out. */
  void writeMemories(StateWriter out) {
    shorter.write(out);
    memories.write(out);
  }

  void readMemories(StateReader in) {
    shorter.read(in);
    memories.read(in);
  }
}
