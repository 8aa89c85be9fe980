package io.bayou.model.registry;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.learner.EdgeFinder;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A learner of rows that come one after another, as a running instance would have it: with {@code
 * bins: auto} it begins with intervals by magnitude, finds edges in the first {@link
 * AutoBins#FIRST_EXAMPLES} examples, and replaces the learner by one that has learned these again.
 * So no answer depends on a row that came later. Any other spec has one learner throughout.
 */
public final class FirstEdges implements PrequentialLearner.Standalone {
  private Learner learner;
  private Predictor predictor;
  private List<Row> rows = new ArrayList<>(); // null when there is nothing to wait for

  /** A row that will be learned again. */
  private record Row(Example example, long time) {}

  public FirstEdges(ModelSpec spec) {
    become(Learners.create(spec));
    if (!spec.needsEdges()) {
      rows = null;
    }
  }

  private void become(Learner next) {
    learner = next;
    predictor = next.newPredictor();
  }

  @Override
  public Learner learner() {
    return learner;
  }

  @Override
  public void predict(Example example, Posterior answer) {
    predictor.predict(example.features(), answer);
  }

  /** Learns an example with the present learner, which may no longer be the given one. */
  @Override
  public void learn(Learner given, Example example, long time) {
    learn(example, time);
  }

  /** Learns an example, and finds edges once there are enough. */
  @Override
  public void learn(Example example, long time) {
    if (rows == null) {
      PrequentialLearner.update(learner, example, time);
      return;
    }
    rows.add(new Row(copy(example), time));
    PrequentialLearner.update(learner, example, time);
    if (rows.size() == AutoBins.FIRST_EXAMPLES) {
      findEdges();
    }
  }

  private void findEdges() {
    EdgeFinder finder = new EdgeFinder(learner.spec());
    rows.forEach(row -> finder.add(row.example()));
    become(Learners.create(finder.found()));
    rows.forEach(row -> PrequentialLearner.update(learner, row.example(), row.time()));
    rows = null;
  }

  private static Example copy(Example of) {
    Features x = of.features();
    Example copy = new Example(new Features(x.names()));
    for (int i = 0; i < x.size(); i++) {
      copy.features().copy(x, i, x.id(i));
    }
    copy.setLabel(of.label());
    copy.setCorrectionOf(of.correctionOf());
    copy.setWeight(of.weight());
    return copy;
  }
}
