package io.bayou.model.scope;

import io.bayou.model.Posterior;
import io.bayou.model.eval.Score;
import java.util.Arrays;

/**
 * Mean log loss by how many examples a key had of its own when an event was answered: of the model
 * of the key, of one model for all, and of one model for each key.
 */
public final class LossByExamples {
  /** The fewest examples of each bin; the last one is open. */
  private static final int[] FROM = {
    0, 1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 5_000
  };

  private final double[] weights = new double[FROM.length];
  private final double[] keyed = new double[FROM.length];
  private final double[] oneForAll = new double[FROM.length];
  private final double[] oneEach = new double[FROM.length];

  /**
   * Adds an answer. A label that is new to everybody is left out: no model could expect it.
   *
   * @param ofKey the answer of the model of the key
   * @param ofAll that of everybody's model
   * @param ofOwn that of what the key has learned of its own
   * @param examples how many that are
   */
  public void add(
      Posterior ofKey,
      Posterior ofAll,
      Posterior ofOwn,
      long examples,
      String label,
      double weight) {
    if (ofAll.indexOf(label) < 0 || ofKey.indexOf(label) < 0) {
      return;
    }
    int bin = binOf(examples);
    weights[bin] += weight;
    keyed[bin] += weight * loss(ofKey.probabilityOf(label));
    oneForAll[bin] += weight * loss(ofAll.probabilityOf(label));
    oneEach[bin] += weight * loss(ownProbability(ofOwn, (double) examples, label, ofAll.size()));
  }

  /* Classes that the key has not met share what Laplace's rule leaves for them. */
  private static double ownProbability(
      Posterior ofOwn, double examples, String label, int allClasses) {
    int known = ofOwn.size();
    double all = examples + allClasses;
    return ofOwn.indexOf(label) < 0
        ? 1.0 / all
        : ofOwn.probabilityOf(label) * (examples + known) / all;
  }

  private static double loss(double probability) {
    return -Math.log(Math.max(probability, Score.MIN_PROBABILITY));
  }

  private static int binOf(long examples) {
    int at = Arrays.binarySearch(FROM, (int) Math.min(examples, Integer.MAX_VALUE));
    return at >= 0 ? at : -at - 2;
  }

  /** How many bins there are; some may be empty. */
  public int bins() {
    return FROM.length;
  }

  /** The fewest examples of a bin. */
  public int from(int bin) {
    return FROM[bin];
  }

  /** The most examples of a bin. */
  public int to(int bin) {
    return bin + 1 < FROM.length ? FROM[bin + 1] - 1 : Integer.MAX_VALUE;
  }

  /** The weight of the events of a bin. */
  public double weight(int bin) {
    return weights[bin];
  }

  /** The mean log loss of the models of the keys; NaN for an empty bin. */
  public double keyed(int bin) {
    return keyed[bin] / weights[bin];
  }

  /** The mean log loss of one model for all. */
  public double oneForAll(int bin) {
    return oneForAll[bin] / weights[bin];
  }

  /** The mean log loss of one model for each key. */
  public double oneEach(int bin) {
    return oneEach[bin] / weights[bin];
  }
}
