package io.bayou.model.learner;

import io.bayou.model.ClassScores;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals.Reason;
import java.util.SortedMap;
import java.util.TreeMap;

/** Predicts with a learner made of blocks. */
final class BlockPredictor implements Predictor {
  private final BlockLearner learner;
  private final ClassTable classes;
  private final FeatureSpace space;
  private final GatheredEvent event;

  BlockPredictor(BlockLearner learner, BlockState state) {
    this.learner = learner;
    classes = state.classes();
    space = state.space();
    event = new GatheredEvent(state);
  }

  @Override
  public void predict(Features x, Posterior answer) {
    answer.begin(classes.labels());
    if (classes.size() > 0) {
      ClassScores prior = learner.priors();
      gather(x);
      score(answer);
      answer.setPrior(prior);
    }
    answer.finish();
    if (!space.isLikelihood()) {
      answer.withoutEvidence();
    }
  }

  private void gather(Features x) {
    event.gather(x);
    learner.read(event);
  }

  private void score(Posterior answer) {
    int present = 0;
    for (BlockEvent ofBlock : event.active()) {
      ofBlock.score(answer.likelihood(), answer);
      present += ofBlock.present();
    }
    long changed = event.leftOut().of(Reason.TYPE_CHANGED);
    if (changed > 0) {
      answer.raise(Flag.TYPE_CHANGED);
    }
    if (present + changed < space.size()) {
      answer.raise(Flag.MISSING_FEATURE);
    }
  }

  @Override
  public Explanation explain(Features x) {
    Posterior answer = AbstractLearner.predictToExplain(this, x);
    SortedMap<String, Double> contributions = new TreeMap<>();
    // Features that ruled out every class have decided nothing: the posterior is the prior.
    if (!answer.flags().contains(Flag.IMPOSSIBLE)) {
      for (int b = 0; b < event.active().length; b++) {
        contribute(space.active()[b], event.active()[b], answer, contributions);
      }
    }
    double best = answer.logPrior(answer.best());
    double other = answer.logPrior(answer.runnerUp());
    return new Explanation(
        answer.label(answer.best()),
        answer.label(answer.runnerUp()),
        best == other ? 0.0 : best - other, // both may be impossible
        contributions);
  }

  private static void contribute(
      Block block, BlockEvent ofBlock, Posterior answer, SortedMap<String, Double> contributions) {
    double[] perColumn = new double[block.columns()];
    ofBlock.contrast(answer.best(), answer.runnerUp(), perColumn);
    for (int j = 0; j < block.columns(); j++) {
      if (perColumn[j] != 0.0) {
        contributions.put(block.name(j), perColumn[j]);
      }
    }
  }

  /** Fills in the distribution of one column given the others of an event; false if none can. */
  boolean query(String column, Features x, String label, Posterior answer) {
    int known = label == null ? -1 : classes.find(label);
    learner.priors();
    gather(x);
    for (BlockEvent ofBlock : event.active()) {
      if (ofBlock.query(column, known, answer)) {
        if (label != null && known < 0) {
          answer.raise(Flag.UNKNOWN_VALUE);
        }
        return true;
      }
    }
    return false;
  }
}
