package io.bayou.model.scope;

import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.ScalableLearner;
import io.bayou.model.spec.ScopeSpec;

/** Answers for one key after another. It has buffers of its own and is for one thread. */
public final class KeyedPredictor {
  private final KeyedModel model;
  private final ScopeSpec scope;
  private final Learner everybody;
  private final Predictor ofEverybody;
  private final Posterior[] byStrength = new Posterior[KeyedModel.GRID.length];
  private final double[] weights = new double[KeyedModel.GRID.length];
  private final double[] likelihoods = new double[KeyedModel.GRID.length];
  private double ownShare;

  KeyedPredictor(KeyedModel model, Learner everybody) {
    this.model = model;
    this.everybody = everybody;
    scope = model.scope();
    ofEverybody = everybody.newPredictor();
    for (int i = 0; i < byStrength.length; i++) {
      byStrength[i] = new Posterior();
    }
  }

  Learner everybody() {
    return everybody;
  }

  /**
   * Fills in the posterior for one event.
   *
   * @param own what its key has learned of its own; null if it is not known
   */
  public void predict(Features x, Learner own, Posterior answer) {
    ownShare = 0.0;
    if (isOneEach()) {
      ownShare = 1.0;
      (own == null ? model.newOwn() : own).newPredictor().predict(x, answer);
    } else if (own == null || own.examples() == 0) {
      ofEverybody.predict(x, answer);
    } else if (own instanceof OwnLearner weighed) {
      weighed.strengths().weights(weights);
      answerByStrength(x, own);
      StrengthMixture.mix(byStrength, weights, answer);
      for (int i = 0; i < weights.length; i++) {
        ownShare += weights[i] * shareOf(own, KeyedModel.GRID[i]);
      }
    } else {
      double strength = scope.strength().getAsDouble();
      predict(x, own, strength, answer);
      ownShare = shareOf(own, strength);
    }
  }

  private boolean isOneEach() {
    return scope.strength().isPresent() && scope.strength().getAsDouble() == 0.0;
  }

  private void answerByStrength(Features x, Learner own) {
    for (int i = 0; i < byStrength.length; i++) {
      predict(x, own, KeyedModel.GRID[i], byStrength[i]);
    }
  }

  private void predict(Features x, Learner own, double strength, Posterior answer) {
    model.merged(everybody, own, strength).newPredictor().predict(x, answer);
  }

  private double shareOf(Learner own, double strength) {
    double weight = KeyedModel.statistics(own).weightAt(((ScalableLearner) everybody).latest());
    return weight / (weight + strength);
  }

  /** How much of the latest answer was the key's own: 0 for everybody's, 1 for its own alone. */
  public double ownShare() {
    return ownShare;
  }

  /** Explains the answer for an event; where strengths are mixed, by the one of most weight. */
  public Explanation explain(Features x, Learner own) {
    if (own == null || own.examples() == 0) {
      return ofEverybody.explain(x);
    }
    Learner of = isOneEach() ? own : model.merged(everybody, own, model.strengthOf(own));
    return of.newPredictor().explain(x);
  }

  /** By strength, the probability of a label. */
  double[] likelihoods(Features x, Learner own, String label) {
    answerByStrength(x, own);
    for (int i = 0; i < likelihoods.length; i++) {
      likelihoods[i] = byStrength[i].probabilityOf(label);
    }
    return likelihoods;
  }
}
