package io.bayou.model.stat;

/**
 * What two features tell about one another, kept up as weights change: the sum of f(n) over joint
 * weights and their total, less that over both marginals. With f(n) = n ln n it would be the mutual
 * information times the total; with half a nat less for every combination and value that occurred
 * it is the estimate of Miller (1955), which does not grow by chance with the number of values.
 * What weighs less than one example counts for as much less.
 *
 * <p>In whole steps of {@value #STEP} nats: whole numbers add up to the same in whatever order the
 * weights came and went, so that a sum which was kept up equals the one made anew from the weights.
 */
final class Information {
  private static final double STEP = 0x1p-16;

  /** Heavier ones count as this: far above any number of examples, far below an overflow. */
  private static final double HEAVIEST = 1e10;

  private static final long[] OF_WHOLE = new long[4096];

  static {
    for (int n = 1; n < OF_WHOLE.length; n++) {
      OF_WHOLE[n] = steps(n);
    }
  }

  private long sum;

  /** Replaces one weight by another. */
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
        : steps(Math.min(weight, HEAVIEST));
  }

  private static long steps(double weight) {
    double nats = weight * StrictMath.log(weight) - Math.min(1.0, weight) / 2.0;
    return Math.round(nats / STEP);
  }
}
