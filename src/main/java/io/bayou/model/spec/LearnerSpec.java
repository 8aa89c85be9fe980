package io.bayou.model.spec;

import java.util.Optional;

/**
 * The options of one learner, a record per family. The options that a family lacks have their
 * defaults, so that shared code need not know the learner. {@link ModelSpec.Builder} checks them.
 */
public sealed interface LearnerSpec
    permits LearnerSpec.NaiveBayes,
        LearnerSpec.Discriminant,
        LearnerSpec.Network,
        LearnerSpec.OneDependence,
        LearnerSpec.Logistic,
        LearnerSpec.Forest,
        LearnerSpec.Baseline,
        AverageSpec {
  LearnerKind kind();

  /** One rule for all parameters; absent: smoothing and variance decide. */
  default Optional<Estimate> estimate() {
    return Optional.empty();
  }

  /** Pseudo-counts of discrete features. */
  default Smoothing smoothing() {
    return new Smoothing.Additive(1.0);
  }

  /** What a value outside the known ones means. */
  default Unknown unknown() {
    return Unknown.RESERVE;
  }

  /** How the variance of a gaussian feature is estimated. */
  default Variance variance() {
    return new Variance.Shrink(1.0, 1e-9);
  }

  /** How the covariance of a discriminant is estimated. */
  default Covariance covariance() {
    return new Covariance.Default();
  }

  /** Which inputs are derived from the numbers of an event. */
  default Basis basis() {
    return Basis.LINEAR;
  }

  /** The arcs and tables of a Bayesian network. */
  default NetworkSpec network() {
    return NetworkSpec.NONE;
  }

  /** How logistic regression learns. */
  default LogisticSpec logistic() {
    return LogisticSpec.DEFAULT;
  }

  /** How large a forest is. */
  default ForestSpec forest() {
    return ForestSpec.DEFAULT;
  }

  /** The members of an average; absent for every other learner. */
  default Optional<AverageSpec> average() {
    return Optional.empty();
  }

  record NaiveBayes(
      Optional<Estimate> estimate, Smoothing smoothing, Unknown unknown, Variance variance)
      implements LearnerSpec {
    @Override
    public LearnerKind kind() {
      return LearnerKind.NAIVE_BAYES;
    }
  }

  /** {@code lda}, {@code qda} and {@code rda}. */
  record Discriminant(LearnerKind kind, Covariance covariance, Basis basis)
      implements LearnerSpec {}

  /** {@code bayes-net} and {@code tan}. */
  record Network(LearnerKind kind, NetworkSpec network, Smoothing smoothing, Unknown unknown)
      implements LearnerSpec {}

  /** {@code aode}. */
  record OneDependence(Unknown unknown) implements LearnerSpec {
    @Override
    public LearnerKind kind() {
      return LearnerKind.AODE;
    }
  }

  record Logistic(LogisticSpec logistic, Basis basis) implements LearnerSpec {
    @Override
    public LearnerKind kind() {
      return LearnerKind.LOGISTIC;
    }
  }

  record Forest(ForestSpec forest) implements LearnerSpec {
    @Override
    public LearnerKind kind() {
      return LearnerKind.FOREST;
    }
  }

  /** {@code majority} and {@code no-change}, which have no options. */
  record Baseline(LearnerKind kind) implements LearnerSpec {}
}
