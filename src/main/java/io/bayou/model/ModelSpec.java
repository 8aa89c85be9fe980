package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
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
    if (halfLifeMillis < 0) {
      throw new IllegalArgumentException("halfLife must not be negative, was " + halfLifeMillis);
    }
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

  /**
   * How one feature is modelled.
   *
   * @param values the declared values of a categorical feature or tokens of a text; empty: whatever
   *     is seen
   * @param normalPrior the prior of a student-t feature; absent: one pseudo-observation drawn from
   *     the feature's distribution over all classes
   * @param text how a text is read; the default for other features
   * @param bins the intervals of a binned feature; absent: by magnitude
   */
  public record FeatureSpec(
      FeatureType type,
      List<String> values,
      Optional<NormalPrior> normalPrior,
      TextSpec text,
      Optional<Bins> bins) {
    public FeatureSpec {
      requireNonNull(type, "type");
      values = List.copyOf(values);
      requireNonNull(normalPrior, "normalPrior");
      if (type != FeatureType.MULTINOMIAL && text.variant() != TextSpec.Variant.STANDARD) {
        throw new IllegalArgumentException("variant is for multinomial features");
      }
      requireNonNull(bins, "bins");
      if (text.hash().isPresent() && !values.isEmpty()) {
        throw new IllegalArgumentException("values mean nothing where tokens are hashed");
      }
    }

    public FeatureSpec(
        FeatureType type, List<String> values, Optional<NormalPrior> normalPrior, TextSpec text) {
      this(type, values, normalPrior, text, Optional.empty());
    }

    public FeatureSpec(FeatureType type, List<String> values, Optional<NormalPrior> normalPrior) {
      this(type, values, normalPrior, TextSpec.DEFAULT);
    }

    public static FeatureSpec of(FeatureType type) {
      return new FeatureSpec(type, List.of(), Optional.empty());
    }
  }

  /** Normal-inverse-gamma prior of a student-t feature. */
  public record NormalPrior(double mean, double kappa, double alpha, double beta) {
    public NormalPrior {
      if (!Double.isFinite(mean) || !(kappa >= 0.0) || !(alpha >= -0.5) || !(beta >= 0.0)) {
        throw new IllegalArgumentException(
            "normal prior needs a finite mean, kappa >= 0, alpha >= -0.5 and beta >= 0, was "
                + List.of(mean, kappa, alpha, beta));
      }
    }
  }

  /** Probability of a class before its features are seen. */
  public sealed interface Prior {
    /** (n_c + a) / (n + a K). */
    record Dirichlet(double alpha) implements Prior {
      public Dirichlet {
        requirePositive("prior alpha", alpha);
      }
    }

    /** n_c / n. */
    record Empirical() implements Prior {}

    /** 1 / K. */
    record Uniform() implements Prior {}

    /** As given; a class that is not listed is impossible. */
    record Fixed(SortedMap<String, Double> probabilities) implements Prior {
      public Fixed {
        probabilities = Collections.unmodifiableSortedMap(new TreeMap<>(probabilities));
        double sum = 0.0;
        for (Map.Entry<String, Double> entry : probabilities.entrySet()) {
          if (!(entry.getValue() >= 0.0)) {
            throw new IllegalArgumentException(
                "prior of '" + entry.getKey() + "' must be >= 0, was " + entry.getValue());
          }
          sum += entry.getValue();
        }
        if (!(Math.abs(sum - 1.0) <= 1e-9)) {
          throw new IllegalArgumentException("fixed priors must sum to 1, sum was " + sum);
        }
      }
    }
  }

  /** One rule for all parameters of a naive Bayes model. */
  public enum Estimate {
    /** Relative frequencies, population variance; a zero count is a true zero. */
    MLE,
    /** The mode of the posterior over parameters. */
    MAP,
    /** The posterior predictive: Dirichlet mean, Student-t. */
    BAYES
  }

  /** Pseudo-counts of discrete features. */
  public sealed interface Smoothing {
    /** (n_cv + alpha) / (n_c + alpha K); 1 is Laplace's rule, 0 the relative frequency. */
    record Additive(double alpha) implements Smoothing {
      public Additive {
        requireNotNegative("smoothing", alpha);
      }
    }

    /** (n_cv + m p) / (n_c + m); without p, p = 1/K. */
    record MEstimate(double m, Optional<Double> p) implements Smoothing {
      public MEstimate {
        requireNotNegative("smoothing.m", m);
        if (p.isPresent() && !(p.get() > 0.0 && p.get() <= 1.0)) {
          throw new IllegalArgumentException("smoothing.p must be in (0, 1], was " + p.get());
        }
      }
    }
  }

  /** What a value outside the known ones means. */
  public enum Unknown {
    /** One extra cell beside the K known values: n_c + alpha (K + 1). */
    RESERVE,
    /** Textbook denominators n_c + alpha K; an unknown value is left out of the posterior. */
    NONE
  }

  /** How the variance of a gaussian feature is estimated. */
  public sealed interface Variance {
    /**
     * (M2 + k s2) / (w + k) + floor s2, with s2 the feature's variance over all classes: a class
     * with few examples leans on the feature's own scale instead of trusting a tiny spread.
     */
    record Shrink(double k, double floor) implements Variance {
      public Shrink {
        requireNotNegative("variance.k", k);
        requirePositive("variance.floor", floor);
      }
    }

    /** M2/n plus smoothing times the largest variance of any feature over all rows. */
    record Sklearn(double smoothing) implements Variance {
      public Sklearn {
        requireNotNegative("variance.smoothing", smoothing);
      }
    }

    /** M2/n + smoothing. */
    record Population(double smoothing) implements Variance {
      public Population {
        requireNotNegative("variance.smoothing", smoothing);
      }
    }

    /** M2/(n-1). */
    record Sample() implements Variance {}
  }

  /** How the covariance of a discriminant is estimated. */
  public sealed interface Covariance {
    /** What a scatter matrix is divided by. */
    enum Denominator {
      N,
      N_MINUS_1,
      N_MINUS_K
    }

    /** Whatever suits the learner: n-k for lda, n-1 for qda, friedman(0.5, 0) for rda. */
    record Default() implements Covariance {}

    /**
     * Scatter over its denominator.
     *
     * @param shrinkage s in (1-s) S + s tr(S)/d I
     * @param identity r in (1-r) S + r I
     */
    record Plain(Denominator denominator, double shrinkage, double identity) implements Covariance {
      public Plain {
        requireNonNull(denominator, "denominator");
        requireFraction("covariance.shrinkage", shrinkage);
        requireFraction("covariance.identity", identity);
      }
    }

    /** Friedman (1989): pooled by lambda, then towards the identity by gamma. */
    record Friedman(double lambda, double gamma) implements Covariance {
      public Friedman {
        requireFraction("covariance.lambda", lambda);
        requireFraction("covariance.gamma", gamma);
      }
    }

    /** Hastie, Tibshirani, Friedman (4.13): alpha S_c + (1-alpha) S. */
    record Esl(double alpha) implements Covariance {
      public Esl {
        requireFraction("covariance.alpha", alpha);
      }
    }
  }

  /** Bounds on what a model may hold; what lies beyond is counted and left out. */
  public record Limits(int classes, int features, int categories, int tokens) {
    public static final Limits DEFAULT = new Limits(1_000, 1_000, 10_000, 1_000_000);

    public Limits {
      if (classes < 1 || features < 1 || categories < 1 || tokens < 1) {
        throw new IllegalArgumentException(
            "limits must be at least 1, were " + List.of(classes, features, categories, tokens));
      }
    }
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0.0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be > 0, was " + value);
    }
  }

  private static void requireNotNegative(String name, double value) {
    if (!(value >= 0.0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be >= 0, was " + value);
    }
  }

  private static void requireFraction(String name, double value) {
    if (!(value >= 0.0 && value <= 1.0)) {
      throw new IllegalArgumentException(name + " must be between 0 and 1, was " + value);
    }
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
