package io.bayou.model.scope;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.spec.ModelSpec;
import java.util.HashMap;
import java.util.Map;

/** The models of all keys in memory, and everybody's: for files and tests. */
public final class KeyedLearners implements PrequentialLearner.Serving {
  private final KeyedModel model;
  private final Learner everybody;
  private final KeyedPredictor predictor;
  private final Map<String, Learner> byKey = new HashMap<>();

  /**
   * @param spec has a scope
   */
  public KeyedLearners(ModelSpec spec) {
    model = KeyedModel.of(spec);
    everybody = model.newEverybody();
    predictor = model.newPredictor(everybody);
  }

  public KeyedModel model() {
    return model;
  }

  /** Everybody's model. */
  public Learner everybody() {
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

  @Override
  public void predict(Example example, Posterior answer) {
    predictor.predict(example.features(), own(example), answer);
  }

  /** Answers events, with how much of the latest answer was the key's own. */
  public KeyedPredictor predictor() {
    return predictor;
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
