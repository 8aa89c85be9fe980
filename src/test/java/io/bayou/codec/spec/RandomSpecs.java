package io.bayou.codec.spec;

import io.bayou.model.RandomSmoothing;
import io.bayou.model.spec.AnswerSpec;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.AverageSpec.Decision;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.Bins;
import io.bayou.model.spec.Calibration;
import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.Covariance.Denominator;
import io.bayou.model.spec.DecideSpec;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ForestSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NormalPrior;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Language;
import io.bayou.model.spec.TextSpec.Variant;
import io.bayou.model.spec.Unknown;
import io.bayou.model.spec.Variance;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Draws valid specs, with every part sometimes at its default and sometimes not. */
public final class RandomSpecs {
  private static final List<String> NASTY =
      List.of(
          "a", "b c", "null", "~", "yes", "1", "-0.0", "x: y", "#", "\"q\"", "'", "\\", "é…☃",
          "a\nb", "\t", " ", "", "- x", "{", "]", "&a", "*a", "!t", "%", "@", "`", "\u0001");

  private final RandomGenerator random;

  private RandomSpecs(RandomGenerator random) {
    this.random = random;
  }

  public static ModelSpec draw(RandomGenerator random) {
    RandomSpecs specs = new RandomSpecs(random);
    ModelSpec spec = specs.spec().toBuilder().answers(specs.answers()).build();
    return RandomInputs.addTo(spec, random);
  }

  private AnswerSpec answers() {
    AnswerSpec answers = calibrated(AnswerSpec.DEFAULT);
    answers = random.nextBoolean() ? answers.withDecide(decide()) : answers;
    answers = random.nextBoolean() ? answers.withCoverage(share()) : answers;
    return random.nextBoolean() ? answers.withNovelty(share()) : answers;
  }

  private double share() {
    return random.nextDouble(0.01, 0.99);
  }

  private AnswerSpec calibrated(AnswerSpec answers) {
    return random.nextBoolean() ? answers : answers.withCalibration(oneOf(Calibration.values()));
  }

  private DecideSpec decide() {
    SortedMap<String, SortedMap<String, Double>> costs = new TreeMap<>();
    names().forEach(truth -> costs.put(truth, new TreeMap<>(Map.of("b", number(), "c", 0.0))));
    SortedMap<String, Double> thresholds = new TreeMap<>();
    names().forEach(label -> thresholds.put(label, 1.0 - random.nextDouble()));
    boolean reject = random.nextBoolean() || (costs.isEmpty() && thresholds.isEmpty());
    return new DecideSpec(
        costs, reject ? OptionalDouble.of(number()) : OptionalDouble.empty(), thresholds);
  }

  private AutoBins bins() {
    AutoBins bins = new AutoBins(random.nextInt(2, 1_000), Optional.empty());
    SortedMap<String, Bins> edges = new TreeMap<>();
    for (String name : names()) {
      edges.put(name, Bins.equalWidth(random.nextGaussian() - 10.0, number() + 10.0, 3));
    }
    return random.nextBoolean() ? bins : bins.with(edges);
  }

  private ModelSpec spec() {
    return spec(false);
  }

  private ModelSpec spec(boolean member) {
    LearnerKind learner = oneOf(LearnerKind.values());
    ModelSpec.Builder spec = ModelSpec.builder(learner);
    boolean naive = learner == LearnerKind.NAIVE_BAYES;
    boolean network = learner == LearnerKind.BAYES_NET || learner == LearnerKind.TAN;
    if (network) {
      RandomNetworks.add(spec, learner, names(), random);
    }
    for (String name : network ? Set.<String>of() : names()) {
      spec.feature(name, naive ? feature() : feature(learner));
    }
    if ((naive || network || learner == LearnerKind.AODE || learner == LearnerKind.AVERAGE)
        && !member
        && random.nextBoolean()) {
      spec.bins(bins());
    }
    boolean forgets = !network && learner != LearnerKind.NO_CHANGE && learner != LearnerKind.FOREST;
    boolean withPrior = forgets && learner != LearnerKind.LOGISTIC;
    if (withPrior && random.nextBoolean()) {
      spec.prior(prior());
    }
    if (forgets && random.nextBoolean()) {
      spec.halfLifeMillis(1 + (random.nextLong() >>> (1 + random.nextInt(62))));
    } else if (withPrior && learner != LearnerKind.AVERAGE && random.nextBoolean()) {
      spec.forgetting(1.0 - random.nextDouble());
    }
    spec.lags(random.nextBoolean() ? 0 : random.nextInt(1, 1 + ModelSpec.MAX_LAGS));
    if (random.nextBoolean()) {
      spec.limits(new Limits(count(), count(), Limits.DEFAULT.categories(), count()));
    }
    if (learner == LearnerKind.LDA || learner == LearnerKind.LOGISTIC) {
      spec.basis(oneOf(Basis.values()));
    }
    if (naive) {
      naiveBayes(spec);
    } else if (learner == LearnerKind.AVERAGE) {
      spec.average(average());
    } else if (learner == LearnerKind.LOGISTIC) {
      spec.logistic(logistic());
    } else if (learner == LearnerKind.AODE) {
      spec.unknown(oneOf(Unknown.values()));
    } else if (learner == LearnerKind.FOREST) {
      spec.forest(new ForestSpec(random.nextInt(1, 5), random.nextInt(1, 100), count()));
    } else if (random.nextBoolean()) {
      spec.covariance(covariance(learner));
    }
    return spec.build();
  }

  private AverageSpec average() {
    List<Member> members = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      ModelSpec.Builder drawn = spec(true).toBuilder();
      ModelSpec spec = drawn.answers(calibrated(AnswerSpec.DEFAULT)).build();
      if (spec.learner() != LearnerKind.AVERAGE) {
        members.add(new Member("member-" + i, number(), spec));
      }
    }
    members.add(Member.of(LearnerKind.LDA));
    List<Double> factors = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      factors.add(1.0 - random.nextDouble());
    }
    return new AverageSpec(members, factors, oneOf(Decision.values()));
  }

  private void naiveBayes(ModelSpec.Builder spec) {
    if (random.nextBoolean()) {
      spec.estimate(oneOf(Estimate.values()));
    }
    if (random.nextBoolean()) {
      spec.smoothing(smoothing());
    }
    spec.unknown(oneOf(Unknown.values()));
    if (random.nextBoolean()) {
      spec.variance(variance());
    }
  }

  private LogisticSpec logistic() {
    LogisticSpec standard = LogisticSpec.DEFAULT;
    return new LogisticSpec(
        random.nextBoolean() ? standard.variance() : random.nextDouble(1e-9, 1e9),
        random.nextBoolean() ? standard.intercept() : random.nextDouble(1e-9, 1e9),
        random.nextBoolean() ? standard.forgetting() : 1.0 - random.nextDouble(),
        random.nextBoolean());
  }

  private FeatureSpec categorical() {
    List<String> values = List.copyOf(names());
    FeatureSpec feature = new FeatureSpec(FeatureType.CATEGORICAL, values, Optional.empty());
    return RandomSmoothing.with(feature, random);
  }

  private FeatureSpec feature(LearnerKind learner) {
    if (learner == LearnerKind.AODE || learner == LearnerKind.FOREST) {
      return FeatureSpec.of(oneOf(learner.declarable().toArray(FeatureType[]::new)));
    }
    if (learner != LearnerKind.LOGISTIC || random.nextBoolean()) {
      return FeatureSpec.of(FeatureType.GAUSSIAN);
    }
    FeatureSpec text = textFeature(FeatureType.MULTINOMIAL, Variant.STANDARD);
    return new FeatureSpec(text.type(), text.values(), Optional.empty(), text.text());
  }

  private FeatureSpec feature() {
    return switch (random.nextInt(9)) {
      case 8 -> RandomSmoothing.with(RandomSmoothing.binomial(random.nextInt(1, 100)), random);
      case 0 -> FeatureSpec.of(FeatureType.GAUSSIAN);
      case 1 -> RandomSmoothing.with(FeatureSpec.of(FeatureType.BERNOULLI), random);
      case 2 -> FeatureSpec.of(FeatureType.IGNORE);
      case 3 -> categorical();
      case 4 ->
          new FeatureSpec(
              FeatureType.STUDENT_T,
              List.of(),
              Optional.of(new NormalPrior(random.nextGaussian(), number(), number(), number())));
      case 5 -> textFeature(FeatureType.BERNOULLI_TEXT, Variant.STANDARD);
      case 6 -> textFeature(FeatureType.MULTINOMIAL, oneOf(Variant.values()));
      default -> FeatureSpec.of(FeatureType.STUDENT_T);
    };
  }

  private FeatureSpec textFeature(FeatureType type, Variant variant) {
    TextSpec text =
        new TextSpec(
            maybe("[a-z]{2,}\\\"|é+"),
            random.nextBoolean(),
            maybe(oneOf(Language.values())),
            maybe(oneOf(Language.values())),
            random.nextInt(1, 1 + TextSpec.MAX_NGRAMS),
            random.nextBoolean()
                ? OptionalInt.empty()
                : OptionalInt.of(random.nextInt(1, 1 + TextSpec.MAX_HASH_BITS)),
            variant);
    boolean open = text.hash().isPresent() || random.nextBoolean();
    List<String> values = open ? List.of() : List.copyOf(names());
    return RandomSmoothing.with(new FeatureSpec(type, values, Optional.empty(), text), random);
  }

  private <T> Optional<T> maybe(T value) {
    return random.nextBoolean() ? Optional.empty() : Optional.of(value);
  }

  private Prior prior() {
    return switch (random.nextInt(5)) {
      case 0 -> new Prior.Empirical();
      case 3 -> new Prior.ByClass(new TreeMap<>(Map.of(oneOf(NASTY.toArray(String[]::new)), 2.0)));
      case 1 -> new Prior.Uniform();
      case 2 -> new Prior.Dirichlet(number());
      default -> {
        double p = random.nextDouble();
        TreeMap<String, Double> probabilities = new TreeMap<>();
        probabilities.put(oneOf(NASTY.toArray(String[]::new)), p);
        probabilities.put("other", 1.0 - p);
        yield new Prior.Fixed(probabilities);
      }
    };
  }

  private Smoothing smoothing() {
    return random.nextBoolean()
        ? new Smoothing.Additive(number())
        : new Smoothing.MEstimate(number());
  }

  private Variance variance() {
    return switch (random.nextInt(5)) {
      case 4 -> new Variance.Pooled();
      case 0 -> new Variance.Shrink(number(), number());
      case 1 -> new Variance.Sklearn(number());
      case 2 -> new Variance.Population(number());
      default -> new Variance.Sample();
    };
  }

  private Covariance covariance(LearnerKind learner) {
    return switch (learner) {
      case LDA ->
          new Covariance.Plain(
              random.nextBoolean() ? Denominator.N : Denominator.N_MINUS_K,
              random.nextDouble(),
              0.0);
      case QDA ->
          new Covariance.Plain(
              random.nextBoolean() ? Denominator.N : Denominator.N_MINUS_1, 0.0, random.nextInt(2));
      case RDA ->
          random.nextBoolean()
              ? new Covariance.Friedman(random.nextDouble(), random.nextDouble())
              : new Covariance.Esl(random.nextDouble());
      default -> new Covariance.Default();
    };
  }

  /** Over many orders of magnitude, never zero. */
  private double number() {
    return (random.nextDouble() + Double.MIN_NORMAL) * Math.pow(10, random.nextInt(60) - 30);
  }

  private int count() {
    return 1 + random.nextInt(Integer.MAX_VALUE);
  }

  private Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      names.add(oneOf(NASTY.toArray(String[]::new)));
    }
    return names;
  }

  @SafeVarargs
  private <T> T oneOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
