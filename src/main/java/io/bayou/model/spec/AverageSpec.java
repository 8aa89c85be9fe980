package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The options of an average: its members, and how it weighs them.
 *
 * @param members the hypotheses; learners of any kind except averages
 * @param forgetting the factors by which each example reduces the evidence so far; 1 keeps all of
 *     it; several are mixed by evidence, too
 * @param decision which members predict
 */
public record AverageSpec(List<Member> members, List<Double> forgetting, Decision decision)
    implements LearnerSpec {
  /** The default; docs/decisions/0009 says why. */
  public static final List<Double> FORGETTING = List.of(0.999, 0.99, 0.95);

  private static final int MAX_FACTORS = 16;

  /** Events with more values are left out by most default members. */
  private static final int WIDE = 100;

  /** Events with more values are left out by a forest. */
  private static final int FEW = 4;

  /** Of the one regression among the default members that takes wide events. */
  private static final double WIDE_FORGETTING = 0.9995;

  /* Of the default members; docs/decisions/0030 says why. */
  private static final Set<LearnerKind> CALIBRATED =
      EnumSet.of(
          LearnerKind.AODE,
          LearnerKind.FOREST,
          LearnerKind.NAIVE_BAYES,
          LearnerKind.RDA,
          LearnerKind.LOGISTIC);

  /** Which members predict. */
  public enum Decision {
    /** All members, by their weights. */
    BAYES_OPTIMAL,
    /** The member with the largest weight. */
    MAP_HYPOTHESIS,
    /** The member with the largest evidence, whatever its prior. */
    ML_HYPOTHESIS
  }

  /**
   * One hypothesis.
   *
   * @param name unique among the members
   * @param weight its prior, relative to the others
   */
  public record Member(String name, double weight, ModelSpec spec) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    public Member {
      requireNonNull(spec, "spec");
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "name of a member must be of letters, digits, '.', '_' and '-', was '" + name + "'");
      }
      if (!(weight > 0.0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("weight of a member must be > 0, was " + weight);
      }
      if (spec.learner() == LearnerKind.AVERAGE) {
        throw new IllegalArgumentException(
            "an average cannot be a member of another; list its members here");
      }
      if (spec.input().isPresent() || spec.labels().isPresent()) {
        throw new IllegalArgumentException(
            "input and labels are for the average, not for its members");
      }
      if (spec.bins().isPresent()) {
        throw new IllegalArgumentException(
            "bins are for the average, not for its members; move them there");
      }
      if (spec.classes().isPresent()) {
        throw new IllegalArgumentException(
            "classes are for the average, not for its members; move them there");
      }
    }

    /** A learner with its defaults, named after itself. */
    public static Member of(LearnerKind learner) {
      return new Member(learner.key(), 1.0, ModelSpec.of(learner));
    }
  }

  public AverageSpec {
    members = List.copyOf(members);
    requireNonNull(decision, "decision");
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members must list at least one learner");
    }
    Set<String> names = new HashSet<>();
    for (Member member : members) {
      if (!names.add(member.name())) {
        throw new IllegalArgumentException(
            "members has '" + member.name() + "' twice; give one of them another name");
      }
    }
    forgetting = List.copyOf(forgetting);
    if (forgetting.isEmpty() || forgetting.size() > MAX_FACTORS) {
      throw new IllegalArgumentException(
          "forgetting must be one factor, or a list of up to " + MAX_FACTORS);
    }
    for (double factor : forgetting) {
      if (!(factor > 0.0 && factor <= 1.0)) {
        throw new IllegalArgumentException("forgetting must be in (0, 1], was " + factor);
      }
    }
  }

  /** With one factor of forgetting. */
  public AverageSpec(List<Member> members, double forgetting, Decision decision) {
    this(members, List.of(forgetting), decision);
  }

  @Override
  public LearnerKind kind() {
    return LearnerKind.AVERAGE;
  }

  @Override
  public Optional<AverageSpec> average() {
    return Optional.of(this);
  }

  /** Learners that are good at different things, of several memories, none preferred. */
  public static AverageSpec defaults() {
    return new AverageSpec(
        List.of(
            Member.of(LearnerKind.AODE),
            Member.of(LearnerKind.FOREST),
            jeffreys(LearnerKind.NAIVE_BAYES),
            cautious(LearnerKind.RDA),
            logistic("logistic-all", 1.0),
            logistic("logistic-2000", WIDE_FORGETTING),
            logistic("logistic-200", 0.995),
            logistic("logistic-20", 0.95),
            Member.of(LearnerKind.NO_CHANGE)),
        FORGETTING,
        Decision.BAYES_OPTIMAL);
  }

  /* Half a pseudo-count for each value or token is Jeffreys' prior: it lets words tell more. */
  private static Member jeffreys(LearnerKind learner) {
    ModelSpec spec = ModelSpec.builder(learner).smoothing(new Smoothing.Additive(0.5)).build();
    return new Member(learner.key(), 1.0, spec);
  }

  /* By the book, a discriminant is overconfident with few examples, which costs it for long. */
  private static Member cautious(LearnerKind learner) {
    ModelSpec spec = ModelSpec.builder(learner).covariance(new Covariance.CommonPrior()).build();
    return new Member(learner.key(), 1.0, spec);
  }

  /**
   * How many values an event may have for a default member to take it. The work of most grows with
   * the square of their number, or repeats that of one regression. A forest is for regions in a few
   * dimensions: with more of them it costs as much as all others together, and adds next to
   * nothing.
   */
  public static int maxValues(Member member) {
    return switch (member.spec().learner()) {
      case NAIVE_BAYES, NO_CHANGE -> Integer.MAX_VALUE;
      case LOGISTIC ->
          member.spec().logistic().forgetting() == WIDE_FORGETTING ? Integer.MAX_VALUE : WIDE;
      case FOREST -> FEW;
      default -> WIDE;
    };
  }

  private static Member logistic(String name, double forgetting) {
    LogisticSpec standard = LogisticSpec.DEFAULT;
    LogisticSpec rule =
        new LogisticSpec(standard.variance(), standard.intercept(), forgetting, standard.average());
    ModelSpec spec = ModelSpec.builder(LearnerKind.LOGISTIC).logistic(rule).build();
    return new Member(name, 1.0, spec);
  }

  /**
   * The spec of a member. What it does not declare comes from the average. Of the default members
   * some are calibrated, unless the average says otherwise.
   *
   * @param whole the spec of the average
   */
  public static ModelSpec specOf(Member member, ModelSpec whole) {
    ModelSpec own = member.spec();
    ModelSpec standard = ModelSpec.of(own.learner());
    ModelSpec.Builder spec = own.toBuilder();
    whole.features().forEach(spec::feature);
    own.features().forEach(spec::feature);
    if (own.prior().equals(standard.prior())) {
      spec.prior(whole.prior());
    }
    if (!own.forgets()) {
      spec.halfLifeMillis(whole.halfLifeMillis());
    }
    whole.bins().ifPresent(spec::bins);
    if (own.limits().equals(standard.limits())) {
      spec.limits(whole.limits());
    }
    if (own.answers().calibrate().isEmpty()) {
      spec.answers(own.answers().withCalibration(calibration(own.learner(), whole)));
    }
    return spec.build();
  }

  private static Calibration calibration(LearnerKind member, ModelSpec whole) {
    boolean byDefault =
        CALIBRATED.contains(member)
            && whole.average().orElseThrow().members().equals(defaults().members());
    return whole
        .answers()
        .calibrate()
        .orElse(byDefault ? Calibration.TEMPERATURE : Calibration.NONE);
  }
}
