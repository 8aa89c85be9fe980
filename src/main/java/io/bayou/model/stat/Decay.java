package io.bayou.model.stat;

/**
 * Exponential forgetting. The clock is event time, where an example counts half after a half-life,
 * or the number of examples, each of which reduces the weight of all before it by a factor.
 */
public final class Decay {
  /** Weights below this are set to zero: they would lose their digits. */
  public static final double FORGOTTEN = 1e-200;

  private final long halfLifeMillis;
  private final double perExample;

  /** Forgets by event time. */
  public Decay(long halfLifeMillis) {
    this(halfLifeMillis, 1.0);
  }

  /**
   * @param halfLifeMillis 0 for no forgetting by time
   * @param perExample the factor for each further example; 1 for no forgetting by number. If it is
   *     less, the half-life has no effect
   */
  public Decay(long halfLifeMillis, double perExample) {
    this.halfLifeMillis = halfLifeMillis;
    this.perExample = perExample;
  }

  public boolean forgets() {
    return halfLifeMillis > 0 || countsExamples();
  }

  /** Whether the clock is the number of examples. */
  public boolean countsExamples() {
    return perExample < 1.0;
  }

  /** The factor by which the weight of an example decays between two times of the clock. */
  public double factor(long earlier, long later) {
    if (later <= earlier || !forgets()) {
      return 1.0;
    }
    // StrictMath: the factor enters the state, which must be equal on every platform.
    double passed = (double) later - (double) earlier;
    return countsExamples()
        ? StrictMath.pow(perExample, passed)
        : StrictMath.pow(2.0, -passed / halfLifeMillis);
  }
}
