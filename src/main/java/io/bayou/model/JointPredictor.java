package io.bayou.model;

/**
 * Answers as a learner would that had also learned what another has, without adding them up: it
 * reads of both only what concerns the event. It has buffers of its own and is for one thread.
 */
public interface JointPredictor {
  /**
   * Fills in the posterior for one event.
   *
   * @param other of the same spec
   * @param factor how many times as much each of its examples weighs
   * @return false if only the sum of both could answer: the posterior is not filled in
   */
  boolean predict(Features x, Learner other, double factor, Posterior answer);
}
