package io.bayou.codec.spec;

import static io.bayou.model.spec.LearnerKind.AVERAGE;
import static io.bayou.model.spec.LearnerKind.BAYES_NET;
import static io.bayou.model.spec.LearnerKind.LDA;
import static io.bayou.model.spec.LearnerKind.LOGISTIC;
import static io.bayou.model.spec.LearnerKind.NAIVE_BAYES;
import static io.bayou.model.spec.LearnerKind.NO_CHANGE;
import static io.bayou.model.spec.LearnerKind.QDA;
import static io.bayou.model.spec.LearnerKind.RDA;
import static io.bayou.model.spec.LearnerKind.TAN;

import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Unknown;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads the top level of a spec and hands each key to the reader of its section. */
final class SpecReader {
  /** Reads the value of one key into the spec being built. */
  private interface Section {
    void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec);
  }

  /** A key of the top level: the learners that it concerns, and how it is read. */
  private record Key(Set<LearnerKind> concerns, Section section) {}

  private static final Set<LearnerKind> ALL = EnumSet.allOf(LearnerKind.class);
  private static final Set<LearnerKind> WITH_PRIOR =
      EnumSet.complementOf(EnumSet.of(LOGISTIC, NO_CHANGE));
  private static final Set<LearnerKind> FORGETTING = EnumSet.complementOf(EnumSet.of(NO_CHANGE));
  private static final Set<LearnerKind> NAIVE = EnumSet.of(NAIVE_BAYES);
  private static final Set<LearnerKind> DISCRETE = EnumSet.of(NAIVE_BAYES, BAYES_NET, TAN);
  private static final Set<LearnerKind> NETWORKS = EnumSet.of(BAYES_NET, TAN);
  private static final Set<LearnerKind> AVERAGES = EnumSet.of(AVERAGE);
  private static final Set<LearnerKind> DISCRIMINANTS = EnumSet.of(LDA, QDA, RDA);
  private static final Set<LearnerKind> LINEAR = EnumSet.of(LDA, LOGISTIC);

  private static final Section READ_APART = (value, learner, spec) -> {};

  private static final Map<String, Key> KEYS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("learner", new Key(ALL, READ_APART)),
              Map.entry("compat", new Key(WITH_PRIOR, READ_APART)),
              Map.entry("features", new Key(ALL, FeatureSection::read)),
              Map.entry("prior", new Key(WITH_PRIOR, PriorSection::read)),
              Map.entry("half-life", new Key(FORGETTING, HalfLifeSection::read)),
              Map.entry("limits", new Key(ALL, LimitsSection::read)),
              Map.entry("members", new Key(AVERAGES, READ_APART)),
              Map.entry("forgetting", new Key(AVERAGES, READ_APART)),
              Map.entry("decision", new Key(AVERAGES, READ_APART)),
              Map.entry("estimate", new Key(NAIVE, SpecReader::estimate)),
              Map.entry("smoothing", new Key(DISCRETE, SmoothingSection::read)),
              Map.entry("unknown", new Key(DISCRETE, SpecReader::unknown)),
              Map.entry("variance", new Key(NAIVE, VarianceSection::read)),
              Map.entry("class", new Key(EnumSet.of(BAYES_NET), READ_APART)),
              Map.entry("network", new Key(NETWORKS, READ_APART)),
              Map.entry("tables", new Key(EnumSet.of(BAYES_NET), READ_APART)),
              Map.entry("hidden", new Key(EnumSet.of(BAYES_NET), READ_APART)),
              Map.entry("basis", new Key(LINEAR, SpecReader::basis)),
              Map.entry("logistic", new Key(EnumSet.of(LOGISTIC), LogisticSection::read)),
              Map.entry("covariance", new Key(DISCRIMINANTS, CovarianceSection::read))));

  private SpecReader() {}

  static ModelSpec read(SpecNode root) {
    Map<String, SpecNode> entries = root.map();
    LearnerKind learner = learner(entries.get("learner"));
    ModelSpec.Builder spec = ModelSpec.builder(learner);
    CompatSection.read(entries.get("compat"), learner, spec);
    if (learner == AVERAGE) {
      spec.average(AverageSection.read(root));
    }
    entries.forEach((key, value) -> section(root, key, value, learner).read(value, learner, spec));
    NetworkSection.read(entries, spec);
    ModelSpec built = root.build(spec::build);
    NetworkSection.check(root, built);
    if (built.average().isPresent()) {
      root.build(() -> membersOf(built, built.average().get()));
    }
    return built;
  }

  /* What holds for the whole must suit each member. */
  private static List<ModelSpec> membersOf(ModelSpec spec, AverageSpec average) {
    return average.members().stream().map(member -> AverageSpec.specOf(member, spec)).toList();
  }

  /** The keys of the top level. */
  static Set<String> keys() {
    return KEYS.keySet();
  }

  private static LearnerKind learner(SpecNode node) {
    return node == null
        ? ModelSpec.defaults().learner()
        : node.choice(List.of(LearnerKind.values()), LearnerKind::key);
  }

  private static Section section(SpecNode root, String name, SpecNode value, LearnerKind learner) {
    Key key = KEYS.get(name);
    if (key == null) {
      throw value.fail(SpecFields.unknownKey(root, name, List.copyOf(KEYS.keySet())));
    }
    if (!key.concerns().contains(learner)) {
      List<String> others = key.concerns().stream().map(LearnerKind::key).toList();
      throw value.fail(
          value.path()
              + " does not concern "
              + learner.key()
              + ", only "
              + SpecNode.anyOf(others)
              + "; leave it out");
    }
    return key.section();
  }

  private static void estimate(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    spec.estimate(value.choice(Estimate.class));
  }

  private static void basis(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    spec.basis(value.choice(Basis.class));
  }

  private static void unknown(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    spec.unknown(value.choice(Unknown.class));
  }
}
