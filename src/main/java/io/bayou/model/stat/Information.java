package io.bayou.model.stat;

/**
 * The mutual information of two features, updated as weights change: the sum of f(n) over joint
 * weights and their total, minus the sum over both marginals. With f(n) = n ln n it is the mutual
 * information times the total. Half a nat less for every combination and value that occurred gives
 * the estimate of Miller (1955), which does not grow by chance with the number of values. The
 * correction is smaller for weights below one example.
 *
 * <p>Counted in whole steps of {@value #STEP} nats: sums of integers do not depend on the order of
 * changes, so that an updated sum equals one computed from the weights.
 */
final class Information {
  private static final double STEP = 0x1p-16;

  /** Upper bound of a weight: far above any number of examples, far below an overflow. */
  private static final double MAX_WEIGHT = 1e10;

  private static final long[] OF_WHOLE = new long[1 << 16];

  static {
    for (int n = 1; n < OF_WHOLE.length; n++) {
      OF_WHOLE[n] = steps(n);
    }
  }

  private long sum;

  /** Replaces one weight with another. */
  void change(double before, double after, int sign) {
    sum += sign * (of(after) - of(before));
  }

  double nats() {
    return sum * STEP;
  }

  private static long of(double weight) {
    int whole = (int) weight;
    return whole == weight && whole < OF_WHOLE.length
        ? OF_WHOLE[whole]
        : steps(Math.min(weight, MAX_WEIGHT));
  }

  private static long steps(double weight) {
    double nats = weight * StrictMath.log(weight) - Math.min(1.0, weight) / 2.0;
    return Math.round(nats / STEP);
  }
}
