package io.bayou.model.logistic;

import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.learner.AbstractLearner;
import io.bayou.model.spec.ModelSpec;

/**
 * Bayesian multinomial logistic regression, learned online. Each example adds the quadratic
 * approximation of its log likelihood, taken where the example itself has moved the weights; the
 * posterior of the weights is normal.
 *
 * <p>The state is a sum, so partials merge as prior + sum of (partial - prior), and a replay gives
 * the same bits. But the approximation of an example depends on what was learned before it: the sum
 * of partials is close to, not equal to, what one learner would have made of all the examples, and
 * {@link #retract} takes back the approximation of now. It is exact for the example learned last if
 * all its features are estimated jointly.
 */
public final class LogisticLearner extends AbstractLearner<LogisticLearner> {
  private final LogisticState state;
  private final LogisticRows rows;
  private final LogisticPredictor own;

  public LogisticLearner(ModelSpec spec) {
    super(LogisticLearner.class, spec, new Refusals());
    state = new LogisticState(spec, refusals());
    rows = new LogisticRows(state);
    own = new LogisticPredictor(state);
  }

  LogisticState state() {
    return state;
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      state.learn(x, event(x), label, weight, time);
    }
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      state.retract(x, event(x), label, weight, time);
    }
  }

  @Override
  public double retractable(String label) {
    return state.find(label) < 0 ? 0.0 : Double.POSITIVE_INFINITY;
  }

  /* An event is answered first and then learned: whoever answered it has read it. */
  private EventLogits event(Features x) {
    return x.reader() instanceof LogisticPredictor reader && reader.isOf(state)
        ? reader.event()
        : own.event();
  }

  @Override
  public Predictor newPredictor() {
    return new LogisticPredictor(state);
  }

  @Override
  protected void add(LogisticLearner other) {
    LogisticMerge.merge(state, other.state);
  }

  @Override
  public long examples() {
    return state.examples();
  }

  /** Every class has a weight for each input and an intercept, but only differences count. */
  @Override
  public Fit fit() {
    long weights = 1L + state.standardizer.size() + state.columns.cells();
    for (int k = 0; k < state.texts.size(); k++) {
      weights += state.texts.get(k).vocabulary().known();
    }
    return Fit.unknown(weights * Math.max(0, state.classes().size() - 1));
  }

  @Override
  public void describe(Description out) {
    new LogisticDescription(state, out).describe();
  }

  @Override
  public void rows(RowSink sink) {
    rows.rows(sink);
  }

  @Override
  public void changedRows(RowSink sink) {
    rows.changedRows(sink);
  }

  @Override
  public void restore(StateReader row) {
    rows.restore(row);
  }
}
