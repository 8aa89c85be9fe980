package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/**
 * By how much a version's log loss is lower than that of the active version on the same events.
 * Sums, so that sources add up.
 *
 * @param since when both had come into their present states, in milliseconds since 1970;
 *     differences from before do not count
 * @param labels how many events both have answered before their labels were learned
 * @param sum of the differences: the loss of the active version minus that of this one
 * @param squares sum of their squares
 * @param largest of them, regardless of sign
 */
public record PairedLoss(long since, double labels, double sum, double squares, double largest) {
  /** Fewer labels say nothing, whatever they are. */
  public static final double MIN_LABELS = 500.0;

  /** The probability that {@link #isLower} is ever true of a version that is no better. */
  public static final double FALSE_ALARMS = 0.01;

  public static final PairedLoss NONE = since(0L);

  /* The bound is looked at after every publication, until it is above 0. A bound for a number of
   * labels that is fixed in advance would be passed by chance sooner or later. This one holds for
   * all numbers at once: the normal mixture of Robbins, with the variance that was seen (Waudby-Smith
   * et al., Time-uniform central limit theory and asymptotic confidence sequences, 2024), one-sided.
   * It is tightest at about a thousand labels.
   *
   * It is asymptotic, and a version that is mostly a little better and seldom much worse would pass
   * before the much worse was seen often enough. So ten more events like the largest are counted in
   * its variance. Found by simulation: see docs/decisions/0033. */
  private static final double MIXTURE = 12.4 / 1_000.0;
  private static final double PRUDENCE = 10.0;

  /** Nothing yet since a time. */
  static PairedLoss since(long time) {
    return new PairedLoss(time, 0.0, 0.0, 0.0, 0.0);
  }

  /** One event more. */
  PairedLoss plus(double difference) {
    return new PairedLoss(
        since,
        labels + 1.0,
        sum + difference,
        squares + difference * difference,
        Math.max(largest, Math.abs(difference)));
  }

  /** The sum of both; if they began at different times, the later one. */
  public PairedLoss merge(PairedLoss other) {
    if (since != other.since) {
      return since > other.since ? this : other;
    }
    return new PairedLoss(
        since,
        labels + other.labels,
        sum + other.sum,
        squares + other.squares,
        Math.max(largest, other.largest));
  }

  /** The mean difference; above 0 where this version is the better one. */
  public double mean() {
    return sum / labels;
  }

  /** The mean difference is above this with a confidence of 99 %, however often one looks. */
  public double lowerBound() {
    if (labels < MIN_LABELS) {
      return Double.NEGATIVE_INFINITY;
    }
    double seen = Math.max(0.0, squares / labels - mean() * mean());
    double variance = seen + PRUDENCE * largest * largest / labels;
    double mixed = labels * MIXTURE + 1.0;
    double logs = Math.log(1.0 + Math.sqrt(mixed) / (2.0 * FALSE_ALARMS));
    return mean() - Math.sqrt(2.0 * variance * mixed / (labels * labels * MIXTURE) * logs);
  }

  /** Whether the loss of this version is lower by more than chance. */
  public boolean isLower() {
    return lowerBound() > 0.0;
  }

  void write(StateWriter out) {
    out.integer(since);
    out.number(labels);
    out.number(sum);
    out.number(squares);
    out.number(largest);
  }

  static PairedLoss read(StateReader in) {
    return new PairedLoss(in.integer(), in.amount(), in.number(), in.amount(), in.amount());
  }
}
