package io.bayou.model.logistic;

import io.bayou.model.Description;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.learner.AbstractLearner;
import io.bayou.model.spec.ModelSpec;
import java.util.SortedMap;
import java.util.TreeMap;

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
  /* The variance of the difference of two logits of like variance, in MacKay's approximation of the mean
   * of the logistic function under a normal distribution. */
  private static final double MACKAY = 2.0 * Math.PI / 8.0;

  private final LogisticState state;
  private final LogisticRows rows;
  private double[] logits = {};
  private double[] intercepts = {};

  public LogisticLearner(ModelSpec spec) {
    super(LogisticLearner.class, spec, new Refusals());
    state = new LogisticState(spec, refusals());
    rows = new LogisticRows(state);
  }

  LogisticState state() {
    return state;
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      state.learn(x, label, weight, time);
    }
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      state.retract(x, label, weight, time);
    }
  }

  @Override
  public double retractable(String label) {
    return state.find(label) < 0 ? 0.0 : Double.POSITIVE_INFINITY;
  }

  @Override
  public void predict(Features x, Posterior answer) {
    answer.begin(state.labels());
    int n = state.classes().size();
    if (n > 0) {
      state.weigh(x);
      score(n);
      double prior = logSum(intercepts, n);
      double sum = logSum(logits, n);
      for (int c = 0; c < n; c++) {
        answer.set(c, Math.min(0.0, intercepts[c] - prior), Math.min(0.0, logits[c] - sum));
      }
      if (state.inputs.isIncomplete()) {
        answer.raise(Flag.MISSING_FEATURE);
      }
      if (state.inputs.hasUnknown()) {
        answer.raise(Flag.UNKNOWN_VALUE);
      }
    }
    answer.finish();
    answer.withoutEvidence();
  }

  private void score(int n) {
    if (logits.length < n) {
      logits = new double[2 * n];
      intercepts = new double[2 * n];
    }
    for (int c = 0; c < n; c++) {
      double shrink = shrink(c);
      logits[c] = state.event.means()[c] * shrink;
      intercepts[c] = state.classes().get(c).joint().mean(0) * shrink;
    }
  }

  private double shrink(int c) {
    return spec().logistic().average()
        ? 1.0 / Math.sqrt(1.0 + MACKAY * state.event.answerVariances()[c])
        : 1.0;
  }

  private static double logSum(double[] values, int n) {
    double max = values[0];
    for (int c = 1; c < n; c++) {
      max = Math.max(max, values[c]);
    }
    double sum = 0.0;
    for (int c = 0; c < n; c++) {
      sum += Math.exp(values[c] - max);
    }
    return max + Math.log(sum);
  }

  @Override
  public Explanation explain(Features x) {
    Posterior answer = predictToExplain(x);
    int best = answer.best();
    int other = answer.runnerUp();
    SortedMap<String, Double> contributions = new TreeMap<>();
    contribute(best, shrink(best), contributions);
    contribute(other, -shrink(other), contributions);
    contributions.values().removeIf(value -> value == 0.0);
    return new Explanation(
        answer.label(best),
        answer.label(other),
        intercepts[best] - intercepts[other],
        contributions);
  }

  private void contribute(int c, double factor, SortedMap<String, Double> out) {
    ClassWeights weights = state.classes().get(c);
    Logit logit = new Logit();
    for (int j = 0; j < state.standardizer.size(); j++) {
      double weight = weight(weights, j, logit);
      out.merge(state.columns.number(j), factor * weight * state.event.standard()[j], Double::sum);
    }
    for (int cell : state.inputs.cells()) {
      if (cell >= 0) {
        weights.cell(cell, logit);
        String name = state.columns.categorical(state.columns.columnOfCell(cell));
        out.merge(name, factor * logit.mean, Double::sum);
      }
    }
    for (int k = 0; k < state.texts.size(); k++) {
      TextInput text = state.texts.get(k);
      for (int i = 0; i < text.size(); i++) {
        text.weigh(c, i, logit);
        out.merge(text.name(), factor * logit.mean * text.input(i), Double::sum);
      }
    }
  }

  private double weight(ClassWeights weights, int j, Logit logit) {
    if (j < Evidence.DENSE) {
      return weights.joint().mean(j + 1);
    }
    weights.extra(j, state.standardizer.ratio(j), logit);
    return logit.mean;
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
