package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What to learn and how: chosen once, part of every snapshot.
 *
 * @param learner the classifier
 * @param features types by name; a feature that is not listed is inferred from its first value
 * @param prior probability of a class before its features are seen
 * @param estimate one rule for all parameters; absent, smoothing and variance decide
 * @param smoothing pseudo-counts of discrete features
 * @param unknown what a value outside the known ones means
 * @param variance how the variance of a gaussian feature is estimated
 * @param covariance how the covariance of a discriminant is estimated
 * @param network which nodes of a Bayesian network depend on which
 * @param basis what is made of the numbers before they are learned
 * @param logistic how logistic regression learns
 * @param halfLifeMillis event time after which an example counts half; 0 for never
 * @param limits bounds on what the model may hold
 * @param average what an average is made of; absent for every other learner
 */
public record ModelSpec(
    LearnerKind learner,
    SortedMap<String, FeatureSpec> features,
    Prior prior,
    Optional<Estimate> estimate,
    Smoothing smoothing,
    Unknown unknown,
    Variance variance,
    Covariance covariance,
    NetworkSpec network,
    Basis basis,
    LogisticSpec logistic,
    long halfLifeMillis,
    Limits limits,
    Optional<AverageSpec> average) {

  public ModelSpec {
    requireNonNull(learner, "learner");
    features = Collections.unmodifiableSortedMap(new TreeMap<>(features));
    requireNonNull(prior, "prior");
    requireNonNull(estimate, "estimate");
    requireNonNull(smoothing, "smoothing");
    requireNonNull(unknown, "unknown");
    requireNonNull(variance, "variance");
    requireNonNull(covariance, "covariance");
    requireNonNull(network, "network");
    requireNonNull(basis, "basis");
    requireNonNull(logistic, "logistic");
    requireNonNull(limits, "limits");
    if (average.isPresent() != (learner == LearnerKind.AVERAGE)) {
      throw new IllegalArgumentException("an average, and nothing else, has members");
    }
    SortedSet<String> given = givenClasses(prior, network);
    if (given.size() > limits.classes()) {
      throw new IllegalArgumentException(
          "prior and tables name "
              + given.size()
              + " classes, limits.classes allows "
              + limits.classes());
    }
    checkSmoothing(smoothing, features);
    if (halfLifeMillis < 0) {
      throw new IllegalArgumentException("halfLife must not be negative, was " + halfLifeMillis);
    }
  }

  private static void checkSmoothing(Smoothing smoothing, SortedMap<String, FeatureSpec> features) {
    features.forEach(
        (name, feature) -> {
          boolean concerned = feature.type().hasCells() && feature.smoothing().isEmpty();
          String objection = concerned ? feature.objectionTo(smoothing) : "";
          if (!objection.isEmpty()) {
            throw new IllegalArgumentException(
                objection + "; give feature '" + name + "' a smoothing of its own");
          }
        });
  }

  /** The values of a feature that exist before any is seen: declared, or named by its smoothing. */
  public List<String> givenValues(FeatureSpec feature) {
    Set<String> values = new LinkedHashSet<>(feature.values());
    values.addAll(feature.smoothing().orElse(smoothing).values());
    return List.copyOf(values);
  }

  /** Whether classes that the prior does not list are impossible. */
  public boolean hasFixedPrior() {
    boolean used = learner != LearnerKind.LOGISTIC && learner != LearnerKind.NO_CHANGE;
    return used && prior instanceof Prior.Fixed;
  }

  /** The classes that exist before any example of them has come. */
  public SortedSet<String> givenClasses() {
    SortedSet<String> classes = givenClasses(prior, network);
    average.ifPresent(of -> of.members().forEach(m -> classes.addAll(m.spec().givenClasses())));
    return classes;
  }

  private static SortedSet<String> givenClasses(Prior prior, NetworkSpec network) {
    SortedSet<String> classes = prior.classes();
    classes.addAll(network.givenClasses());
    return classes;
  }

  /** The spec of a model about which nothing was said. */
  public static ModelSpec defaults() {
    return of(LearnerKind.NAIVE_BAYES);
  }

  public static ModelSpec of(LearnerKind learner) {
    return new Builder(learner).build();
  }

  public static Builder builder(LearnerKind learner) {
    return new Builder(learner);
  }

  /** A builder that starts from this spec. */
  public Builder toBuilder() {
    Builder builder = new Builder(learner);
    builder.features.putAll(features);
    builder.prior = prior;
    builder.estimate = estimate;
    builder.smoothing = smoothing;
    builder.unknown = unknown;
    builder.variance = variance;
    builder.covariance = covariance;
    builder.network = network;
    builder.basis = basis;
    builder.logistic = logistic;
    builder.halfLifeMillis = halfLifeMillis;
    builder.limits = limits;
    builder.average = average;
    return builder;
  }

  /** Collects the parts of a spec; everything has the default of {@link ModelSpec#defaults()}. */
  public static final class Builder {
    private final LearnerKind learner;
    private final SortedMap<String, FeatureSpec> features = new TreeMap<>();
    private Prior prior = new Prior.Dirichlet(1.0);
    private Optional<Estimate> estimate = Optional.empty();
    private Smoothing smoothing = new Smoothing.Additive(1.0);
    private Unknown unknown = Unknown.RESERVE;
    private Variance variance = new Variance.Shrink(1.0, 1e-9);
    private Covariance covariance = new Covariance.Default();
    private NetworkSpec network = NetworkSpec.NONE;
    private Basis basis = Basis.LINEAR;
    private LogisticSpec logistic = LogisticSpec.DEFAULT;
    private long halfLifeMillis;
    private Limits limits = Limits.DEFAULT;
    private Optional<AverageSpec> average;

    private Builder(LearnerKind learner) {
      this.learner = learner;
      average =
          learner == LearnerKind.AVERAGE ? Optional.of(AverageSpec.defaults()) : Optional.empty();
    }

    public Builder feature(String name, FeatureType type) {
      return feature(name, FeatureSpec.of(type));
    }

    public Builder feature(String name, FeatureSpec feature) {
      features.put(name, feature);
      return this;
    }

    public Builder prior(Prior value) {
      prior = value;
      return this;
    }

    public Builder estimate(Estimate value) {
      estimate = Optional.of(value);
      return this;
    }

    public Builder smoothing(Smoothing value) {
      smoothing = value;
      return this;
    }

    public Builder unknown(Unknown value) {
      unknown = value;
      return this;
    }

    public Builder variance(Variance value) {
      variance = value;
      return this;
    }

    public Builder covariance(Covariance value) {
      covariance = value;
      return this;
    }

    public Builder network(NetworkSpec value) {
      network = value;
      return this;
    }

    public Builder basis(Basis value) {
      basis = value;
      return this;
    }

    public Builder logistic(LogisticSpec value) {
      logistic = value;
      return this;
    }

    public Builder halfLifeMillis(long value) {
      halfLifeMillis = value;
      return this;
    }

    public Builder limits(Limits value) {
      limits = value;
      return this;
    }

    public Builder average(AverageSpec value) {
      average = Optional.of(value);
      return this;
    }

    public ModelSpec build() {
      return new ModelSpec(
          learner,
          features,
          prior,
          estimate,
          smoothing,
          unknown,
          variance,
          covariance,
          network,
          basis,
          logistic,
          halfLifeMillis,
          limits,
          average);
    }
  }
}
