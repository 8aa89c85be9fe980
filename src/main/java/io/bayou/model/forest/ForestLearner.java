package io.bayou.model.forest;

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
 * A forest whose state is a sum. Where a tree cuts is decided by hashes before the first example,
 * so its counts can be added and subtracted; the examples decide, by context-tree weighting, how
 * much each pruning of each tree counts.
 */
public final class ForestLearner extends AbstractLearner<ForestLearner> {
  private final ForestState state;
  private final ForestRows rows;
  private final ForestPredictor ownPredictor;

  public ForestLearner(ModelSpec spec) {
    super(ForestLearner.class, spec, new Refusals());
    state = new ForestState(spec, refusals());
    rows = new ForestRows(state);
    ownPredictor = new ForestPredictor(state);
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      ForestPredictor reader = reader(x);
      long[] keys = reader.keys(x);
      int c = state.open(label);
      if (c < 0) {
        refusals().count(Refusals.Reason.TOO_MANY_CLASSES);
      } else {
        state.learn(keys, keys == null ? null : reader.paths(), c, weight);
      }
      reader.countLeftOut();
    }
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    if (!(weight > 0.0)) {
      return;
    }
    if (weight > retractable(label)) {
      refusals().count(Refusals.Reason.CORRECTION_UNKNOWN);
      return;
    }
    state.retract(reader(x).keys(x), label, weight);
  }

  @Override
  public double retractable(String label) {
    return state.classes.retractable(label);
  }

  /* An event is predicted first, so its predictor has already read it. */
  private ForestPredictor reader(Features x) {
    return x.reader() instanceof ForestPredictor reader && reader.isOf(state)
        ? reader
        : ownPredictor;
  }

  @Override
  public Predictor newPredictor() {
    return new ForestPredictor(state);
  }

  @Override
  protected void add(ForestLearner other) {
    state.merge(other.state);
  }

  @Override
  public long examples() {
    return state.classes.examples();
  }

  /** The shares of the classes in each cell. */
  @Override
  public Fit fit() {
    long cells = 0;
    for (int t = 0; t < state.trees(); t++) {
      cells += state.tree(t).leaves();
    }
    return Fit.unknown(cells * Math.max(0, state.classes.size() - 1));
  }

  @Override
  public void features(Set<String> names) {
    // a name is part of a hash, and not kept
  }

  @Override
  public void describe(Description out) {
    double all = 0.0;
    for (int c = 0; c < state.classes.size(); c++) {
      all += state.classes.weight(c);
    }
    for (int c = 0; c < state.classes.size(); c++) {
      double weight = state.classes.weight(c);
      out.beginClass(state.classes.label(c), state.classes.examples(c), weight);
      out.share(weight, all);
    }
  }

  @Override
  public ScoringForm scoringForm() {
    return ForestScoring.form(state);
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
