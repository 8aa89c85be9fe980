package io.bayou.codec.spec;

import static io.bayou.codec.spec.SpecCodec.putChanged;
import static io.bayou.model.spec.LearnerKind.AODE;
import static io.bayou.model.spec.LearnerKind.AVERAGE;
import static io.bayou.model.spec.LearnerKind.BAYES_NET;
import static io.bayou.model.spec.LearnerKind.FOREST;
import static io.bayou.model.spec.LearnerKind.LDA;
import static io.bayou.model.spec.LearnerKind.LOGISTIC;
import static io.bayou.model.spec.LearnerKind.MAJORITY;
import static io.bayou.model.spec.LearnerKind.NAIVE_BAYES;
import static io.bayou.model.spec.LearnerKind.QDA;
import static io.bayou.model.spec.LearnerKind.RDA;
import static io.bayou.model.spec.LearnerKind.TAN;

import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.Calibration;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.ForestSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.OnDrift;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.ReviewSpec;
import io.bayou.model.spec.ScopeSpec;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Unknown;
import io.bayou.model.spec.Variance;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The keys of a spec: their learners, and how they are read and written. */
final class SpecKeys {
  private static final Set<LearnerKind> EVERY = EnumSet.allOf(LearnerKind.class);
  private static final Set<LearnerKind> WITH_PRIOR =
      EnumSet.of(NAIVE_BAYES, LDA, QDA, RDA, BAYES_NET, TAN, AODE, MAJORITY, AVERAGE);
  private static final Set<LearnerKind> FORGETFUL =
      EnumSet.of(NAIVE_BAYES, LDA, QDA, RDA, BAYES_NET, TAN, AODE, LOGISTIC, MAJORITY, AVERAGE);
  private static final Set<LearnerKind> FADING =
      EnumSet.of(NAIVE_BAYES, LDA, QDA, RDA, BAYES_NET, TAN, AODE, MAJORITY, AVERAGE);
  private static final Set<LearnerKind> SMOOTHED = EnumSet.of(NAIVE_BAYES, BAYES_NET, TAN);
  private static final Set<LearnerKind> DISCRETE = EnumSet.of(NAIVE_BAYES, BAYES_NET, TAN, AODE);

  private static final Set<LearnerKind> SCOPED =
      EVERY.stream()
          .filter(learner -> ScopeSpec.objectionTo(learner).isEmpty())
          .collect(Collectors.toCollection(() -> EnumSet.noneOf(LearnerKind.class)));

  private static final Set<LearnerKind> BINNED =
      EnumSet.of(NAIVE_BAYES, BAYES_NET, TAN, AODE, AVERAGE);

  /**
   * In reading order: {@code compat} before the keys that override it, the structure of a network
   * before its tables.
   */
  static final List<SpecKey> ALL =
      List.of(
          new SpecKey("learner", EVERY, "The classifier.") // read before all others
              .write(spec -> Optional.of(spec.learner().key())),
          new SpecKey("compat", WITH_PRIOR, "The defaults of another library.")
              .read(SpecKeys::readCompat),
          new SpecKey("features", EVERY, "How each feature is modeled.")
              .read(FeatureSection::read)
              .write(spec -> FeatureSection.write(spec.features())),
          new SpecKey("input", EVERY, "Which topics the model reads, and how.")
              .read(InputSection::read)
              .write(spec -> spec.input().map(InputSection::write)),
          new SpecKey("labels", EVERY, "How labels that come later find their events.")
              .read(LabelsSection::read, ModelSpec.Builder::labels)
              .write(spec -> spec.labels().map(LabelsSection::write)),
          new SpecKey("scope", SCOPED, "Whose own examples count before everybody's.")
              .refuse(ScopeSpec::objectionTo)
              .read(ScopeSection::read)
              .write(spec -> spec.scope().map(ScopeSection::write)),
          new SpecKey("classes", EVERY, "The labels that are learned.")
              .read(ClassesSection::read, ModelSpec.Builder::classes)
              .write(spec -> spec.classes().map(ClassesSection::write)),
          new SpecKey("calibrate", EVERY, "How probabilities are corrected by the labels so far.")
              .read(
                  value -> value.choice(Calibration.class),
                  (spec, value) -> spec.answers(spec.answers().withCalibration(value)))
              .write(spec -> spec.answers().calibrate().map(SpecNode::name)),
          new SpecKey("decide", EVERY, "What decisions cost.")
              .read(DecideSection::read)
              .write(spec -> spec.answers().decide().map(DecideSection::write)),
          new SpecKey("sets", EVERY, "How often the class is to be in the prediction set.")
              .read(SpecKeys::readSets)
              .write(spec -> optional(spec.answers().coverage()).map(SpecKeys::writeSets)),
          new SpecKey("novelty", EVERY, "How rare an event must be to be flagged as novel.")
              .read(SpecKeys::readNovelty)
              .write(spec -> optional(spec.answers().novelty())),
          new SpecKey("review", EVERY, "Which events people are asked about.")
              .read(SpecKeys::readReview)
              .write(spec -> spec.answers().review().map(SpecKeys::writeReview)),
          new SpecKey("on-drift", EVERY, "What is done when the error rate has risen.")
              .read(value -> value.choice(OnDrift.class), ModelSpec.Builder::onDrift)
              .write(ModelSpec::onDrift, SpecNode::name),
          new SpecKey(
                  "prior", WITH_PRIOR, "The probability of a class before its features are seen.")
              .read(PriorSection::read, ModelSpec.Builder::prior)
              .write(ModelSpec::prior, PriorSection::write),
          new SpecKey("half-life", FORGETFUL, "The event time after which an example counts half.")
              .read(HalfLifeSection::read, ModelSpec.Builder::halfLifeMillis)
              .write(ModelSpec::halfLifeMillis, HalfLifeSection::write),
          new SpecKey("lags", EVERY, "How many of the latest known labels are features, too.")
              .read(SpecKeys::lags, ModelSpec.Builder::lags)
              .write(ModelSpec::lags, Function.identity()),
          new SpecKey("bins", BINNED, "Intervals of numbers that are found in the data.")
              .read(BinsSection::read, ModelSpec.Builder::bins)
              .write(spec -> spec.bins().map(BinsSection::write)),
          new SpecKey("limits", EVERY, "Bounds on the size of the model.")
              .read(SpecKeys::limits, ModelSpec.Builder::limits)
              .write(ModelSpec::limits, SpecKeys::writeLimits),
          new SpecKey("estimate", EnumSet.of(NAIVE_BAYES), "One rule for all parameters.")
              .read(value -> value.choice(Estimate.class), ModelSpec.Builder::estimate)
              .write(spec -> spec.estimate().map(SpecNode::name)),
          new SpecKey("smoothing", SMOOTHED, "Pseudo-counts of features that are counted by value.")
              .read(SmoothingSection::read, ModelSpec.Builder::smoothing)
              .write(ModelSpec::smoothing, SmoothingSection::write),
          new SpecKey("unknown", DISCRETE, "Whether there is a cell for values that were not seen.")
              .read(value -> value.choice(Unknown.class), ModelSpec.Builder::unknown)
              .write(ModelSpec::unknown, SpecNode::name),
          new SpecKey(
                  "variance",
                  EnumSet.of(NAIVE_BAYES),
                  "How the variance of a number in a class is estimated.")
              .read(VarianceSection::read, ModelSpec.Builder::variance)
              .write(ModelSpec::variance, VarianceSection::write),
          new SpecKey(
                  "covariance",
                  EnumSet.of(LDA, QDA, RDA),
                  "How the covariance matrices are estimated.")
              .read(CovarianceSection::read)
              .write(ModelSpec::covariance, CovarianceSection::write),
          new SpecKey(
                  "basis",
                  EnumSet.of(LDA, LOGISTIC),
                  "Whether squares and products of the numbers are learned, too.")
              .read(value -> value.choice(Basis.class), ModelSpec.Builder::basis)
              .write(ModelSpec::basis, SpecNode::name),
          new SpecKey("logistic", EnumSet.of(LOGISTIC), "How logistic regression learns.")
              .read(SpecKeys::logistic, ModelSpec.Builder::logistic)
              .write(ModelSpec::logistic, SpecKeys::writeLogistic),
          new SpecKey("forest", EnumSet.of(FOREST), "How large a forest is, and where it cuts.")
              .read(SpecKeys::forest, ModelSpec.Builder::forest)
              .write(ModelSpec::forest, SpecKeys::writeForest),
          new SpecKey(
                  "class",
                  EnumSet.of(BAYES_NET),
                  "The name of the class among the nodes of the network.")
              .read(NetworkSection::readClass)
              .write(spec -> spec.network().className(), Function.identity()),
          new SpecKey("network", EnumSet.of(BAYES_NET, TAN), "The parents of each node.")
              .read(NetworkSection::read)
              .write(spec -> spec.network().parents(), Function.identity()),
          new SpecKey("tables", EnumSet.of(BAYES_NET), "Probabilities that an expert gives.")
              .read(TableSection::read)
              .write(spec -> spec.network().tables(), TableSection::write),
          new SpecKey("hidden", EnumSet.of(BAYES_NET), "Nodes that are never observed.")
              .read(TableSection::readHidden)
              .write(spec -> spec.network().hidden(), List::copyOf),
          /* Members and forgetting are always written: defaults may change, a model may not. */
          new SpecKey("members", EnumSet.of(AVERAGE), "The learners that are averaged.")
              .read(AverageSection::readMembers)
              .write(spec -> spec.average().map(AverageSection::writeMembers)),
          new SpecKey(
                  "forgetting",
                  FADING,
                  "The factor by which each example reduces what those before it count; in an "
                      + "average the factors for the evidence for a member.")
              .read(ForgettingSection::read)
              .write(ForgettingSection::write),
          new SpecKey("decision", EnumSet.of(AVERAGE), "Which members predict.")
              .read(AverageSection::readDecision)
              .write(spec -> spec.average().map(AverageSpec::decision), AverageSection::write));

  private static final Map<String, SpecKey> BY_NAME = new TreeMap<>();

  static {
    ALL.forEach(key -> BY_NAME.put(key.name(), key));
  }

  private SpecKeys() {}

  /** All names, sorted. */
  static Set<String> names() {
    return BY_NAME.keySet();
  }

  /** Refuses a key that does not exist or does not concern the learner. */
  static void require(String name, SpecNode value, SpecNode root, LearnerKind learner) {
    SpecKey key = BY_NAME.get(name);
    if (key == null) {
      throw value.fail(SpecFields.unknownKey(root, name, names()));
    }
    key.requireConcerned(value, learner);
  }

  private static void readCompat(SpecNode value, ModelSpec.Builder spec) {
    value.choice(List.of("sklearn"), Function.identity());
    spec.prior(new Prior.Empirical());
    /* Discriminants need no more: n-k for lda (the svd solver) and n-1 for qda are defaults here, too,
     * and scikit-learn has no rda. */
    if (spec.options().kind() == NAIVE_BAYES) {
      spec.variance(new Variance.Sklearn(VarianceSection.SKLEARN_SMOOTHING));
      spec.smoothing(new Smoothing.Additive(1.0));
      spec.unknown(Unknown.NONE);
    }
  }

  private static void readSets(SpecNode value, ModelSpec.Builder spec) {
    SpecNode coverage =
        SpecFields.of(value, "coverage")
            .get("coverage")
            .orElseThrow(() -> value.fail("sets needs a coverage, such as {coverage: 0.9}"));
    spec.answers(coverage.build(() -> spec.answers().withCoverage(coverage.number())));
  }

  private static Object writeSets(double coverage) {
    return Map.of("coverage", coverage);
  }

  private static void readNovelty(SpecNode value, ModelSpec.Builder spec) {
    spec.answers(value.build(() -> spec.answers().withNovelty(value.number())));
  }

  private static void readReview(SpecNode value, ModelSpec.Builder spec) {
    SpecFields fields = SpecFields.of(value, "margin", "per-hour");
    int perHour = fields.require("per-hour").count();
    double margin = fields.number("margin", SpecNode::number, ReviewSpec.DEFAULT_MARGIN);
    ReviewSpec review = value.build(() -> new ReviewSpec(perHour, margin));
    spec.answers(spec.answers().withReview(review));
  }

  private static Object writeReview(ReviewSpec review) {
    Map<String, Object> tree = new TreeMap<>();
    tree.put("per-hour", review.perHour());
    putChanged(tree, "margin", review.margin(), ReviewSpec.DEFAULT_MARGIN);
    return tree;
  }

  private static Optional<Double> optional(OptionalDouble value) {
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }

  private static int lags(SpecNode value) {
    int lags = value.count();
    if (lags > ModelSpec.MAX_LAGS) {
      throw value.mustBe("a whole number between 1 and " + ModelSpec.MAX_LAGS);
    }
    return lags;
  }

  private static Limits limits(SpecNode value) {
    SpecFields fields = SpecFields.of(value, "classes", "features", "categories", "tokens");
    Limits standard = Limits.DEFAULT;
    return new Limits(
        fields.count("classes", standard.classes()),
        fields.count("features", standard.features()),
        fields.count("categories", standard.categories()),
        fields.count("tokens", standard.tokens()));
  }

  private static Object writeLimits(Limits limits) {
    Map<String, Object> tree = new TreeMap<>();
    Limits standard = Limits.DEFAULT;
    putChanged(tree, "classes", limits.classes(), standard.classes());
    putChanged(tree, "features", limits.features(), standard.features());
    putChanged(tree, "categories", limits.categories(), standard.categories());
    putChanged(tree, "tokens", limits.tokens(), standard.tokens());
    return tree;
  }

  private static LogisticSpec logistic(SpecNode value) {
    SpecFields fields = SpecFields.of(value, "average", "forgetting", "intercept", "variance");
    LogisticSpec standard = LogisticSpec.DEFAULT;
    double variance = fields.number("variance", SpecNode::positive, standard.variance());
    double intercept = fields.number("intercept", SpecNode::positive, standard.intercept());
    double forgetting = fields.number("forgetting", SpecNode::positive, standard.forgetting());
    boolean average = fields.get("average").map(SpecNode::bool).orElse(standard.average());
    return value.build(() -> new LogisticSpec(variance, intercept, forgetting, average));
  }

  private static Object writeLogistic(LogisticSpec logistic) {
    Map<String, Object> tree = new TreeMap<>();
    LogisticSpec standard = LogisticSpec.DEFAULT;
    putChanged(tree, "variance", logistic.variance(), standard.variance());
    putChanged(tree, "intercept", logistic.intercept(), standard.intercept());
    putChanged(tree, "forgetting", logistic.forgetting(), standard.forgetting());
    putChanged(tree, "average", logistic.average(), standard.average());
    return tree;
  }

  private static ForestSpec forest(SpecNode value) {
    SpecFields fields = SpecFields.of(value, "leaves", "seed", "trees");
    ForestSpec standard = ForestSpec.DEFAULT;
    int trees = fields.count("trees", standard.trees());
    int leaves = fields.count("leaves", standard.leaves());
    int seed = fields.count("seed", standard.seed());
    return value.build(() -> new ForestSpec(trees, leaves, seed));
  }

  private static Object writeForest(ForestSpec forest) {
    Map<String, Object> tree = new TreeMap<>();
    ForestSpec standard = ForestSpec.DEFAULT;
    putChanged(tree, "trees", forest.trees(), standard.trees());
    putChanged(tree, "leaves", forest.leaves(), standard.leaves());
    putChanged(tree, "seed", forest.seed(), standard.seed());
    return tree;
  }
}
