package io.bayou.model.stat;

/**
 * The mutual information of two features as a sum over weights: f(n) of every joint weight and of
 * their total, minus that of both marginals. With f(n) = n ln n it is the mutual information times
 * the total. Half a nat less for every combination and value that occurred gives the estimate of
 * Miller (1955), which does not grow by chance with the number of values. The correction is smaller
 * for weights below one example.
 *
 * <p>Counted in whole steps of {@value #STEP} nats: sums of integers do not depend on the order of
 * changes, so that an updated sum equals one computed from the weights.
 */
public final class Information {
  private static final double STEP = 0x1p-16;

  /** Upper bound of a weight: far above any number of examples, far below an overflow. */
  private static final double MAX_WEIGHT = 1e10;

  private static final long[] OF_WHOLE = new long[1 << 16];

  static {
    for (int n = 1; n < OF_WHOLE.length; n++) {
      OF_WHOLE[n] = stepsOf(n);
    }
  }

  private Information() {}

  public static double nats(long steps) {
    return steps * STEP;
  }

  /** f of a weight, in steps; 0 of none. */
  public static long of(double weight) {
    int whole = (int) weight;
    return whole == weight && whole < OF_WHOLE.length
        ? OF_WHOLE[whole]
        : stepsOf(Math.min(weight, MAX_WEIGHT));
  }

  private static long stepsOf(double weight) {
    double nats = weight * StrictLog.of(weight) - Math.min(1.0, weight) / 2.0;
    return Math.round(nats / STEP);
  }
}
