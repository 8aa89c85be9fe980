package io.bayou.bench.chaos;

/** The topics and models of a run. Topics have Bayou's default names. */
final class Topics {
  static final String LABELED = "bayou.labeled";
  static final String UNLABELED = "bayou.unlabeled";
  static final String PREDICTIONS = "bayou.predictions";
  static final String DEAD_LETTERS = "bayou.dead-letters";
  static final String MODELS = "bayou.models";
  static final String SNAPSHOTS = "bayou.snapshots";
  static final String EVALUATIONS = "bayou.evaluations";

  /** Counts exactly; created by the first event. */
  static final String DEFAULT = "default";

  /** Counts exactly while it is retrained, promoted and rolled back. */
  static final String STEADY = "steady";

  /** Deleted and recreated repeatedly. */
  static final String PASSING = "passing";

  /** Receives extreme but valid events. */
  static final String ABUSED = "abused";

  private Topics() {}
}
