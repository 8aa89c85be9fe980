package io.bayou.replay;

import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;

/** A learner in a replay, with its scores: it learns by the rule of the stream. */
public final class Trainee implements Fold.ExampleSink {
  private final Learner learner;
  private final PrequentialScore score;
  private final PrequentialLearner rule;

  public Trainee(ModelSpec spec) {
    this(Learners.create(spec));
  }

  /** Continues from an earlier state. */
  public Trainee(Learner learner) {
    this.learner = learner;
    score = new PrequentialScore(learner.spec());
    rule = new PrequentialLearner(learner, score);
  }

  Learner learner() {
    return learner;
  }

  PrequentialScore score() {
    return score;
  }

  @Override
  public ModelSpec spec() {
    return learner.spec();
  }

  @Override
  public void learn(Example example, long time) {
    rule.learn(example, time);
  }
}
