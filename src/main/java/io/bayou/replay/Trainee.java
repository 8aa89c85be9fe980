package io.bayou.replay;

import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.FirstEdges;
import io.bayou.model.registry.Learners;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.keyed.KeyedLimits;
import java.util.Optional;

/** A learner in a replay, with its scores: it learns by the rule of the stream. */
public final class Trainee implements Fold.ExampleSink {
  private final Learner learner;
  private final PrequentialScore score;
  private final PrequentialLearner rule;
  private final Optional<FirstEdges> edges;
  private final Optional<KeyedModel> keyed;

  public Trainee(ModelSpec spec) {
    this(Learners.create(spec));
  }

  /** Continues from an earlier state. */
  public Trainee(Learner learner) {
    this(learner, Optional.empty());
  }

  private Trainee(Learner learner, Optional<FirstEdges> edges) {
    this.learner = learner;
    this.edges = edges;
    score = new PrequentialScore(learner.spec());
    rule = new PrequentialLearner(learner, score);
    keyed = learner.spec().scope().map(scope -> KeyedModel.of(learner.spec()));
  }

  /** To be scored, not kept: it finds the edges of its bins on the way, as a model does. */
  static Trainee ofTournament(ModelSpec spec) {
    FirstEdges learner = new FirstEdges(spec);
    return new Trainee(learner.learner(), Optional.of(learner));
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

  /* What cannot reach the model of its key is not learned by everybody's, either. */
  @Override
  public boolean admits(Example example) {
    return Fold.ExampleSink.super.admits(example)
        && (keyed.isEmpty() || KeyedLimits.admit(keyed.get().keyOf(example), example));
  }

  @Override
  public void learn(Example example, long time) {
    if (edges.isPresent()) {
      rule.learn(example, edges.get(), time);
    } else {
      rule.learn(example, time);
    }
  }
}
