package io.bayou.model.stat;

/** Exponential forgetting by event time: after one half-life an example counts half. */
public final class Decay {
  /** Weights below this are set to zero: they would lose their digits. */
  public static final double FORGOTTEN = 1e-200;

  private final long halfLifeMillis;

  /**
   * @param halfLifeMillis 0 for no forgetting
   */
  public Decay(long halfLifeMillis) {
    this.halfLifeMillis = halfLifeMillis;
  }

  public boolean forgets() {
    return halfLifeMillis > 0;
  }

  /** The factor by which the weight of an example decays between two times. */
  public double factor(long earlier, long later) {
    // StrictMath: the factor enters the state, which must be equal on every platform.
    return forgets() && later > earlier
        ? StrictMath.pow(2.0, -((double) later - (double) earlier) / halfLifeMillis)
        : 1.0;
  }
}
