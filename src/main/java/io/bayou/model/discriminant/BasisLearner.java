package io.bayou.model.discriminant;

import io.bayou.model.Description;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.learner.AbstractLearner;

/** A learner that is shown events in a wider basis; its state is that of the learner behind it. */
public final class BasisLearner extends AbstractLearner<BasisLearner> {
  private final Learner learner;
  private final QuadraticBasis basis;

  public BasisLearner(Learner learner) {
    super(BasisLearner.class, learner.spec(), learner.refusals());
    this.learner = learner;
    basis = new QuadraticBasis(learner.spec(), learner.refusals());
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    learner.learn(basis.expand(x), label, weight, time);
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    learner.retract(basis.expand(x), label, weight, time);
  }

  @Override
  public double retractable(String label) {
    return learner.retractable(label);
  }

  @Override
  public void predict(Features x, Posterior answer) {
    learner.predict(basis.expand(x), answer);
  }

  @Override
  public Explanation explain(Features x) {
    return learner.explain(basis.expand(x));
  }

  @Override
  protected void add(BasisLearner other) {
    learner.merge(other.learner);
  }

  @Override
  public long examples() {
    return learner.examples();
  }

  @Override
  public Fit fit() {
    return learner.fit();
  }

  @Override
  public void describe(Description out) {
    learner.describe(out);
  }

  @Override
  public void rows(RowSink sink) {
    learner.rows(sink);
  }

  @Override
  public void changedRows(RowSink sink) {
    learner.changedRows(sink);
  }

  @Override
  public void restore(StateReader row) {
    learner.restore(row);
  }
}
