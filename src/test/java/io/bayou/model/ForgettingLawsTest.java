package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.RandomStream.Manner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.AverageSpec.Decision;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * The laws of learners that forget by the number of examples. They depend on the order of the
 * examples: the sum of parts is not the whole, but what each part has kept; a correction takes
 * nothing back.
 */
class ForgettingLawsTest
    implements PredictionLaws, StateLaws, PartialLaws, ExplanationLaws, FiniteLaws {
  private static final List<LearnerKind> KINDS =
      List.of(
          LearnerKind.NAIVE_BAYES,
          LearnerKind.AODE,
          LearnerKind.TAN,
          LearnerKind.LDA,
          LearnerKind.QDA,
          LearnerKind.RDA,
          LearnerKind.MAJORITY);

  @Override
  public ModelSpec randomSpec(RandomGenerator random) {
    return randomSpec(KINDS.get(random.nextInt(KINDS.size())), random);
  }

  /* Where two arcs of tan are worth almost the same, roundings decide which of them it finds. */
  private static ModelSpec randomSpecWithoutSearch(RandomGenerator random) {
    LearnerKind kind = KINDS.get(random.nextInt(KINDS.size()));
    ModelSpec spec = randomSpec(kind, random).toBuilder().limits(Limits.DEFAULT).build();
    SortedMap<String, List<String>> arcs = new TreeMap<>(Map.of("d2", List.of("d1")));
    return kind == LearnerKind.TAN
        ? spec.toBuilder().network(new NetworkSpec("label", arcs)).build()
        : spec;
  }

  private static ModelSpec randomSpec(LearnerKind kind, RandomGenerator random) {
    ModelSpec.Builder spec = ModelSpec.builder(kind).forgetting(random.nextDouble(0.5, 1.0));
    if (kind != LearnerKind.LDA && kind != LearnerKind.QDA && kind != LearnerKind.RDA) {
      spec.feature("d1", FeatureType.BERNOULLI);
      spec.feature(
          "d2", new FeatureSpec(FeatureType.CATEGORICAL, List.of("v1", "v2"), Optional.empty()));
    }
    if (random.nextInt(5) == 0) {
      spec.limits(new Limits(random.nextInt(1, 4), random.nextInt(1, 6), 3, 10));
    }
    return spec.build();
  }

  /** What came first counts less. */
  @Override
  public void shouldGiveATieToTheFirstLabel() {}

  @Test
  void shouldCountEachExampleLessByOneFactorForEachThatCameSince() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpecWithoutSearch(random);
          RandomStream stream = new RandomStream(random, spec, Manner.TAME);
          List<Sample> samples = stream.take(random.nextInt(1, 100));

          Learner faded = learned(spec, samples);

          Learner expected = learned(unforgetting(spec), weighed(samples, spec.forgetting()));
          assertClose(faded, expected, stream);
        });
  }

  @Test
  void shouldMergeToWhatEachHasKept() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpecWithoutSearch(random);
          RandomStream stream = new RandomStream(random, spec, Manner.TAME);
          Learner merged = newLearner(spec);
          List<Sample> kept = new ArrayList<>();
          for (int part = random.nextInt(1, 4); part > 0; part--) {
            List<Sample> samples = stream.take(random.nextInt(40));
            merged.merge(learned(spec, samples));
            kept.addAll(weighed(samples, spec.forgetting()));
          }

          assertClose(merged, learned(unforgetting(spec), kept), stream);
        });
  }

  @Test
  void shouldTakeNothingBack() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          List<Sample> samples = stream.take(random.nextInt(1, 40));
          Learner learner = learned(spec, samples);
          Map<String, String> before = State.of(learner);
          long refused = learner.refusals().of(Refusals.Reason.CORRECTION_UNKNOWN);
          Sample sample = samples.get(random.nextInt(samples.size()));

          sample.retract(learner);

          assertThat(learner.retractable(sample.label())).isZero();
          assertThat(State.of(learner)).isEqualTo(before);
          assertThat(learner.refusals().of(Refusals.Reason.CORRECTION_UNKNOWN))
              .isEqualTo(sample.weight() > 0.0 ? refused + 1 : refused);
        });
  }

  /** The weight of the class and the counts of its values, after any number of examples. */
  @Test
  void shouldDescribeWhatIsLeft() {
    ModelSpec spec = ModelSpec.builder(LearnerKind.NAIVE_BAYES).forgetting(0.5).build();
    Learner learner = Learners.create(spec);
    for (int i = 0; i < 27; i++) {
      learner.learn(new Features().text("color", "red"), i % 2 == 0 ? "a" : "b", 1.0, 0);
    }
    Map<String, Double> weights = new TreeMap<>();

    learner.describe(new Weights(weights));

    assertThat(weights.keySet()).containsExactly("a", "a color", "b", "b color");
    assertThat(weights.get("a")).isCloseTo(4.0 / 3.0, within(1e-6));
    assertThat(weights.get("a color")).isCloseTo(4.0 / 3.0, within(1e-6));
    assertThat(weights.get("b")).isCloseTo(2.0 / 3.0, within(1e-6));
    assertThat(weights.get("b color")).isCloseTo(2.0 / 3.0, within(1e-6));
  }

  /** Of an average, the members that forget keep it, and the others take it back. */
  @Test
  void shouldLetTheOtherMembersOfAnAverageTakeItBack() {
    List<Member> members =
        List.of(
            new Member("all", 1.0, ModelSpec.of(LearnerKind.MAJORITY)),
            new Member(
                "some", 1.0, ModelSpec.builder(LearnerKind.MAJORITY).forgetting(0.5).build()));
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.AVERAGE)
            .average(new AverageSpec(members, 1.0, Decision.BAYES_OPTIMAL))
            .build();
    Learner average = Learners.create(spec);
    Features x = new Features();
    average.learn(x, "a", 1.0, 0);
    average.learn(x, "b", 1.0, 0);

    average.retract(x, "a", 1.0, 0);

    EnsembleLearner ensemble = (EnsembleLearner) average;
    assertThat(ensemble.hypothesis("all").orElseThrow().examples()).isEqualTo(1);
    assertThat(ensemble.hypothesis("some").orElseThrow().examples()).isEqualTo(2);
    assertThat(average.refusals().of(Refusals.Reason.CORRECTION_UNKNOWN)).isZero();
  }

  private static ModelSpec unforgetting(ModelSpec spec) {
    return spec.toBuilder().forgetting(1.0).build();
  }

  private static List<Sample> weighed(List<Sample> samples, double forgetting) {
    List<Sample> weighed = new ArrayList<>();
    double weight = 1.0;
    for (int i = samples.size() - 1; i >= 0; i--) {
      Sample s = samples.get(i);
      weighed.add(0, new Sample(s.values(), s.label(), s.weight() * weight, s.time()));
      weight *= s.weight() > 0.0 ? forgetting : 1.0;
    }
    return weighed;
  }

  /* Where nearly all the weight is that of one example, a variance is what is left of a difference. */
  private void assertClose(Learner actual, Learner expected, RandomStream stream) {
    assertThat(actual.examples()).isEqualTo(expected.examples());
    for (Sample probe : stream.take(10)) {
      Answers.assertClose(
          actual.predict(probe.features()), expected.predict(probe.features()), 1e-6);
    }
  }

  /** Collects the weights of classes, and of discrete features in them. */
  private static final class Weights implements Description {
    private final Map<String, Double> weights;
    private String label = "";

    Weights(Map<String, Double> weights) {
      this.weights = weights;
    }

    @Override
    public void beginClass(String ofClass, long examples, double weight) {
      label = ofClass;
      weights.put(label, weight);
    }

    @Override
    public void values(String feature, double weight, SortedMap<String, Double> counts) {
      weights.put(label + " " + feature, weight);
    }

    @Override
    public void number(String feature, double weight, double mean, double variance) {}

    @Override
    public void tokens(String feature, double weight, int distinct, List<Token> telling) {}

    @Override
    public void weight(String feature, String value, double mean, double deviation) {}
  }
}
