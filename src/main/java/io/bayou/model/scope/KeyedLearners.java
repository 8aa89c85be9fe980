package io.bayou.model.scope;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.spec.ModelSpec;
import java.util.HashMap;
import java.util.Map;

/** The models of all keys in memory, and everybody's: for files. */
public final class KeyedLearners implements PrequentialLearner.Standalone {
  private final KeyedModel model;
  private final Learner everybody;
  private final KeyedPredictor predictor;
  private final Predictor ofEverybody;
  private final Learner nobody;
  private final Map<String, Learner> byKey = new HashMap<>();
  private final LossByExamples losses = new LossByExamples();
  private final Posterior ofAll = new Posterior();

  /**
   * @param spec has a scope
   */
  public KeyedLearners(ModelSpec spec) {
    model = KeyedModel.of(spec);
    everybody = model.newEverybody();
    predictor = model.newPredictor(everybody);
    ofEverybody = everybody.newPredictor();
    nobody = model.newOwn();
  }

  /** Everybody's model. */
  @Override
  public Learner learner() {
    return everybody;
  }

  /** How many keys have examples. */
  public int keys() {
    return byKey.size();
  }

  /** What the key of an event has learned of its own; null if it has none. */
  public Learner own(Example example) {
    String key = model.keyOf(example);
    return key == null ? null : byKey.get(key);
  }

  /** Answers events, with how much of the latest answer was the key's own. */
  public KeyedPredictor predictor() {
    return predictor;
  }

  @Override
  public void predict(Example example, Posterior answer) {
    predictor.predict(example.features(), own(example), answer);
  }

  /** As {@link #predict}, of a labeled event; compares the answer with those of other models. */
  public void predictToCompare(Example example, Posterior answer) {
    Learner own = own(example);
    predict(example, answer);
    if (model.keyOf(example) != null) {
      Learner alone = own == null ? nobody : own;
      ofEverybody.predict(example.features(), ofAll);
      losses.add(
          answer,
          ofAll,
          alone.predict(example.features()),
          alone.examples(),
          example.label(),
          example.weight());
    }
  }

  /** What {@link #predictToCompare} has found. */
  public LossByExamples losses() {
    return losses;
  }

  @Override
  public void learn(Learner learner, Example example, long time) {
    String key = model.keyOf(example);
    if (key != null) {
      learnOwn(byKey.computeIfAbsent(key, k -> model.newOwn()), example, time);
    }
    PrequentialLearner.update(learner, example, time);
  }

  private void learnOwn(Learner own, Example example, long time) {
    Features x = example.features();
    if (example.correctionOf() != null) {
      own.retract(x, example.correctionOf(), example.weight(), time);
    }
    if (example.label() != null) {
      model.learn(own, everybody, x, example.label(), example.weight(), time);
    }
  }
}
