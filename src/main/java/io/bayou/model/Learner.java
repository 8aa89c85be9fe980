package io.bayou.model;

import io.bayou.model.spec.ModelSpec;

/**
 * A classifier that learns one example at a time. One task owns it and alone may change it. Between
 * changes any number of threads may predict, each with a posterior or a predictor of its own.
 *
 * <p>Its state is a sum of sufficient statistics, kept in rows. {@link #merge} adds another
 * learner's state, {@link #retract} subtracts an example, and folding the same examples again gives
 * the same rows bit for bit. What only some learners can do is in {@link QueryableLearner} and
 * {@link EnsembleLearner}.
 */
public interface Learner extends Predictor {
  ModelSpec spec();

  /**
   * Adds one example; never throws for values that a decoder lets through.
   *
   * @param weight how many equal examples it stands for, between 0 and 1e15
   * @param time event time in milliseconds, for decay
   */
  void learn(Features x, String label, double weight, long time);

  /**
   * Takes back an example that was learned with exactly these arguments. Where it cannot have been,
   * because the label has no example or less weight, nothing changes and it is counted.
   */
  void retract(Features x, String label, double weight, long time);

  /**
   * The largest weight that an example of a label can have for {@link #retract} to take it back: 0
   * where the label has no example, infinite where examples are forgotten and so weigh less by now.
   */
  double retractable(String label);

  /** Room for one thread to predict in. */
  Predictor newPredictor();

  /**
   * Fills in the posterior for one event; leaves the model as it is, and works when it is empty.
   * The answer keeps the room that it takes, so that many events of one learner allocate nothing.
   */
  @Override
  default void predict(Features x, Posterior answer) {
    answer.predictor(this).predict(x, answer);
  }

  /** As {@link #predict(Features, Posterior)}, with a posterior of its own. */
  default Posterior predict(Features x) {
    Posterior answer = new Posterior();
    predict(x, answer);
    return answer;
  }

  @Override
  default Explanation explain(Features x) {
    return newPredictor().explain(x);
  }

  /** Adds the state of another learner of the same spec; the other stays as it is. */
  void merge(Learner other);

  /** How many examples were learned, less those retracted. */
  long examples();

  /** What was left out of learning so far, and why. */
  Refusals refusals();

  /** How many numbers the model estimates, and how well they describe what was learned. */
  Fit fit();

  /** Says what was learned of each class and feature. */
  void describe(Description out);

  /** Hands over every row of the state, in a fixed order. */
  void rows(RowSink sink);

  /** Hands over the rows that changed since the last call, or since the beginning. */
  void changedRows(RowSink sink);

  /** Takes in one row, replacing what the model held of it. */
  void restore(StateReader row);
}
