package io.bayou.model.discriminant;

import io.bayou.model.Description;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.ScalableLearner;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.learner.AbstractLearner;
import io.bayou.model.spec.FeatureType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Expands events for another learner, which keeps the state. */
public final class BasisLearner extends AbstractLearner<BasisLearner> implements ScalableLearner {
  private final Learner learner;
  private Expanding latest; // the reader of the latest event: mostly it is learned next

  public BasisLearner(Learner learner) {
    super(BasisLearner.class, learner.spec(), learner.refusals());
    this.learner = learner;
    latest = new Expanding();
  }

  private final class Expanding implements Predictor {
    private final Refusals leftOut = new Refusals();
    private final QuadraticBasis basis = new QuadraticBasis(spec(), leftOut);
    private final Predictor predictor = learner.newPredictor();

    @Override
    public void predict(Features x, Posterior answer) {
      predictor.predict(basis.expand(x), answer);
      latest = this;
    }

    @Override
    public Explanation explain(Features x) {
      return predictor.explain(basis.expand(x));
    }
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    Expanding reader = latest;
    Features expanded = reader.basis.expand(x);
    refusals().add(reader.leftOut);
    learner.learn(expanded, label, weight, time);
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    learner.retract(latest.basis.expand(x), label, weight, time);
  }

  @Override
  public double retractable(String label) {
    return learner.retractable(label);
  }

  @Override
  public Predictor newPredictor() {
    return new Expanding();
  }

  @Override
  protected void add(BasisLearner other) {
    learner.merge(other.learner);
  }

  @Override
  public void mergeScaled(Learner other, double factor) {
    ((ScalableLearner) learner).mergeScaled(mergeable(other).learner, factor);
  }

  @Override
  public double weightAt(long time) {
    return ((ScalableLearner) learner).weightAt(time);
  }

  @Override
  public long version() {
    return ((ScalableLearner) learner).version();
  }

  @Override
  public long latest() {
    return ((ScalableLearner) learner).latest();
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
  public void features(Set<String> names) {
    learner.features(names);
  }

  @Override
  public void describe(Description out) {
    learner.describe(out);
  }

  @Override
  public ScoringForm scoringForm() {
    List<String> others = new ArrayList<>();
    spec()
        .features()
        .forEach(
            (name, feature) -> {
              if (feature.type() != FeatureType.GAUSSIAN) {
                others.add(name);
              }
            });
    return new ScoringForm("quadratic")
        .texts("others", others)
        .integer("maxFeatures", spec().limits().features())
        .form("scorer", learner.scoringForm());
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
