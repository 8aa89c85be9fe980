package io.bayou.model.scope;

import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.Predictor;
import io.bayou.model.RowSink;
import io.bayou.model.ScalableLearner;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.learner.AbstractLearner;
import io.bayou.model.learner.RestoredRow;
import java.util.Set;

/**
 * What one key has learned of its own, and how well each strength of everybody's model explains its
 * labels. That is learned from answers: it merges by addition, but is not retracted.
 */
final class OwnLearner extends AbstractLearner<OwnLearner> implements ScalableLearner {
  static final String STRENGTHS = "strengths";

  private final ScalableLearner statistics;
  private final StrengthWeights strengths = new StrengthWeights();
  private boolean changed;

  OwnLearner(ScalableLearner statistics) {
    super(OwnLearner.class, statistics.spec(), statistics.refusals());
    this.statistics = statistics;
  }

  ScalableLearner statistics() {
    return statistics;
  }

  StrengthWeights strengths() {
    return strengths;
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    changed = true;
    statistics.learn(x, label, weight, time);
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    statistics.retract(x, label, weight, time);
  }

  @Override
  public double retractable(String label) {
    return statistics.retractable(label);
  }

  @Override
  public Predictor newPredictor() {
    return statistics.newPredictor();
  }

  @Override
  protected void add(OwnLearner other) {
    changed = true;
    statistics.merge(other.statistics);
    strengths.merge(other.strengths);
  }

  @Override
  public void mergeScaled(Learner other, double factor) {
    statistics.mergeScaled(mergeable(other).statistics, factor);
  }

  @Override
  public double weightAt(long time) {
    return statistics.weightAt(time);
  }

  @Override
  public long version() {
    return statistics.version();
  }

  @Override
  public long latest() {
    return statistics.latest();
  }

  @Override
  public long examples() {
    return statistics.examples();
  }

  @Override
  public Fit fit() {
    return statistics.fit();
  }

  @Override
  public void features(Set<String> names) {
    statistics.features(names);
  }

  @Override
  public void describe(Description out) {
    statistics.describe(out);
  }

  @Override
  public ScoringForm scoringForm() {
    return statistics.scoringForm();
  }

  @Override
  public void rows(RowSink sink) {
    if (examples() > 0) {
      writeStrengths(sink);
    }
    statistics.rows(sink);
  }

  @Override
  public void changedRows(RowSink sink) {
    if (changed) {
      changed = false;
      writeStrengths(sink);
    }
    statistics.changedRows(sink);
  }

  private void writeStrengths(RowSink sink) {
    sink.row(
        STRENGTHS,
        out -> {
          out.text(STRENGTHS);
          strengths.write(out);
        });
  }

  @Override
  public void restore(StateReader row) {
    String kind = row.text();
    if (kind.equals(STRENGTHS)) {
      strengths.read(row);
    } else {
      statistics.restore(new RestoredRow(kind, row));
    }
  }
}
