package io.bayou.model;

import static java.util.Objects.requireNonNull;

import io.bayou.model.spec.DecideSpec;

/**
 * Decides by expected cost: the one rule for answers and for their scores. Changes nothing, so any
 * number of threads may use it.
 */
public final class DecisionRule {
  /** The decision is left to someone else. */
  public static final int REJECTED = -1;

  private final DecideSpec spec;

  public DecisionRule(DecideSpec spec) {
    this.spec = requireNonNull(spec, "spec");
  }

  /**
   * The class to decide for, or {@link #REJECTED}; also if there is no class.
   *
   * <p>Of the classes that reached their threshold it is the one that is furthest above it, by the
   * ratio. If there is none, it is the cheapest of the classes without a threshold.
   */
  public int decide(Posterior posterior) {
    int decision = aboveThreshold(posterior);
    if (decision < 0) {
      decision = cheapest(posterior, false);
    }
    if (decision < 0 && spec.reject().isEmpty()) {
      decision = cheapest(posterior, true);
    }
    boolean tooDear =
        decision >= 0
            && spec.reject().isPresent()
            && cost(posterior, decision) > spec.reject().getAsDouble();
    return tooDear ? REJECTED : decision;
  }

  private int aboveThreshold(Posterior posterior) {
    int best = -1;
    double most = 0.0;
    for (int c = 0; c < posterior.size() && !spec.thresholds().isEmpty(); c++) {
      Double threshold = spec.thresholds().get(posterior.label(c));
      double ratio = threshold == null ? 0.0 : posterior.probability(c) / threshold;
      if (ratio >= 1.0 && ratio > most) {
        best = c;
        most = ratio;
      }
    }
    return best;
  }

  /* Ties go to the most probable class, then to the first label. */
  private int cheapest(Posterior posterior, boolean withThreshold) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < posterior.size(); c++) {
      if (withThreshold || !spec.thresholds().containsKey(posterior.label(c))) {
        double cost = cost(posterior, c);
        if (cost < least || (cost == least && c == posterior.best())) {
          best = c;
          least = cost;
        }
      }
    }
    return best;
  }

  /** The expected cost of deciding for a class, or of {@link #REJECTED}. */
  public double cost(Posterior posterior, int decision) {
    if (decision == REJECTED) {
      return spec.costOfNone();
    }
    double cost = 0.0;
    for (int c = 0; c < posterior.size(); c++) {
      cost += posterior.probability(c) * spec.cost(posterior.label(c), posterior.label(decision));
    }
    return cost;
  }

  /** What a decision has cost, once the label is known. */
  public double paid(Posterior posterior, int decision, String truth) {
    return decision == REJECTED ? spec.costOfNone() : spec.cost(truth, posterior.label(decision));
  }
}
