package io.bayou.model.forest;

import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.learner.AbstractLearner;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Predicts by the mean over the trees. Each tree gives the mean over its prunings, and is weighed
 * by its evidence; little at first, so that a few lucky examples do not silence the others.
 */
final class ForestPredictor implements Predictor {
  private static final double TEMPER = 0.25;

  private final ForestState state;
  private final EventKeys event;
  private final TreePaths paths;
  private final double[] weights;
  private double[] probabilities = {};
  private Features read;
  private int readRevision;
  private boolean hasFeatures;
  private boolean followed;
  private long followedVersion;

  ForestPredictor(ForestState state) {
    this.state = state;
    event = new EventKeys(state.spec);
    weights = new double[state.trees()];
    paths = new TreePaths(state.trees());
  }

  boolean isOf(ForestState other) {
    return state == other;
  }

  /** The keys of an event by tree; null if it has no feature that is of use. */
  long[] keys(Features x) {
    if (x != read || x.revision() != readRevision) {
      hasFeatures = event.read(x);
      read = x;
      readRevision = x.revision();
      followed = false;
    }
    return hasFeatures ? event.keys() : null;
  }

  /** The paths of the event that was read, which has features. */
  TreePaths paths() {
    if (!followed || followedVersion != state.version()) {
      state.follow(event.keys(), paths);
      followed = true;
      followedVersion = state.version();
    }
    return paths;
  }

  /** Counts what was left out of the event that was read. */
  void countLeftOut() {
    state.refusals.add(event.leftOut());
  }

  @Override
  public void predict(Features x, Posterior answer) {
    int n = state.classes.size();
    answer.begin(state.classes.labels());
    if (n > 0) {
      long[] keys = keys(x);
      x.readBy(this);
      score(keys, n);
      for (int c = 0; c < n; c++) {
        answer.set(c, Math.log(state.share(c)), Math.log(probabilities[c]));
      }
      if (event.leftOut().of(Reason.TYPE_CHANGED) > 0) {
        answer.raise(Flag.TYPE_CHANGED);
      }
    }
    answer.finish();
    answer.withoutEvidence();
  }

  private void score(long[] keys, int n) {
    if (probabilities.length < n) {
      probabilities = new double[2 * n];
    }
    if (keys == null || state.tree(0).isEmpty()) {
      Arrays.setAll(probabilities, c -> c < n ? state.share(c) : 0.0);
      return;
    }
    Arrays.fill(probabilities, 0, n, 0.0);
    weigh();
    TreePaths ofEvent = paths();
    for (int t = 0; t < weights.length; t++) {
      CountTree tree = state.tree(t);
      tree.weigh(keys[t], ofEvent.of(t));
      tree.addEstimates(ofEvent.of(t), weights[t], probabilities);
    }
  }

  /** The weights of the trees. */
  double[] weights() {
    weigh();
    return weights.clone();
  }

  private void weigh() {
    double most = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < weights.length; t++) {
      most = Math.max(most, state.tree(t).logEvidence());
    }
    double scale = TEMPER / Math.sqrt(Math.max(1.0, state.tree(0).total()));
    double sum = 0.0;
    for (int t = 0; t < weights.length; t++) {
      weights[t] = Math.exp(scale * (state.tree(t).logEvidence() - most));
      sum += weights[t];
    }
    for (int t = 0; t < weights.length; t++) {
      weights[t] /= sum;
    }
  }

  /** By the change of the probabilities at each cut, which belongs to the feature that is cut. */
  @Override
  public Explanation explain(Features x) {
    Posterior answer = AbstractLearner.predictToExplain(this, x);
    int best = answer.best();
    int other = answer.runnerUp();
    SortedMap<String, Double> contributions = new TreeMap<>();
    double prior = answer.logPrior(best) - answer.logPrior(other);
    if (hasFeatures && !state.tree(0).isEmpty()) {
      CountTree any = state.tree(0);
      int root = paths.of(0).node(0);
      prior = Math.log(any.estimate(root, best)) - Math.log(any.estimate(root, other));
      contribute(best, any.estimate(root, best), 1.0, contributions);
      contribute(other, any.estimate(root, other), -1.0, contributions);
    }
    return new Explanation(answer.label(best), answer.label(other), prior, contributions);
  }

  /* The logarithmic mean turns differences of probabilities into differences of logarithms. */
  private void contribute(int c, double atRoot, double sign, SortedMap<String, Double> sums) {
    double p = probabilities[c];
    double logs = Math.log(p) - Math.log(atRoot);
    double mean = Math.abs(logs) < 1e-9 ? p : (p - atRoot) / logs;
    for (int t = 0; t < weights.length; t++) {
      CountTree tree = state.tree(t);
      TreePath path = paths.of(t);
      double rest = weights[t];
      for (int i = 1; i < path.size(); i++) {
        rest -= weights[t] * path.weight(i - 1);
        double change = tree.estimate(path.node(i), c) - tree.estimate(path.node(i - 1), c);
        String feature = event.name(event.plan().feature(t, path.level(i)));
        sums.merge(feature, sign * rest * change / mean, Double::sum);
      }
    }
  }
}
