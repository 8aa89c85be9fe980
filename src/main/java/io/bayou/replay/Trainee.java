package io.bayou.replay;

import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;

/** A learner in a replay, asked before it is told: what the stream does with every label. */
public final class Trainee implements Fold.Pupil {
  private final Learner learner;
  private final PrequentialScore score;
  private final Posterior answer = new Posterior();

  public Trainee(ModelSpec spec) {
    this(Learners.create(spec));
  }

  /** Goes on with what was learned before. */
  public Trainee(Learner learner) {
    this.learner = learner;
    score = new PrequentialScore(learner.spec().limits().classes());
  }

  Learner learner() {
    return learner;
  }

  PrequentialScore score() {
    return score;
  }

  @Override
  public void learn(Example example, long time) {
    if (example.correctionOf() == null) {
      learner.predict(example.features(), answer);
      score.add(answer, example.label(), 1.0);
    } else {
      learner.retract(example.features(), example.correctionOf(), example.weight(), time);
    }
    learner.learn(example.features(), example.label(), example.weight(), time);
  }
}
