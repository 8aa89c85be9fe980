package io.bayou.codec.spec;

import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NormalPrior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Variant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** {@code features}: types by name, as one word or as a map with a key {@code type}. */
final class FeatureSection {
  /** The types of features that have a key, in words and as a test. */
  private record Scope(String words, Predicate<FeatureType> includes) {}

  private static final Map<String, Scope> KEYS = new LinkedHashMap<>();

  static {
    add(new Scope("all", type -> true), "type", "smoothing"); // smoothing has its own check
    add(
        new Scope("categorical and text", t -> t == FeatureType.CATEGORICAL || t.isText()),
        "values");
    add(new Scope("student-t", type -> type == FeatureType.STUDENT_T), "prior");
    add(new Scope("binomial", type -> type == FeatureType.BINOMIAL), "n");
    add(new Scope("binned", t -> t == FeatureType.BINNED), "edges", "from", "to", "bins");
    Scope text = new Scope("text", FeatureType::isText);
    add(text, "analyzer", "pattern", "lower-case", "stop-words", "stemming", "ngrams", "hash");
    add(text, "variant");
  }

  private static void add(Scope scope, String... names) {
    for (String name : names) {
      KEYS.put(name, scope);
    }
  }

  private FeatureSection() {}

  /** The keys of a feature. */
  static Set<String> keys() {
    return KEYS.keySet();
  }

  static void read(SpecNode value, ModelSpec.Builder spec) {
    value.map().forEach((name, feature) -> read(name, feature, spec));
  }

  /** Reads one feature. */
  static void read(String name, SpecNode feature, ModelSpec.Builder spec) {
    spec.feature(name, feature(feature, spec.options().kind()));
  }

  private static FeatureSpec feature(SpecNode node, LearnerKind learner) {
    if (!node.isMap() && type(node, learner) == FeatureType.BINOMIAL) {
      throw node.fail(node.path() + " needs the number of trials: {type: binomial, n: 10}");
    } else if (!node.isMap()) {
      return FeatureSpec.of(type(node, learner));
    }
    SpecFields fields = new SpecFields(node, keys());
    FeatureType type = type(fields.require("type"), learner);
    node.map().forEach((key, value) -> requireInScope(key, value, type));
    if (learner == LearnerKind.LOGISTIC) {
      node.map().forEach(FeatureSection::refuseForLogistic);
    }
    if (learner == LearnerKind.AODE) {
      fields.get("smoothing").ifPresent(FeatureSection::refuseForAode);
    }
    List<String> values = fields.get("values").map(FeatureSection::values).orElse(List.of());
    Optional<NormalPrior> prior = fields.get("prior").map(FeatureSection::normalPrior);
    TextSpec text = TextSection.read(node, fields);
    Optional<Bins> bins = bins(node, fields);
    Optional<Smoothing> smoothing = fields.get("smoothing").map(SmoothingSection::read);
    int trials = type == FeatureType.BINOMIAL ? fields.require("n").count() : 0;
    return node.build(() -> new FeatureSpec(type, values, prior, text, bins, smoothing, trials));
  }

  private static FeatureType type(SpecNode node, LearnerKind learner) {
    return node.choice(learner.declarable(), FeatureType::key);
  }

  private static void requireInScope(String key, SpecNode value, FeatureType type) {
    Scope scope = KEYS.get(key);
    if (!scope.includes().test(type)) {
      throw value.fail(
          value.path() + " is for " + scope.words() + " features, this one is " + type.key());
    }
  }

  private static void refuseForLogistic(String key, SpecNode value) {
    if (key.equals("variant")) {
      throw value.fail(
          value.path() + " is for naive-bayes, which counts tokens; logistic weighs them");
    }
    if (key.equals("smoothing")) {
      throw value.fail(value.path() + " does not concern logistic; leave it out");
    }
  }

  private static void refuseForAode(SpecNode value) {
    throw value.fail(value.path() + " does not concern aode; leave it out");
  }

  private static List<String> values(SpecNode node) {
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

  /* Edges, or a range and a number of equal bins. */
  private static Optional<Bins> bins(SpecNode node, SpecFields fields) {
    List<SpecNode> range =
        List.of("from", "to", "bins").stream().flatMap(key -> fields.get(key).stream()).toList();
    if (fields.get("edges").isPresent()) {
      if (!range.isEmpty()) {
        SpecNode other = range.get(0);
        throw other.fail(other.path() + " does not go with edges; leave out one of them");
      }
      return Optional.of(edges(fields.require("edges")));
    }
    if (range.isEmpty()) {
      return Optional.empty();
    }
    double from = fields.require("from").number();
    double to = fields.require("to").number();
    int count = fields.require("bins").count();
    return Optional.of(node.build(() -> Bins.equalWidth(from, to, count)));
  }

  /** Reads edges between intervals. */
  static Bins edges(SpecNode node) {
    List<Double> numbers = node.list().stream().map(SpecNode::number).toList();
    return node.build(() -> new Bins(numbers));
  }

  private static NormalPrior normalPrior(SpecNode node) {
    SpecFields fields = SpecFields.of(node, "mean", "kappa", "alpha", "beta");
    double mean = fields.require("mean").number();
    double kappa = fields.require("kappa").notNegative();
    double alpha = fields.require("alpha").number();
    double beta = fields.require("beta").notNegative();
    return node.build(() -> new NormalPrior(mean, kappa, alpha, beta));
  }

  static Optional<?> write(SortedMap<String, FeatureSpec> features) {
    Map<String, Object> tree = new TreeMap<>();
    features.forEach((name, feature) -> tree.put(name, write(feature)));
    return tree.isEmpty() ? Optional.empty() : Optional.of(tree);
  }

  /* The keys are not quite sorted: smoothing comes after stop-words. Hashes depend on it. */
  private static Object write(FeatureSpec feature) {
    FeatureType type = feature.type();
    boolean longForm = type.isText() || type == FeatureType.BINOMIAL;
    if (!longForm && feature.equals(FeatureSpec.of(type))) {
      return type.key();
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    if (type.isText()) {
      TextSection.write(feature.text(), tree);
    }
    feature.bins().ifPresent(bins -> tree.put("edges", bins.edges()));
    SpecCodec.putChanged(tree, "n", feature.trials(), 0);
    feature.normalPrior().ifPresent(prior -> tree.put("prior", write(prior)));
    feature.smoothing().ifPresent(own -> tree.put("smoothing", SmoothingSection.write(own)));
    tree.put("type", type.key());
    SpecCodec.putChanged(tree, "values", feature.values(), List.of());
    Variant variant = feature.text().variant();
    SpecCodec.putChanged(tree, "variant", SpecNode.name(variant), SpecNode.name(Variant.STANDARD));
    return tree;
  }

  private static Object write(NormalPrior prior) {
    return Map.of(
        "mean", prior.mean(), "kappa", prior.kappa(), "alpha", prior.alpha(), "beta", prior.beta());
  }
}
