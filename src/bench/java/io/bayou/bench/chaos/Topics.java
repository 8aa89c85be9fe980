package io.bayou.bench.chaos;

/** The topics and models of a run. Topics have Bayou's default names. */
final class Topics {
  static final String LABELED = "bayou.labeled";
  static final String UNLABELED = "bayou.unlabeled";
  static final String PREDICTIONS = "bayou.predictions";
  static final String DEAD_LETTERS = "bayou.dead-letters";

  /** Without keys or partitions in common with {@link #RETURNS}. */
  static final String ORDERS = "chaos.orders";

  /** What became of the orders. */
  static final String RETURNS = "chaos.returns";

  static final String EXAMPLES = "bayou.examples";
  static final String MODELS = "bayou.models";
  static final String SNAPSHOTS = "bayou.snapshots";
  static final String EVALUATIONS = "bayou.evaluations";

  /** Counts exactly; created by the first event. */
  static final String DEFAULT = "default";

  /** Counts exactly while it is retrained, promoted and rolled back. */
  static final String STEADY = "steady";

  /** Deleted and recreated repeatedly. */
  static final String PASSING = "passing";

  /** Learns orders whose labels come later; each of them in time. */
  static final String PATIENT = "patient";

  /** Learns orders, too; takes a label for granted that does not come in time. */
  static final String HASTY = "hasty";

  /** Has a model for every customer; retrained, promoted and rolled back as well. */
  static final String PERSONAL = "personal";

  /** Receives extreme but valid events. */
  static final String ABUSED = "abused";

  private Topics() {}
}
