package io.bayou.model;

/** Remarks on a prediction besides its posterior. */
public enum Flag {
  /** The model knows no class yet: the posterior is empty. */
  NO_MODEL,
  /** A category or token that the model has never seen. */
  UNKNOWN_VALUE,
  /** A feature of the model is absent from the event. */
  MISSING_FEATURE,
  /** A value has another type than its feature, and was left out. */
  TYPE_CHANGED,
  /** Other partitions' share of the model is older than the limit. */
  STALE_MODEL,
  /** Every class has likelihood zero: the posterior is the prior. */
  IMPOSSIBLE,
  /** A covariance was singular and got a ridge. */
  RIDGE,
  /** A network was too wide to be summed exactly: the posterior is estimated from samples. */
  APPROXIMATE,
  /**
   * The answer was too large for a message: its explanation is left out, and perhaps its least
   * probable classes.
   */
  TRUNCATED,
  /** Every decision is expected to cost more than leaving it to someone else. */
  REJECTED,
  /** Hardly any event that was predicted alike had as little evidence. */
  NOVEL
}
