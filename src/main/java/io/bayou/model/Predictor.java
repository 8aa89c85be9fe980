package io.bayou.model;

/**
 * Answers events from what a learner knows, and leaves that as it is. It works in buffers of its
 * own: one thread at a time has it, and many may read one learner at once while nobody changes it.
 */
public interface Predictor {
  /** Fills in the posterior for one event; works when the model is empty. */
  void predict(Features x, Posterior answer);

  /**
   * Says what decided between the best class and the runner-up.
   *
   * @throws IllegalStateException if the model knows fewer than two classes
   */
  Explanation explain(Features x);
}
