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
 * What a model learns and how. It is fixed when the model is created and is part of every snapshot.
 *
 * @param options the classifier and the options that only it has
 * @param features types by name; the type of any other feature is inferred from its first value
 * @param prior probability of a class before its features are seen
 * @param halfLifeMillis event time after which an example counts half; 0 for never
 * @param forgetting the factor by which each example reduces the weight of those before it; 1 keeps
 *     all of it
 * @param lags how many of the latest known labels are features of an event
 * @param bins intervals that are found in the data; absent: those of the features, or by magnitude
 * @param limits bounds on the size of the model
 * @param input how records are read; absent: as Bayou's own events
 * @param labels how labels that come later find their events; absent: labels come with the features
 * @param scope whether every value of a key has a model of its own; absent: one model for all
 * @param classes the only labels that are learned; absent: every label is a class
 * @param answers what is made of a posterior
 * @param onDrift what is done when the error rate has risen
 */
public record ModelSpec(
    LearnerSpec options,
    SortedMap<String, FeatureSpec> features,
    Prior prior,
    long halfLifeMillis,
    double forgetting,
    int lags,
    Optional<AutoBins> bins,
    Limits limits,
    Optional<InputSpec> input,
    Optional<LabelsSpec> labels,
    Optional<ScopeSpec> scope,
    Optional<ClassesSpec> classes,
    AnswerSpec answers,
    OnDrift onDrift) {
  /** The most labels that may be features of an event. */
  public static final int MAX_LAGS = 10;

  public ModelSpec {
    requireNonNull(options, "options");
    features = Collections.unmodifiableSortedMap(withoutKey(features, input, scope));
    requireNonNull(prior, "prior");
    requireNonNull(bins, "bins");
    requireNonNull(limits, "limits");
    input = input.map(given -> given.withKey(scope.map(ScopeSpec::key)));
    requireNonNull(labels, "labels");
    requireNonNull(scope, "scope");
    requireNonNull(classes, "classes");
    requireNonNull(answers, "answers");
    requireNonNull(onDrift, "onDrift");
    int given = givenClasses(prior, options.network()).size();
    if (given > limits.classes()) {
      throw new IllegalArgumentException(
          "prior and tables name %d classes, limits.classes allows %d"
              .formatted(given, limits.classes()));
    }
    checkSmoothing(options.smoothing(), features);
    if (halfLifeMillis < 0) {
      throw new IllegalArgumentException("halfLife must not be negative, was " + halfLifeMillis);
    }
    if (!(forgetting > 0.0 && forgetting <= 1.0)) {
      throw new IllegalArgumentException("forgetting must be in (0, 1], was " + forgetting);
    }
    if (forgetting < 1.0 && halfLifeMillis > 0) {
      throw new IllegalArgumentException(
          "half-life forgets by time, forgetting by the number of examples; leave one of them out");
    }
    if (lags < 0 || lags > MAX_LAGS) {
      throw new IllegalArgumentException(
          "lags must be between 0 and " + MAX_LAGS + ", was " + lags);
    }
    String objection = scope.isEmpty() ? "" : ScopeSpec.objectionTo(options, lags, answers);
    if (!objection.isEmpty()) {
      throw new IllegalArgumentException(objection);
    }
  }

  /* The key comes with the features, so that it is kept wherever they are; but it is not learned,
   * unless it is mapped to a feature as well. */
  private static SortedMap<String, FeatureSpec> withoutKey(
      SortedMap<String, FeatureSpec> features,
      Optional<InputSpec> input,
      Optional<ScopeSpec> scope) {
    SortedMap<String, FeatureSpec> kept = new TreeMap<>(features);
    String key = scope.map(ScopeSpec::key).orElse(null);
    if (key != null && !input.map(InputSpec::features).map(f -> f.containsKey(key)).orElse(false)) {
      FeatureSpec declared = kept.put(key, FeatureSpec.of(FeatureType.IGNORE));
      if (declared != null && declared.type() != FeatureType.IGNORE) {
        throw new IllegalArgumentException(
            "feature '%s' is the key of the scope, which is not learned; leave its type out"
                .formatted(key));
      }
    }
    return kept;
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

  /** Whether examples count less as others come, or as time passes. */
  public boolean forgets() {
    return halfLifeMillis > 0 || forgetting < 1.0;
  }

  public LearnerKind learner() {
    return options.kind();
  }

  public Optional<Estimate> estimate() {
    return options.estimate();
  }

  public Smoothing smoothing() {
    return options.smoothing();
  }

  public Unknown unknown() {
    return options.unknown();
  }

  public Variance variance() {
    return options.variance();
  }

  public Covariance covariance() {
    return options.covariance();
  }

  public Basis basis() {
    return options.basis();
  }

  public NetworkSpec network() {
    return options.network();
  }

  public LogisticSpec logistic() {
    return options.logistic();
  }

  public ForestSpec forest() {
    return options.forest();
  }

  public Optional<AverageSpec> average() {
    return options.average();
  }

  /**
   * The values of a feature that exist before any is seen: declared, the intervals of its edges, or
   * named by its smoothing.
   */
  public List<String> givenValues(FeatureSpec feature) {
    Set<String> values = new LinkedHashSet<>(feature.values());
    feature.bins().ifPresent(bins -> values.addAll(bins.names()));
    values.addAll(feature.smoothing().orElse(smoothing()).values());
    return List.copyOf(values);
  }

  /** Whether edges are to be found in the data before it can learn as it should. */
  public boolean needsEdges() {
    return bins.isPresent() && bins.get().edges().isEmpty();
  }

  /** The same before edges were found in the data. */
  public ModelSpec withoutEdges() {
    return bins.map(found -> toBuilder().bins(found.withoutEdges()).build()).orElse(this);
  }

  /** The features as learners read them that count values: with the edges that were found. */
  public SortedMap<String, FeatureSpec> countedFeatures() {
    return bins.map(found -> found.refine(features)).orElse(features);
  }

  /** How the answers of the learner are calibrated; an average leaves it to its members. */
  public Calibration calibration() {
    return learner() == LearnerKind.AVERAGE
        ? Calibration.NONE
        : answers.calibrate().orElse(Calibration.NONE);
  }

  /** Whether answers differ from what the formula of the learner gives. */
  public boolean calibrates() {
    return calibration() != Calibration.NONE;
  }

  /** Whether classes that the prior does not list are impossible. */
  public boolean hasFixedPrior() {
    boolean used =
        learner() != LearnerKind.LOGISTIC
            && learner() != LearnerKind.FOREST
            && learner() != LearnerKind.NO_CHANGE;
    return used && prior instanceof Prior.Fixed;
  }

  /** Whether examples with this label are learned. */
  public boolean admits(String label) {
    return classes.isEmpty()
        || classes.get().others().isPresent()
        || classes.get().names().contains(label);
  }

  /** The class that is learned of a label. */
  public String classOf(String label) {
    return label == null || classes.isEmpty() ? label : classes.get().classOf(label);
  }

  /** The classes that exist before their first example. */
  public SortedSet<String> givenClasses() {
    SortedSet<String> classes = givenClasses(prior, network());
    average().ifPresent(all -> all.members().forEach(m -> classes.addAll(m.spec().givenClasses())));
    return classes;
  }

  private static SortedSet<String> givenClasses(Prior prior, NetworkSpec network) {
    SortedSet<String> classes = prior.classes();
    classes.addAll(network.givenClasses());
    return classes;
  }

  /** The spec of a model that was created without one. */
  public static ModelSpec defaults() {
    return of(LearnerKind.NAIVE_BAYES);
  }

  public static ModelSpec of(LearnerKind learner) {
    return builder(learner).build();
  }

  public static Builder builder(LearnerKind learner) {
    Builder builder = new Builder(learner, new LearnerSpec.Baseline(learner));
    return learner == LearnerKind.AVERAGE ? builder.average(AverageSpec.defaults()) : builder;
  }

  /** A builder that starts from this spec. */
  public Builder toBuilder() {
    Builder builder = new Builder(learner(), options);
    builder.features.putAll(features);
    builder.input = input;
    builder.labels = labels;
    builder.scope = scope;
    builder.classes = classes;
    builder.answers = answers;
    builder.bins = bins;
    builder.onDrift = onDrift;
    builder.forgetting = forgetting;
    return builder.prior(prior).halfLifeMillis(halfLifeMillis).lags(lags).limits(limits);
  }

  /** Collects the parts of a spec. Everything starts with its default. */
  public static final class Builder {
    private final LearnerKind learner;
    private final SortedMap<String, FeatureSpec> features = new TreeMap<>();
    private Prior prior = new Prior.Dirichlet(1.0);
    private long halfLifeMillis;
    private double forgetting = 1.0;
    private int lags;
    private Optional<AutoBins> bins = Optional.empty();
    private Limits limits = Limits.DEFAULT;
    private Optional<InputSpec> input = Optional.empty();
    private Optional<LabelsSpec> labels = Optional.empty();
    private Optional<ScopeSpec> scope = Optional.empty();
    private Optional<ClassesSpec> classes = Optional.empty();
    private AnswerSpec answers = AnswerSpec.DEFAULT;
    private OnDrift onDrift = OnDrift.NONE;
    private Optional<Estimate> estimate;
    private Smoothing smoothing;
    private Unknown unknown;
    private Variance variance;
    private Covariance covariance;
    private Basis basis;
    private NetworkSpec network;
    private LogisticSpec logistic;
    private ForestSpec forest;
    private Optional<AverageSpec> average;

    private Builder(LearnerKind learner, LearnerSpec options) {
      this.learner = learner;
      estimate = options.estimate();
      smoothing = options.smoothing();
      unknown = options.unknown();
      variance = options.variance();
      covariance = options.covariance();
      basis = options.basis();
      network = options.network();
      logistic = options.logistic();
      forest = options.forest();
      average = options.average();
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

    public Builder halfLifeMillis(long value) {
      halfLifeMillis = value;
      return this;
    }

    public Builder forgetting(double value) {
      forgetting = value;
      return this;
    }

    public Builder lags(int value) {
      lags = value;
      return this;
    }

    public Builder limits(Limits value) {
      limits = value;
      return this;
    }

    public Builder input(InputSpec value) {
      input = Optional.of(value);
      return this;
    }

    /** What was set so far. */
    public Optional<InputSpec> input() {
      return input;
    }

    public Builder labels(LabelsSpec value) {
      labels = Optional.of(value);
      return this;
    }

    public Builder scope(ScopeSpec value) {
      scope = Optional.of(value);
      return this;
    }

    /** One model for all. */
    public Builder withoutScope() {
      scope = Optional.empty();
      return this;
    }

    public Builder bins(AutoBins value) {
      bins = Optional.of(value);
      return this;
    }

    public Builder classes(ClassesSpec value) {
      classes = Optional.of(value);
      return this;
    }

    public Builder answers(AnswerSpec value) {
      answers = value;
      return this;
    }

    /** What was set so far. */
    public AnswerSpec answers() {
      return answers;
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

    public Builder basis(Basis value) {
      basis = value;
      return this;
    }

    public Builder network(NetworkSpec value) {
      network = value;
      return this;
    }

    public Builder onDrift(OnDrift value) {
      onDrift = value;
      return this;
    }

    public Builder logistic(LogisticSpec value) {
      logistic = value;
      return this;
    }

    public Builder forest(ForestSpec value) {
      forest = value;
      return this;
    }

    public Builder average(AverageSpec value) {
      average = Optional.of(value);
      return this;
    }

    /** The options so far. */
    public LearnerSpec options() {
      LearnerSpec options =
          switch (learner) {
            case NAIVE_BAYES -> new LearnerSpec.NaiveBayes(estimate, smoothing, unknown, variance);
            case LDA, QDA, RDA -> new LearnerSpec.Discriminant(learner, covariance, basis);
            case BAYES_NET, TAN -> new LearnerSpec.Network(learner, network, smoothing, unknown);
            case AODE -> new LearnerSpec.OneDependence(unknown);
            case LOGISTIC -> new LearnerSpec.Logistic(logistic, basis);
            case FOREST -> new LearnerSpec.Forest(forest);
            case MAJORITY, NO_CHANGE -> new LearnerSpec.Baseline(learner);
            case AVERAGE -> average.orElseThrow();
          };
      requireSame("estimate", estimate, options.estimate());
      requireSame("smoothing", smoothing, options.smoothing());
      requireSame("unknown", unknown, options.unknown());
      requireSame("variance", variance, options.variance());
      requireSame("covariance", covariance, options.covariance());
      requireSame("basis", basis, options.basis());
      requireSame("network", network, options.network());
      requireSame("logistic", logistic, options.logistic());
      requireSame("forest", forest, options.forest());
      requireSame("average", average, options.average());
      return options;
    }

    private void requireSame(String option, Object value, Object kept) {
      if (!value.equals(kept)) {
        throw new IllegalArgumentException(option + " does not concern " + learner.key());
      }
    }

    public ModelSpec build() {
      return new ModelSpec(
          options(),
          features,
          prior,
          halfLifeMillis,
          forgetting,
          lags,
          bins,
          limits,
          input,
          labels,
          scope,
          classes,
          answers,
          onDrift);
    }
  }
}
