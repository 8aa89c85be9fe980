package io.bayou.model;

import java.util.SortedMap;

/** A learner whose answers average over those of several others, its hypotheses. */
public interface EnsembleLearner extends Learner {
  /** Fills in the weight of each hypothesis by name. */
  void hypotheses(SortedMap<String, Double> weights);

  /** Fills in the weights of a learner's hypotheses; nothing for a learner that is a single one. */
  static void hypotheses(Learner learner, SortedMap<String, Double> weights) {
    if (learner instanceof EnsembleLearner ensemble) {
      ensemble.hypotheses(weights);
    }
  }
}
