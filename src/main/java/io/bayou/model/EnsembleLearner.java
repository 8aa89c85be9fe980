package io.bayou.model;

import java.util.Optional;
import java.util.SortedMap;

/** A learner whose answers average over those of several others, its hypotheses. */
public interface EnsembleLearner extends Learner {
  /** Fills in the weight of each hypothesis by name. */
  void hypotheses(SortedMap<String, Double> weights);

  /** The hypothesis of this name, if there is one. */
  Optional<Learner> hypothesis(String name);

  /** The hypothesis of a learner; empty if there is none of this name. */
  static Optional<Learner> hypothesis(Learner learner, String name) {
    return learner instanceof EnsembleLearner ensemble
        ? ensemble.hypothesis(name)
        : Optional.empty();
  }

  /** Fills in the weights of a learner's hypotheses; nothing for a learner that is a single one. */
  static void hypotheses(Learner learner, SortedMap<String, Double> weights) {
    if (learner instanceof EnsembleLearner ensemble) {
      ensemble.hypotheses(weights);
    }
  }
}
