package io.bayou.model;

import java.util.Optional;

/** Why a person should look at an event, the most pressing reason first. */
public enum ReviewReason {
  /** Every decision is expected to cost more than leaving it to someone. */
  REJECTED,
  /** Hardly any event looked like it. */
  NOVEL,
  /** The two best classes are about as probable. */
  CLOSE;

  /**
   * The first reason that holds; empty if none does.
   *
   * @param margin the two best classes of a doubtful answer are less than that apart
   */
  public static Optional<ReviewReason> of(Posterior posterior, double margin) {
    if (posterior.isEmpty()) {
      return Optional.empty();
    }
    if (posterior.flags().contains(Flag.REJECTED)) {
      return Optional.of(REJECTED);
    }
    if (posterior.flags().contains(Flag.NOVEL)) {
      return Optional.of(NOVEL);
    }
    return margin(posterior) < margin ? Optional.of(CLOSE) : Optional.empty();
  }

  /** How far the best class is ahead of the second; 1 if there is only one. */
  public static double margin(Posterior posterior) {
    return posterior.size() < 2
        ? 1.0
        : posterior.probability(posterior.best()) - posterior.probability(posterior.runnerUp());
  }
}
