package io.bayou.model;

/**
 * Predicts with a learner and changes nothing in it. It has buffers of its own and is for one
 * thread; many predictors may read one learner at once while nobody changes it.
 */
public interface Predictor {
  /** Fills in the posterior for one event; works when the model is empty. */
  void predict(Features x, Posterior answer);

  /**
   * Explains the difference between the best class and the runner-up.
   *
   * @throws IllegalStateException if the model knows fewer than two classes
   */
  Explanation explain(Features x);
}
