package io.bayou.model.logistic;

import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.learner.AbstractLearner;
import java.util.SortedMap;
import java.util.TreeMap;

/** Predicts from the posterior of a regression's weights. */
final class LogisticPredictor implements Predictor {
  private final LogisticState state;
  private final EventLogits event;
  private double[] logits = {};
  private double[] intercepts = {};
  private double[] shrink = {}; // of the difference to the top class
  private int top;

  LogisticPredictor(LogisticState state) {
    this.state = state;
    event = new EventLogits(state);
  }

  boolean isOf(LogisticState other) {
    return state == other;
  }

  EventLogits event() {
    return event;
  }

  @Override
  public void predict(Features x, Posterior answer) {
    answer.begin(state.classes.labels());
    int n = state.classes.size();
    if (n > 0) {
      event.weigh(x);
      x.readBy(this);
      score(n);
      double prior = logSum(intercepts, n);
      double sum = logSum(logits, n);
      for (int c = 0; c < n; c++) {
        answer.set(c, Math.min(0.0, intercepts[c] - prior), Math.min(0.0, logits[c] - sum));
      }
      if (event.inputs().leftOut().of(Reason.TYPE_CHANGED) > 0) {
        answer.raise(Flag.TYPE_CHANGED);
      }
      if (event.inputs().isIncomplete()) {
        answer.raise(Flag.MISSING_FEATURE);
      }
      if (event.inputs().hasUnknown()) {
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
      shrink = new double[2 * n];
    }
    double[] means = event.means();
    double[] variances = event.predictionVariances();
    double share = state.rule.average() ? state.averaged.share() : 0.0;
    top = VarianceShare.top(means, n);
    double topIntercept = state.weights().get(top).mean(0);
    for (int c = 0; c < n; c++) {
      shrink[c] = VarianceShare.shrink(variances[c] + variances[top], share);
      logits[c] = (means[c] - means[top]) * shrink[c];
      intercepts[c] = (state.weights().get(c).mean(0) - topIntercept) * shrink[c];
    }
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
    Posterior answer = AbstractLearner.predictToExplain(this, x);
    int best = answer.best();
    int other = answer.runnerUp();
    SortedMap<String, Double> contributions = new TreeMap<>();
    contribute(best, shrink[best], contributions);
    contribute(top, shrink[other] - shrink[best], contributions);
    contribute(other, -shrink[other], contributions);
    contributions.values().removeIf(value -> value == 0.0);
    return new Explanation(
        answer.label(best),
        answer.label(other),
        intercepts[best] - intercepts[other],
        contributions);
  }

  private void contribute(int c, double factor, SortedMap<String, Double> out) {
    ClassWeights weights = state.weights().get(c);
    Logit logit = new Logit();
    for (int j = 0; j < state.standardizer.size(); j++) {
      double weight = weight(weights, j, logit);
      out.merge(state.columns.number(j), factor * weight * event.standard()[j], Double::sum);
    }
    for (int cell : event.inputs().cells()) {
      if (cell >= 0) {
        weights.cell(cell, logit);
        out.merge(state.columns.nameOfCell(cell), factor * logit.mean, Double::sum);
      }
    }
    for (TextEvent text : event.inputs().texts()) {
      for (int i = 0; i < text.size(); i++) {
        text.weigh(c, i, logit);
        out.merge(text.name(), factor * logit.mean * text.input(i), Double::sum);
      }
    }
  }

  private double weight(ClassWeights weights, int j, Logit logit) {
    if (j < Evidence.DENSE) {
      return weights.mean(j + 1);
    }
    weights.extra(j, state.standardizer.ratio(j), logit);
    return logit.mean;
  }
}
