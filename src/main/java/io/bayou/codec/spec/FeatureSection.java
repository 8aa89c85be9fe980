package io.bayou.codec.spec;

import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NormalPrior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.TextSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** {@code features}: types by name, as one word or as a map with a key {@code type}. */
final class FeatureSection {
  private static final String[] KEYS =
      Stream.of(
              List.of("type", "values", "prior", "smoothing", "n"),
              BinsSection.KEYS,
              TextSection.KEYS)
          .flatMap(List::stream)
          .toArray(String[]::new);

  private FeatureSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    value.map().forEach((name, feature) -> spec.feature(name, feature(feature, learner)));
  }

  private static FeatureSpec feature(SpecNode node, LearnerKind learner) {
    if (!node.isMap()) {
      FeatureType type = type(node, learner);
      if (type == FeatureType.BINOMIAL) {
        throw node.fail(node.path() + " needs the number of trials: {type: binomial, n: 10}");
      }
      return node.build(() -> FeatureSpec.of(type));
    }
    SpecFields fields = SpecFields.of(node, KEYS);
    FeatureType type = type(fields.require("type"), learner);
    List<String> values = fields.get("values").map(v -> values(v, type)).orElse(List.of());
    Optional<NormalPrior> prior = fields.get("prior").map(p -> normalPrior(p, type));
    TextSpec text = TextSection.read(node, fields, type);
    if (learner == LearnerKind.LOGISTIC) {
      fields.get("variant").ifPresent(FeatureSection::refuseVariant);
    }
    Optional<Bins> bins = BinsSection.read(node, fields, type);
    Optional<Smoothing> smoothing = fields.get("smoothing").map(s -> smoothing(s, learner));
    int trials =
        type == FeatureType.BINOMIAL
            ? fields.require("n").count()
            : fields.get("n").map(n -> refuseTrials(n, type)).orElse(0);
    return node.build(() -> new FeatureSpec(type, values, prior, text, bins, smoothing, trials));
  }

  private static int refuseTrials(SpecNode node, FeatureType type) {
    throw node.fail(node.path() + " is for binomial features, this one is " + type.key());
  }

  private static Smoothing smoothing(SpecNode node, LearnerKind learner) {
    if (learner == LearnerKind.LOGISTIC) {
      throw node.fail(node.path() + " does not concern logistic; leave it out");
    }
    return SmoothingSection.read(node);
  }

  private static void refuseVariant(SpecNode variant) {
    throw variant.fail(
        variant.path() + " is for naive-bayes, which counts tokens; logistic weighs them");
  }

  private static FeatureType type(SpecNode node, LearnerKind learner) {
    return node.choice(usable(learner), FeatureType::key);
  }

  private static List<FeatureType> usable(LearnerKind learner) {
    return switch (learner) {
      case NAIVE_BAYES ->
          List.of(
              FeatureType.GAUSSIAN,
              FeatureType.STUDENT_T,
              FeatureType.BERNOULLI,
              FeatureType.CATEGORICAL,
              FeatureType.BINNED,
              FeatureType.BINOMIAL,
              FeatureType.MULTINOMIAL,
              FeatureType.BERNOULLI_TEXT,
              FeatureType.IGNORE);
      case LDA, QDA, RDA -> List.of(FeatureType.GAUSSIAN, FeatureType.IGNORE);
      case BAYES_NET, TAN ->
          List.of(
              FeatureType.BINNED,
              FeatureType.BERNOULLI,
              FeatureType.CATEGORICAL,
              FeatureType.IGNORE);
      case LOGISTIC ->
          List.of(
              FeatureType.GAUSSIAN,
              FeatureType.BERNOULLI,
              FeatureType.CATEGORICAL,
              FeatureType.MULTINOMIAL,
              FeatureType.BERNOULLI_TEXT,
              FeatureType.IGNORE);
      case MAJORITY, NO_CHANGE, AVERAGE -> List.of(FeatureType.values());
    };
  }

  private static List<String> values(SpecNode node, FeatureType type) {
    if (type != FeatureType.CATEGORICAL && !type.isText()) {
      throw node.fail(
          node.path() + " is for categorical and text features, this one is " + type.key());
    }
    Set<String> values = new LinkedHashSet<>();
    for (SpecNode item : node.list()) {
      if (!values.add(item.text())) {
        throw item.fail(node.path() + " has '" + item.text() + "' twice");
      }
    }
    if (values.isEmpty()) {
      throw node.fail(node.path() + " must have at least one value, or be left out");
    }
    return List.copyOf(values);
  }

  private static NormalPrior normalPrior(SpecNode node, FeatureType type) {
    if (type != FeatureType.STUDENT_T) {
      throw node.fail(node.path() + " is for student-t features, this one is " + type.key());
    }
    SpecFields fields = SpecFields.of(node, "mean", "kappa", "alpha", "beta");
    double mean = fields.require("mean").number();
    double kappa = fields.require("kappa").notNegative();
    double alpha = fields.require("alpha").number();
    double beta = fields.require("beta").notNegative();
    return node.build(() -> new NormalPrior(mean, kappa, alpha, beta));
  }
}
