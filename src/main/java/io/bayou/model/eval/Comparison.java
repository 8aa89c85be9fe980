package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/**
 * Scores since the newest version of a model began. Every version is scored on the same labels from
 * then on, so they can be compared.
 *
 * @param since the newest version; 0 for none
 * @param instances weight of the events scored since
 * @param correct weight of those predicted right
 * @param logLoss sum of -ln p(true label)
 * @param brier sum of the squared distances between posterior and truth
 */
public record Comparison(
    int since, double instances, double correct, double logLoss, double brier) {
  private static final double MIN_INSTANCES = 100.0;
  private static final double WORSE_LOG_LOSS = 1.1;

  public static final Comparison NONE = new Comparison(0, 0.0, 0.0, 0.0, 0.0);

  /** Fraction predicted right. */
  public double accuracy() {
    return correct / instances;
  }

  public double meanLogLoss() {
    return logLoss / instances;
  }

  public double meanBrier() {
    return brier / instances;
  }

  /** The sum of both; if they began with different versions, the later one. */
  public Comparison merge(Comparison other) {
    if (since != other.since) {
      return since > other.since ? this : other;
    }
    return new Comparison(
        since,
        instances + other.instances,
        correct + other.correct,
        logLoss + other.logLoss,
        brier + other.brier);
  }

  /** Whether there are enough labels to tell which version is better. */
  public boolean isMeaningful() {
    return instances >= MIN_INSTANCES;
  }

  /**
   * Whether these scores are worse than others on the same labels by more than chance: lower
   * accuracy and a log loss higher by a tenth, on at least a hundred labels.
   */
  public boolean isClearlyWorseThan(Comparison other) {
    return since == other.since
        && isMeaningful()
        && other.isMeaningful()
        && accuracy() < other.accuracy()
        && meanLogLoss() > WORSE_LOG_LOSS * other.meanLogLoss();
  }

  /** What was added to these sums until now. */
  Comparison until(Score now) {
    return new Comparison(
        since,
        now.instances() - instances,
        now.correct() - correct,
        now.logLoss() - logLoss,
        now.brier() - brier);
  }

  static Comparison begin(int since, Score now) {
    return new Comparison(since, now.instances(), now.correct(), now.logLoss(), now.brier());
  }

  void write(StateWriter out) {
    out.integer(since);
    out.number(instances);
    out.number(correct);
    out.number(logLoss);
    out.number(brier);
  }

  static Comparison read(StateReader in) {
    return new Comparison((int) in.integer(), in.number(), in.number(), in.number(), in.number());
  }
}
