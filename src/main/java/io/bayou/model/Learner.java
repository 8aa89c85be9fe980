package io.bayou.model;

import io.bayou.model.spec.ModelSpec;
import java.util.Set;

/**
 * A classifier that learns one example at a time. One task owns it and alone may change it. Between
 * changes any number of threads may predict, each with a posterior or a predictor of its own.
 *
 * <p>Its state is a sum of sufficient statistics, kept in rows. {@link #merge} adds another
 * learner's state, {@link #retract} subtracts an example, and folding the same examples again gives
 * the same rows bit for bit. Optional capabilities are in {@link QueryableLearner} and {@link
 * EnsembleLearner}.
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
   * Takes back an example that was learned with exactly these arguments. If that is impossible,
   * because the label has no example or less weight, counts a refusal and changes nothing.
   */
  void retract(Features x, String label, double weight, long time);

  /**
   * The largest weight that an example of a label can have for {@link #retract} to take it back: 0
   * where the label has no example, infinite where examples are forgotten and so weigh less by now.
   */
  double retractable(String label);

  /** Predicts for one thread, with scratch space of its own. */
  Predictor newPredictor();

  /**
   * Fills in the posterior for one event; leaves the model as it is, and works when it is empty.
   * The answer keeps the scratch space, so that further events of the learner allocate nothing.
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

  /** The values and examples that were refused, by reason. */
  Refusals refusals();

  /** The number of parameters and the log likelihood. */
  Fit fit();

  /** Adds the names of the features that it has learned, if it keeps any. */
  void features(Set<String> names);

  /** Describes each class and feature. */
  void describe(Description out);

  /**
   * What the answers are computed from, for scorers in other languages.
   *
   * @throws UnsupportedOperationException if they cannot compute them; says why
   */
  ScoringForm scoringForm();

  /** Hands over every row of the state, in a fixed order. */
  void rows(RowSink sink);

  /** Hands over the rows that changed since the last call, or since the beginning. */
  void changedRows(RowSink sink);

  /** Restores one row, replacing its former content. */
  void restore(StateReader row);
}
