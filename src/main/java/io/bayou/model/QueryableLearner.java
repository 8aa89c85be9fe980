package io.bayou.model;

/** A learner that gives the distribution of any variable, not only of the class. */
public interface QueryableLearner extends Learner {
  /**
   * Fills in the probability of each value of a variable, given the others.
   *
   * @param node a feature or the class; what the event has of it is not used
   * @param label the class, or null if it is not known
   * @throws IllegalArgumentException if the learner has no such node
   */
  void query(String node, Features x, String label, Posterior answer);

  /**
   * The learner, if it can be asked for a node.
   *
   * @throws IllegalArgumentException if it has no nodes
   */
  static QueryableLearner of(Learner learner, String node) {
    if (learner instanceof QueryableLearner queryable) {
      return queryable;
    }
    throw new IllegalArgumentException(
        learner.spec().learner().key()
            + " has no node '"
            + node
            + "' that could be asked for; bayes-net and tan have nodes");
  }
}
