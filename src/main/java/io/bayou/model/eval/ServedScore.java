package io.bayou.model.eval;

import io.bayou.model.Served;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.SortedMap;

/**
 * Scores answers as they were served, one at a time: over everything, or fading. What the model has
 * learned since then does not count. Mutable and single-threaded.
 */
final class ServedScore {
  private final double fading;
  private double instances;
  private double correct;
  private double logLoss;
  private double brier;

  /**
   * @param fading factor by which one event reduces the weight of earlier ones, at most 1
   */
  ServedScore(double fading) {
    this.fading = fading;
  }

  /** Whether an answer can be scored: its posterior was kept, or there was none. */
  static boolean isComplete(Served served) {
    return served.label().isPresent() != served.posterior().isEmpty();
  }

  void add(Served served, String label) {
    SortedMap<String, Double> posterior = served.posterior();
    double squares = 0.0;
    for (double probability : posterior.values()) {
      squares += probability * probability;
    }
    double p = posterior.getOrDefault(label, 0.0);
    // As in Score: a class that was new to the model has the probability of a spare cell.
    double surprise =
        posterior.containsKey(label)
            ? Math.max(p, Score.MIN_PROBABILITY)
            : 1.0 / (instances + posterior.size() + 1.0);
    boolean right = served.label().filter(label::equals).isPresent();
    instances = instances * fading + 1.0;
    correct = correct * fading + (right ? 1.0 : 0.0);
    logLoss = logLoss * fading - Math.log(surprise);
    brier = brier * fading + Math.max(0.0, squares - 2.0 * p + 1.0);
  }

  ServedScores scores() {
    return new ServedScores(instances, correct, logLoss, brier);
  }

  void write(StateWriter out) {
    out.number(instances);
    out.number(correct);
    out.number(logLoss);
    out.number(brier);
  }

  /** Reads what was written into an empty score. */
  void read(StateReader in) {
    instances = in.amount();
    correct = in.amount();
    logLoss = in.number();
    brier = in.amount();
  }
}
