package io.bayou.bench.chaos;

/** The topics and models of a run. Topics have the names that Bayou gives them by default. */
final class Topics {
  static final String LABELED = "bayou.labeled";
  static final String UNLABELED = "bayou.unlabeled";
  static final String PREDICTIONS = "bayou.predictions";
  static final String DEAD_LETTERS = "bayou.dead-letters";
  static final String MODELS = "bayou.models";
  static final String SNAPSHOTS = "bayou.snapshots";
  static final String EVALUATIONS = "bayou.evaluations";

  /** Counts exactly; made by the first event. */
  static final String DEFAULT = "default";

  /** Counts exactly, though it is retrained, promoted and rolled back. */
  static final String STEADY = "steady";

  /** Is deleted and created again and again. */
  static final String PASSING = "passing";

  /** Takes the events that are at the edge of what is allowed. */
  static final String ABUSED = "abused";

  private Topics() {}
}
