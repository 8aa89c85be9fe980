package io.bayou.codec.spec;

import static io.bayou.codec.spec.SpecKey.changed;
import static io.bayou.model.spec.LearnerKind.AVERAGE;
import static io.bayou.model.spec.LearnerKind.BAYES_NET;
import static io.bayou.model.spec.LearnerKind.LDA;
import static io.bayou.model.spec.LearnerKind.LOGISTIC;
import static io.bayou.model.spec.LearnerKind.MAJORITY;
import static io.bayou.model.spec.LearnerKind.NAIVE_BAYES;
import static io.bayou.model.spec.LearnerKind.QDA;
import static io.bayou.model.spec.LearnerKind.RDA;
import static io.bayou.model.spec.LearnerKind.TAN;

import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Unknown;
import io.bayou.model.spec.Variance;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The keys of a spec: which learner each one concerns, and how it is read and written. */
final class SpecKeys {
  private static final Set<LearnerKind> EVERY = EnumSet.allOf(LearnerKind.class);
  private static final Set<LearnerKind> WITH_PRIOR =
      EnumSet.of(NAIVE_BAYES, LDA, QDA, RDA, BAYES_NET, TAN, MAJORITY, AVERAGE);
  private static final Set<LearnerKind> FORGETFUL =
      EnumSet.of(NAIVE_BAYES, LDA, QDA, RDA, BAYES_NET, TAN, LOGISTIC, MAJORITY, AVERAGE);
  private static final Set<LearnerKind> DISCRETE = EnumSet.of(NAIVE_BAYES, BAYES_NET, TAN);

  /**
   * In the order in which they are read: {@code compat} before the keys that override it, the
   * structure of a network before its tables.
   */
  static final List<SpecKey> ALL =
      List.of(
          new SpecKey(
              "learner",
              EVERY,
              "The classifier.",
              (value, spec) -> {}, // read before all others
              spec -> Optional.of(spec.learner().key())),
          new SpecKey(
              "compat",
              WITH_PRIOR,
              "The defaults of another library.",
              SpecKeys::readCompat,
              spec -> Optional.empty()),
          new SpecKey(
              "features",
              EVERY,
              "How each feature is modeled.",
              FeatureSection::read,
              spec -> FeatureSection.write(spec.features())),
          new SpecKey(
              "prior",
              WITH_PRIOR,
              "The probability of a class before its features are seen.",
              (value, spec) -> spec.prior(PriorSection.read(value)),
              spec -> changed(spec, ModelSpec::prior).map(PriorSection::write)),
          new SpecKey(
              "half-life",
              FORGETFUL,
              "The event time after which an example counts half.",
              (value, spec) -> spec.halfLifeMillis(HalfLifeSection.read(value)),
              spec -> changed(spec, ModelSpec::halfLifeMillis).map(HalfLifeSection::write)),
          new SpecKey(
              "limits",
              EVERY,
              "Bounds on the size of the model.",
              SpecKeys::readLimits,
              spec -> changed(spec, ModelSpec::limits).map(SpecKeys::writeLimits)),
          new SpecKey(
              "estimate",
              EnumSet.of(NAIVE_BAYES),
              "One rule for all parameters.",
              (value, spec) -> spec.estimate(value.choice(Estimate.class)),
              spec -> spec.estimate().map(SpecNode::name)),
          new SpecKey(
              "smoothing",
              DISCRETE,
              "Pseudo-counts of features that are counted by value.",
              (value, spec) -> spec.smoothing(SmoothingSection.read(value)),
              spec -> changed(spec, ModelSpec::smoothing).map(SmoothingSection::write)),
          new SpecKey(
              "unknown",
              DISCRETE,
              "Whether there is a cell for values that were not seen.",
              (value, spec) -> spec.unknown(value.choice(Unknown.class)),
              spec -> changed(spec, ModelSpec::unknown).map(SpecNode::name)),
          new SpecKey(
              "variance",
              EnumSet.of(NAIVE_BAYES),
              "How the variance of a number in a class is estimated.",
              (value, spec) -> spec.variance(VarianceSection.read(value)),
              spec -> changed(spec, ModelSpec::variance).map(VarianceSection::write)),
          new SpecKey(
              "covariance",
              EnumSet.of(LDA, QDA, RDA),
              "How the covariance matrices are estimated.",
              CovarianceSection::read,
              spec -> changed(spec, ModelSpec::covariance).map(CovarianceSection::write)),
          new SpecKey(
              "basis",
              EnumSet.of(LDA, LOGISTIC),
              "Whether squares and products of the numbers are learned, too.",
              (value, spec) -> spec.basis(value.choice(Basis.class)),
              spec -> changed(spec, ModelSpec::basis).map(SpecNode::name)),
          new SpecKey(
              "logistic",
              EnumSet.of(LOGISTIC),
              "How logistic regression learns.",
              SpecKeys::readLogistic,
              spec -> changed(spec, ModelSpec::logistic).map(SpecKeys::writeLogistic)),
          new SpecKey(
              "class",
              EnumSet.of(BAYES_NET),
              "The name of the class among the nodes of the network.",
              NetworkSection::readClass,
              spec -> changed(spec, s -> s.network().className())),
          new SpecKey(
              "network",
              EnumSet.of(BAYES_NET, TAN),
              "The parents of each node.",
              NetworkSection::read,
              spec -> changed(spec, s -> s.network().parents())),
          new SpecKey(
              "tables",
              EnumSet.of(BAYES_NET),
              "Probabilities that an expert gives.",
              TableSection::read,
              spec -> changed(spec, s -> s.network().tables()).map(TableSection::write)),
          new SpecKey(
              "hidden",
              EnumSet.of(BAYES_NET),
              "Nodes that are never observed.",
              TableSection::readHidden,
              spec -> changed(spec, s -> List.copyOf(s.network().hidden()))),
          /* Members and forgetting are always written: defaults may change, a model may not. */
          new SpecKey(
              "members",
              EnumSet.of(AVERAGE),
              "The learners that are averaged.",
              AverageSection::readMembers,
              spec -> spec.average().map(AverageSection::writeMembers)),
          new SpecKey(
              "forgetting",
              EnumSet.of(AVERAGE),
              "The factor by which each example reduces the evidence for a member.",
              AverageSection::readForgetting,
              spec -> spec.average().map(AverageSpec::forgetting)),
          new SpecKey(
              "decision",
              EnumSet.of(AVERAGE),
              "Which members predict.",
              AverageSection::readDecision,
              AverageSection::writeDecision));

  private static final Map<String, SpecKey> BY_NAME = new TreeMap<>();

  static {
    ALL.forEach(key -> BY_NAME.put(key.name(), key));
  }

  private SpecKeys() {}

  /** Their names, sorted. */
  static Set<String> names() {
    return BY_NAME.keySet();
  }

  /** The key of this name, which must exist and concern the learner. */
  static void require(String name, SpecNode value, SpecNode root, LearnerKind learner) {
    SpecKey key = BY_NAME.get(name);
    if (key == null) {
      throw value.fail(SpecFields.unknownKey(root, name, List.copyOf(names())));
    }
    key.requireConcerned(value, learner);
  }

  private static void readCompat(SpecNode value, ModelSpec.Builder spec) {
    value.choice(List.of("sklearn"), Function.identity());
    spec.prior(new Prior.Empirical());
    /* The discriminants need no more: n-k for lda (the svd solver) and n-1 for qda are the
     * defaults here as well, and there is no rda in scikit-learn. */
    if (spec.options().kind() == NAIVE_BAYES) {
      spec.variance(new Variance.Sklearn(VarianceSection.SKLEARN_SMOOTHING));
      spec.smoothing(new Smoothing.Additive(1.0));
      spec.unknown(Unknown.NONE);
    }
  }

  private static void readLimits(SpecNode value, ModelSpec.Builder spec) {
    SpecFields fields = SpecFields.of(value, "classes", "features", "categories", "tokens");
    Limits standard = Limits.DEFAULT;
    spec.limits(
        new Limits(
            fields.count("classes", standard.classes()),
            fields.count("features", standard.features()),
            fields.count("categories", standard.categories()),
            fields.count("tokens", standard.tokens())));
  }

  private static Object writeLimits(Limits limits) {
    Map<String, Object> tree = new TreeMap<>();
    Limits standard = Limits.DEFAULT;
    SpecWriter.putChanged(tree, "classes", limits.classes(), standard.classes());
    SpecWriter.putChanged(tree, "features", limits.features(), standard.features());
    SpecWriter.putChanged(tree, "categories", limits.categories(), standard.categories());
    SpecWriter.putChanged(tree, "tokens", limits.tokens(), standard.tokens());
    return tree;
  }

  private static void readLogistic(SpecNode value, ModelSpec.Builder spec) {
    SpecFields fields = SpecFields.of(value, "average", "forgetting", "intercept", "variance");
    LogisticSpec standard = LogisticSpec.DEFAULT;
    double variance = fields.number("variance", SpecNode::positive, standard.variance());
    double intercept = fields.number("intercept", SpecNode::positive, standard.intercept());
    double forgetting = fields.number("forgetting", SpecNode::positive, standard.forgetting());
    boolean average = fields.get("average").map(SpecNode::bool).orElse(standard.average());
    spec.logistic(value.build(() -> new LogisticSpec(variance, intercept, forgetting, average)));
  }

  private static Object writeLogistic(LogisticSpec logistic) {
    Map<String, Object> tree = new TreeMap<>();
    LogisticSpec standard = LogisticSpec.DEFAULT;
    SpecWriter.putChanged(tree, "variance", logistic.variance(), standard.variance());
    SpecWriter.putChanged(tree, "intercept", logistic.intercept(), standard.intercept());
    SpecWriter.putChanged(tree, "forgetting", logistic.forgetting(), standard.forgetting());
    SpecWriter.putChanged(tree, "average", logistic.average(), standard.average());
    return tree;
  }
}
