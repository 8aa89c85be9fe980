package io.bayou.model.scope;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ScalableLearner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ScopeSpec;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A model for every value of a key, such as every customer. The model of a key is everybody's, in
 * which the examples of the key weigh more: everybody's N examples together count as much as κ of
 * the key's own. κ is the strength of the scope.
 *
 * <p>A key without examples is answered by everybody's model, to the bit, and one with many by its
 * own. Everybody's model learns the examples of all keys, those of the key itself, too.
 *
 * <p>Not for several threads: each has one of its own.
 */
public final class KeyedModel {
  /** The strengths among which the labels of a key choose; the last leaves it to everybody. */
  static final double[] GRID = {5.0, 20.0, 80.0, 320.0, Double.POSITIVE_INFINITY};

  private final ModelSpec spec;
  private final ScopeSpec scope;

  /* Of the model of everybody that answered last. */
  private KeyedPredictor predictor;

  private KeyedModel(ModelSpec spec, ScopeSpec scope) {
    this.spec = spec;
    this.scope = scope;
  }

  /**
   * The model of a spec with a scope.
   *
   * @throws IllegalArgumentException if it has none
   */
  public static KeyedModel of(ModelSpec spec) {
    ScopeSpec scope =
        spec.scope().orElseThrow(() -> new IllegalArgumentException("the spec has no scope"));
    return new KeyedModel(spec, scope);
  }

  public ScopeSpec scope() {
    return scope;
  }

  /** What a key without examples has learned of its own: an ordinary learner, which is empty. */
  public Learner newOwn() {
    Learner own = Learners.create(spec);
    return scope.isAuto() ? new OwnLearner((ScalableLearner) own) : own;
  }

  /** What everybody's model is before any example. */
  public Learner newEverybody() {
    return Learners.create(spec);
  }

  /** The key of an event; null if it has none: then everybody's model answers and learns it. */
  public String keyOf(Example example) {
    return example.key() == null ? keyOf(example.features()) : example.key();
  }

  /* Where it was not mapped, and where the features were kept: a feature. */
  private String keyOf(Features x) {
    for (int i = 0; i < x.size(); i++) {
      if (x.name(i).equals(scope.key())) {
        return KeyText.of(x, i);
      }
    }
    return null;
  }

  /** Answers for one thread, with scratch space of its own. */
  public KeyedPredictor newPredictor(Learner everybody) {
    return new KeyedPredictor(this, everybody);
  }

  /**
   * Adds an example to what a key has learned of its own. Where the labels choose the strength, the
   * strengths are first weighed by how probable each made the label; so what is learned depends on
   * everybody's model then, and a replay needs the same one.
   *
   * @param own from {@link #newOwn}
   * @param everybody as it was before it learns the example, which this does not do
   */
  public void learn(
      Learner own, Learner everybody, Features x, String label, double weight, long time) {
    learn(own, own, everybody, x, label, weight, time);
  }

  /**
   * As {@link #learn(Learner, Learner, Features, String, double, long)}, where a key learns from
   * several sources.
   *
   * @param own what it has learned from all of them, which answers
   * @param part what it has learned from the source of the example; may be the same learner
   */
  @SuppressWarnings("ReferenceEquality") // a learner must not learn an example twice
  public void learn(
      Learner own,
      Learner part,
      Learner everybody,
      Features x,
      String label,
      double weight,
      long time) {
    // Before the first one all strengths give the same answer: everybody's.
    if (own instanceof OwnLearner weighed && weight > 0.0 && weighed.examples() > 0) {
      double[] likelihoods = predictor(x, everybody).likelihoods(x, weighed, label);
      ((OwnLearner) part).strengths().observe(likelihoods, weight);
      if (part != own) {
        weighed.strengths().observe(likelihoods, weight);
      }
    }
    part.learn(x, label, weight, time);
    if (part != own) {
      own.learn(x, label, weight, time);
    }
  }

  private KeyedPredictor predictor(Features x, Learner everybody) {
    if (x.reader() instanceof KeyedPredictor last && last.isOf(this, everybody)) {
      return last; // mostly it has answered the event
    }
    if (predictor == null || !predictor.isOf(this, everybody)) {
      predictor = newPredictor(everybody);
    }
    return predictor;
  }

  /**
   * The model of a key by itself: to be described, exported, or compared with everybody's.
   *
   * @param strength how many of its own examples everybody's model stands for; greater than 0, and
   *     infinite for everybody's model alone
   */
  public Learner merged(Learner everybody, Learner own, double strength) {
    Learner merged = newEverybody();
    merged.merge(everybody);
    double factor = ownFactor(everybody, own, strength);
    if (factor > 0.0) {
      ((ScalableLearner) merged).mergeScaled(statistics(own), factor);
    }
    return merged;
  }

  /**
   * The strengths that the labels of a key are explained by, and the weight of each; they sum to 1.
   * An infinite strength is everybody's model itself.
   */
  public SortedMap<Double, Double> strengths(Learner own) {
    SortedMap<Double, Double> strengths = new TreeMap<>();
    if (own instanceof OwnLearner weighed) {
      double[] weights = new double[GRID.length];
      weighed.strengths().weights(weights);
      for (int i = 0; i < weights.length; i++) {
        strengths.put(GRID[i], weights[i]);
      }
    } else {
      strengths.put(scope.strength().getAsDouble(), 1.0);
    }
    return strengths;
  }

  /** Whether a row holds how strong everybody's model is for a key. */
  public static boolean isStrength(String row) {
    return row.equals(OwnLearner.STRENGTHS);
  }

  /* What has learned the features and labels of a key, but not its strength. */
  static ScalableLearner statistics(Learner own) {
    return own instanceof OwnLearner weighed ? weighed.statistics() : (ScalableLearner) own;
  }

  /* How many times as much as in everybody's model an example of the key weighs in its own. */
  static double ownFactor(Learner everybody, Learner own, double strength) {
    ScalableLearner all = (ScalableLearner) everybody;
    long now = Math.max(all.latest(), statistics(own).latest());
    double weight = all.weightAt(now);
    return weight > 0.0 ? weight / strength : 1.0;
  }
}
