package io.bayou.model.scope;

import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.JointPredictor;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.ScalableLearner;
import io.bayou.model.spec.ScopeSpec;
import java.util.Map;

/**
 * Answers for one key after another, and for events without a key as everybody's model does. It has
 * buffers of its own and is for one thread.
 */
public final class KeyedPredictor implements Predictor {
  private final KeyedModel model;
  private final ScopeSpec scope;
  private final ScalableLearner everybody;
  private final Predictor ofEverybody;
  private final JointPredictor joint; // null if the states must be added up
  private final Posterior[] byStrength = new Posterior[KeyedModel.GRID.length];
  private final double[] weights = new double[KeyedModel.GRID.length];
  private final double[] likelihoods = new double[KeyedModel.GRID.length];
  private double ownShare;

  /* What was answered by every strength: an event is answered before it is learned. */
  private Features answered;
  private int answeredRevision;
  private Learner answeredFor;
  private long ownVersion;
  private long version;

  KeyedPredictor(KeyedModel model, Learner everybody) {
    this.model = model;
    this.everybody = (ScalableLearner) everybody;
    scope = model.scope();
    ofEverybody = everybody.newPredictor();
    joint = this.everybody.newJointPredictor().orElse(null);
    for (int i = 0; i < byStrength.length; i++) {
      byStrength[i] = new Posterior();
    }
  }

  boolean isOf(KeyedModel other, Learner learner) {
    return model == other && everybody == learner;
  }

  @Override
  public void predict(Features x, Posterior answer) {
    predict(x, null, answer);
  }

  /**
   * Fills in the posterior for one event.
   *
   * @param own what its key has learned of its own; null if it is not known
   */
  public void predict(Features x, Learner own, Posterior answer) {
    ownShare = 0.0;
    if (scope.isOneEach()) {
      ownShare = 1.0;
      (own == null ? model.newOwn() : own).newPredictor().predict(x, answer);
    } else if (own == null || own.examples() == 0) {
      ofEverybody.predict(x, answer);
    } else if (own instanceof OwnLearner weighed) {
      mix(x, weighed, answer);
    } else {
      double strength = scope.strength().getAsDouble();
      predict(x, KeyedModel.statistics(own), strength, answer);
      ownShare = shareOf(KeyedModel.statistics(own), strength);
    }
  }

  private void mix(Features x, OwnLearner own, Posterior answer) {
    answerByStrength(x, own);
    x.readBy(this);
    own.strengths().weights(weights);
    StrengthMixture.mix(byStrength, weights, answer);
    for (int i = 0; i < weights.length; i++) {
      ownShare += weights[i] * shareOf(own.statistics(), KeyedModel.GRID[i]);
    }
  }

  private void answerByStrength(Features x, OwnLearner own) {
    if (isAnswered(x, own)) {
      return;
    }
    for (int i = 0; i < byStrength.length; i++) {
      predict(x, own.statistics(), KeyedModel.GRID[i], byStrength[i]);
    }
    answered = x;
    answeredRevision = x.revision();
    answeredFor = own;
    ownVersion = own.version();
    version = everybody.version();
  }

  private boolean isAnswered(Features x, OwnLearner own) {
    return x == answered
        && x.revision() == answeredRevision
        && own == answeredFor
        && own.version() == ownVersion
        && everybody.version() == version;
  }

  private void predict(Features x, ScalableLearner own, double strength, Posterior answer) {
    double factor = KeyedModel.ownFactor(everybody, own, strength);
    if (joint != null && joint.predict(x, own, factor, answer)) {
      return;
    }
    if (factor == 0.0) {
      ofEverybody.predict(x, answer);
    } else {
      model.merged(everybody, own, strength).newPredictor().predict(x, answer);
    }
  }

  private double shareOf(ScalableLearner own, double strength) {
    double weight = own.weightAt(Math.max(own.latest(), everybody.latest()));
    return weight / (weight + strength);
  }

  /** How much of the latest answer was the key's own: 0 for everybody's, 1 for its own alone. */
  public double ownShare() {
    return ownShare;
  }

  @Override
  public Explanation explain(Features x) {
    return ofEverybody.explain(x);
  }

  /** Explains the answer for an event; where strengths are mixed, by the one of most weight. */
  public Explanation explain(Features x, Learner own) {
    if (own == null || own.examples() == 0) {
      return ofEverybody.explain(x);
    }
    Learner of = scope.isOneEach() ? own : model.merged(everybody, own, mainStrength(own));
    return of.newPredictor().explain(x);
  }

  private double mainStrength(Learner own) {
    return model.strengths(own).entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }

  /** By strength, the probability of a label. */
  double[] likelihoods(Features x, OwnLearner own, String label) {
    answerByStrength(x, own);
    for (int i = 0; i < likelihoods.length; i++) {
      likelihoods[i] = byStrength[i].probabilityOf(label);
    }
    return likelihoods;
  }
}
