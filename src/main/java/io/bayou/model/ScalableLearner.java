package io.bayou.model;

import java.util.Optional;

/** A learner whose state is a sum to which the state of another can be added with a weight. */
public interface ScalableLearner extends Learner {
  /** The weight of all examples, decayed to an event time; later examples count in full. */
  double weightAt(long time);

  /** The latest event time; {@link Long#MIN_VALUE} if there is no example. */
  long latest();

  /** Changes with every change of the state. */
  long version();

  /**
   * Adds the state of another learner of the same spec as if each of its examples had weighed this
   * many times as much; the other stays as it is.
   *
   * @param factor positive
   */
  void mergeScaled(Learner other, double factor);

  /** Answers from this learner and another; empty if only the sum of both can answer. */
  default Optional<JointPredictor> newJointPredictor() {
    return Optional.empty();
  }
}
