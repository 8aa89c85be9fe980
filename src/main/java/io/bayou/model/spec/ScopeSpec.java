package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * A model for every value of a key, such as every customer, that starts from everybody's.
 *
 * @param key where the key is: the name of a feature, or a source in the record where the spec has
 *     an {@code input}
 * @param strength how many examples of its own everybody's model stands for; 0 for one model each;
 *     absent: as the labels of the key suggest
 * @param idleMillis the event time after which a key without examples is forgotten; 0 for never
 */
public record ScopeSpec(String key, OptionalDouble strength, long idleMillis) {
  /** More would leave nothing to the key's own examples. */
  public static final double MAX_STRENGTH = 1e6;

  public ScopeSpec {
    requireNonNull(key, "key");
    requireNonNull(strength, "strength");
    if (key.isEmpty()) {
      throw new IllegalArgumentException("the key of a scope must not be empty");
    }
    if (strength.isPresent()
        && !(strength.getAsDouble() >= 0.0 && strength.getAsDouble() <= MAX_STRENGTH)) {
      throw new IllegalArgumentException(
          "strength must be between 0 and %.0f, or auto, was %s"
              .formatted(MAX_STRENGTH, strength.getAsDouble()));
    }
    if (idleMillis < 0) {
      throw new IllegalArgumentException("idle must not be negative, was " + idleMillis);
    }
  }

  /** A scope whose keys never expire and whose strength is found in the labels. */
  public static ScopeSpec auto(String key) {
    return new ScopeSpec(key, OptionalDouble.empty(), 0);
  }

  /** The same with a strength of its own. */
  public ScopeSpec withStrength(double value) {
    return new ScopeSpec(key, OptionalDouble.of(value), idleMillis);
  }

  /** Why a learner cannot have models that start from everybody's; empty if it can. */
  public static String objectionTo(LearnerKind learner) {
    return switch (learner) {
      case NAIVE_BAYES, LDA, QDA, RDA, BAYES_NET, TAN, AODE, MAJORITY -> "";
      case LOGISTIC ->
          "what it learns of an example depends on the weights that it had, so the sums of two"
              + " models are no model";
      case FOREST -> "it weighs its trees by whole examples, which cannot count in part";
      case NO_CHANGE -> "it keeps the latest label, which is no sum";
      case AVERAGE ->
          "its members are weighed by the answers that they gave, which were not those of the key;"
              + " give the best member as the learner";
    };
  }

  /** Why a model cannot have a scope, by its other options; empty if it can. */
  static String objectionTo(LearnerSpec options, int lags, AnswerSpec answers) {
    String ofLearner = objectionTo(options.kind());
    if (!ofLearner.isEmpty()) {
      return options.kind().key() + " takes no scope: " + ofLearner;
    }
    if (lags > 0) {
      return "lags are the latest labels of all keys; leave lags or scope out";
    }
    boolean calibrated = answers.calibrate().orElse(Calibration.NONE) != Calibration.NONE;
    if (calibrated || answers.needsReference()) {
      return "calibrate, sets and novelty know everybody's answers only; leave them or scope out";
    }
    if (!options.network().hidden().isEmpty()) {
      return "hidden nodes are learned from the answers of one model; leave hidden or scope out";
    }
    return "";
  }

  /** Whether everybody's model has no part in the answers. */
  public boolean isOneEach() {
    return strength.isPresent() && strength.getAsDouble() == 0.0;
  }

  /** Whether the labels of each key decide how strong everybody's model is. */
  public boolean isAuto() {
    return strength.isEmpty();
  }
}
