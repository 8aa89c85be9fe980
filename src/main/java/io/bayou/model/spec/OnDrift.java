package io.bayou.model.spec;

/** What is done when the error rate of a model has risen. */
public enum OnDrift {
  /** An alarm. */
  NONE,
  /** An alarm with the command that would learn what came since. */
  SUGGEST,
  /** A version is started that learns what came since; a person promotes it, or does not. */
  SHADOW,
  /**
   * As {@link #SHADOW}, and the version is promoted when it is better, and rolled back if worse.
   */
  PROMOTE;

  /** Whether versions are started. */
  public boolean isStarting() {
    return this == SHADOW || this == PROMOTE;
  }
}
