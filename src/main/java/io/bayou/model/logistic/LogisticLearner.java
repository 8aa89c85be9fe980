package io.bayou.model.logistic;

import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.learner.AbstractLearner;
import io.bayou.model.spec.ModelSpec;
import java.util.Set;

/**
 * Bayesian multinomial logistic regression, learned online. Each example adds the quadratic
 * approximation of its log likelihood at the weights to which it moves them. The posterior of the
 * weights is normal.
 *
 * <p>The state is a sum, so partials merge as prior + sum of (partial - prior), and a replay gives
 * the same bits. But the approximation of an example depends on the examples before it: the sum of
 * partials is close, not equal, to one learner of all examples, and {@link #retract} subtracts the
 * present approximation. That is exact for the last example if all its features are estimated
 * jointly.
 */
public final class LogisticLearner extends AbstractLearner<LogisticLearner> {
  private final LogisticState state;
  private final LogisticRows rows;
  private final LogisticPredictor ownPredictor;

  public LogisticLearner(ModelSpec spec) {
    super(LogisticLearner.class, spec, new Refusals());
    state = new LogisticState(spec, refusals());
    rows = new LogisticRows(state);
    ownPredictor = new LogisticPredictor(state);
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
    return state.classes.find(label) < 0 ? 0.0 : Double.POSITIVE_INFINITY;
  }

  /* An event is predicted first, so its predictor has already read it. */
  private EventLogits event(Features x) {
    return x.reader() instanceof LogisticPredictor reader && reader.isOf(state)
        ? reader.event()
        : ownPredictor.event();
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
    return state.classes.examples();
  }

  /** A weight per input and an intercept for each class but one: only differences count. */
  @Override
  public Fit fit() {
    long weights = 1L + state.standardizer.size() + state.columns.cells().size();
    for (int k = 0; k < state.texts.size(); k++) {
      weights += state.texts.get(k).vocabulary().known();
    }
    return Fit.unknown(weights * Math.max(0, state.classes.size() - 1));
  }

  @Override
  public void features(Set<String> names) {
    state.columns.names(names);
  }

  @Override
  public void describe(Description out) {
    new LogisticDescription(state, out).describe();
  }

  @Override
  public ScoringForm scoringForm() {
    return new LogisticScoring(state).form();
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
