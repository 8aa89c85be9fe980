package io.bayou.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bayou.Property;
import io.bayou.model.RandomStream.Manner;
import io.bayou.model.registry.Learners;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.scope.KeyedPredictor;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import io.bayou.model.spec.ScopeSpec;
import io.bayou.model.spec.Smoothing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The laws of a model for every key. */
class KeyedModelTest {
  private static final int RUNS = 60;
  private static final ScopeSpec SCOPE = ScopeSpec.auto("who");

  /** What is learned of events. */
  enum Kind {
    MIXED(LearnerKind.NAIVE_BAYES),
    INFERRED(LearnerKind.NAIVE_BAYES),
    FORGETFUL(LearnerKind.NAIVE_BAYES),
    FORGETTING(LearnerKind.NAIVE_BAYES),
    BY_SHARES(LearnerKind.NAIVE_BAYES),
    PRESENCE(LearnerKind.NAIVE_BAYES),
    LDA(LearnerKind.LDA),
    QDA(LearnerKind.QDA),
    RDA(LearnerKind.RDA),
    NETWORK(LearnerKind.BAYES_NET),
    TAN(LearnerKind.TAN),
    AODE(LearnerKind.AODE),
    MAJORITY(LearnerKind.MAJORITY);

    private final LearnerKind learner;

    Kind(LearnerKind learner) {
      this.learner = learner;
    }

    ModelSpec spec(ScopeSpec scope) {
      ModelSpec.Builder spec = ModelSpec.builder(learner).scope(scope);
      switch (this) {
        case MIXED, FORGETFUL, FORGETTING ->
            spec.feature("binned", FeatureType.BINNED)
                .feature("category", FeatureType.CATEGORICAL)
                .feature("normal", FeatureType.GAUSSIAN)
                .feature("student", FeatureType.STUDENT_T)
                .feature("trials", RandomSmoothing.binomial(5))
                .feature("truth", FeatureType.BERNOULLI)
                .feature("words", FeatureType.MULTINOMIAL);
        case BY_SHARES ->
            spec.feature("category", FeatureType.CATEGORICAL)
                .smoothing(new Smoothing.MEstimate(2.0, new Smoothing.Share.Overall()));
        case NETWORK ->
            spec.feature("category", FeatureType.CATEGORICAL)
                .feature("truth", FeatureType.BERNOULLI)
                .network(
                    new NetworkSpec(
                        "label",
                        new TreeMap<>(
                            Map.of(
                                "category", List.of("label"),
                                "truth", List.of("label", "category")))));
        case PRESENCE -> spec.feature("words", FeatureType.BERNOULLI_TEXT);
        case INFERRED, LDA, QDA, RDA, TAN, AODE, MAJORITY -> {}
      }
      spec.halfLifeMillis(this == FORGETFUL ? 5_000 : 0);
      return spec.forgetting(this == FORGETTING ? 0.9 : 1.0).build();
    }
  }

  /** Everybody's model, and what one key has learned of its own. */
  private static final class Case {
    final KeyedModel model;
    final Learner everybody;
    final Learner own;
    final RandomStream stream;
    final List<Sample> ofKey = new ArrayList<>();

    Case(Kind kind, ScopeSpec scope, RandomGenerator random) {
      ModelSpec spec = kind.spec(scope);
      model = KeyedModel.of(spec);
      everybody = model.newEverybody();
      own = model.newOwn();
      stream = new RandomStream(random, spec, Manner.TAME);
      int most = random.nextInt(1, 12);
      for (Sample sample : stream.take(random.nextInt(10, 80))) {
        if (random.nextInt(4) == 0 && ofKey.size() < most) {
          ofKey.add(sample);
          model.learn(
              own, everybody, sample.features(), sample.label(), sample.weight(), sample.time());
        }
        sample.learn(everybody);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldAnswerAsTheSumWhereItsExamplesWeighMore(Kind kind) {
    Property.forAll(
        RUNS,
        random -> {
          double strength = Math.pow(10.0, random.nextDouble(-1.0, 3.0));
          Case drawn = new Case(kind, SCOPE.withStrength(strength), random);
          KeyedPredictor predictor = drawn.model.newPredictor(drawn.everybody);
          Learner sum = drawn.model.newEverybody();
          sum.merge(drawn.everybody);
          double factor = weight(drawn.everybody, drawn) / strength;
          ((ScalableLearner) sum).mergeScaled(drawn.own, factor);
          for (Sample sample : drawn.stream.take(10)) {
            Posterior answer = new Posterior();
            predictor.predict(sample.features(), drawn.own, answer);

            assertSame(answer, sum.predict(sample.features()), 1e-12);
            double own = weight(drawn.own, drawn);
            assertThat(predictor.ownShare()).isCloseTo(own / (own + strength), within(1e-12));
          }
        });
  }

  private static double weight(Learner learner, Case drawn) {
    long now =
        Math.max(
            ((ScalableLearner) drawn.everybody).latest(), ((ScalableLearner) drawn.own).latest());
    return ((ScalableLearner) learner).weightAt(now);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAnswerAsEverybodyWithoutExamples(Kind kind) {
    Property.forAll(
        RUNS,
        random -> {
          Case drawn = new Case(kind, random.nextBoolean() ? SCOPE : SCOPE.withStrength(9), random);
          KeyedPredictor predictor = drawn.model.newPredictor(drawn.everybody);
          Features x = drawn.stream.next().features();
          Posterior answer = new Posterior();

          predictor.predict(x, null, answer);
          assertSame(answer, drawn.everybody.predict(x), 0.0);
          predictor.predict(x, drawn.model.newOwn(), answer);
          assertSame(answer, drawn.everybody.predict(x), 0.0);
          assertThat(predictor.ownShare()).isZero();
        });
  }

  @ParameterizedTest
  @EnumSource
  void shouldLieBetweenItsOwnAndEverybody(Kind kind) {
    Property.forAll(
        RUNS,
        random -> {
          Case drawn = new Case(kind, SCOPE.withStrength(0), random);
          Features x = drawn.stream.next().features();
          Posterior answer = new Posterior();

          drawn.model.newPredictor(drawn.everybody).predict(x, drawn.own, answer);
          assertSame(answer, drawn.own.predict(x), 0.0); // strength 0: one model each
          Learner strong = drawn.model.merged(drawn.everybody, drawn.own, 1e13);
          assertSame(strong.predict(x), drawn.everybody.predict(x), 1e-6);
        });
  }

  @ParameterizedTest
  @EnumSource
  void shouldLearnAsAModelOfItsOwnWould(Kind kind) {
    Property.forAll(
        RUNS,
        random -> {
          Case drawn = new Case(kind, SCOPE.withStrength(20), random);
          Learner alone = Learners.create(drawn.own.spec());
          drawn.ofKey.forEach(sample -> sample.learn(alone));

          assertThat(State.of(drawn.own)).isEqualTo(State.of(alone));
        });
  }

  @ParameterizedTest
  @EnumSource
  void shouldWeighStrengthsByEvidenceThatAddsUp(Kind kind) {
    Property.forAll(
        RUNS,
        random -> {
          Case drawn = new Case(kind, SCOPE, random);
          Map<String, String> store = new HashMap<>();
          Learner restored = drawn.model.newOwn();
          State.drainChanges(drawn.own, store);
          State.restore(restored, store.values(), random);
          assertThat(State.of(restored)).isEqualTo(State.of(drawn.own));

          Features x = drawn.stream.next().features();
          Posterior answer = new Posterior();
          KeyedPredictor predictor = drawn.model.newPredictor(drawn.everybody);
          predictor.predict(x, drawn.own, answer);
          double sum = 0.0;
          for (int c = 0; c < answer.size(); c++) {
            sum += answer.probability(c);
          }
          assertThat(sum).isCloseTo(1.0, within(1e-9));
          Posterior again = new Posterior();
          predictor.predict(x, restored, again);
          assertSame(again, answer, 1e-12);
        });
  }

  /* Frequencies without smoothing do not change with the weight of all examples. */
  @Test
  void shouldTendToItsOwnFrequenciesAsEverybodyWeakens() {
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.NAIVE_BAYES)
            .estimate(Estimate.MLE)
            .scope(SCOPE.withStrength(1e-9))
            .build();
    Property.forAll(
        RUNS,
        random -> {
          KeyedModel model = KeyedModel.of(spec);
          Learner everybody = model.newEverybody();
          Learner own = model.newOwn();
          for (int i = 0; i < 200; i++) {
            Features x = new Features();
            int value = random.nextInt(3);
            x.text("a", "v" + value).text("b", "w" + random.nextInt(2));
            String label = "c" + (random.nextInt(3) == 0 ? random.nextInt(2) : value % 2);
            everybody.learn(x, label, 1.0, i);
            if (i % 2 == 0) {
              own.learn(x, label, 1.0, i);
            }
          }
          Features x = new Features().text("a", "v1").text("b", "w" + random.nextInt(2));
          Posterior answer = new Posterior();
          model.newPredictor(everybody).predict(x, own, answer);

          Posterior ofOwn = own.predict(x);
          for (int c = 0; c < 2; c++) {
            assertThat(answer.probability(c)).isCloseTo(ofOwn.probability(c), within(1e-6));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void shouldAddUpItsEvidenceAndLearnTheSameFromTheSame(Kind kind) {
    Property.forAll(
        RUNS,
        random -> {
          Case drawn = new Case(kind, SCOPE, random);
          Learner[] parts = {drawn.model.newOwn(), drawn.model.newOwn()};
          Learner again = drawn.model.newOwn();
          Learner twin = drawn.model.newOwn();
          for (Sample sample : drawn.stream.take(20)) {
            Learner part = parts[random.nextInt(2)];
            for (Learner own : List.of(part, again, twin)) {
              drawn.model.learn(
                  own,
                  drawn.everybody,
                  sample.features(),
                  sample.label(),
                  sample.weight(),
                  sample.time());
            }
          }
          assertThat(State.of(twin)).isEqualTo(State.of(again));
          assertThat(State.of(again)).containsKey("strengths");

          Map<Double, Double> one = drawn.model.strengths(parts[0]);
          Map<Double, Double> other = drawn.model.strengths(parts[1]);
          Map<Double, Double> prior = drawn.model.strengths(drawn.model.newOwn());
          parts[0].merge(parts[1]);
          Map<Double, Double> both = drawn.model.strengths(parts[0]);
          double odds = one.get(5.0) * other.get(5.0) / prior.get(5.0);
          double against = one.get(320.0) * other.get(320.0) / prior.get(320.0);
          if (Math.min(odds, against) > 1e-100) {
            assertThat(both.get(5.0) * against)
                .isCloseTo(both.get(320.0) * odds, withinPercentage(1e-6));
          }
        });
  }

  /* Half of the prior weight is on everybody's model, whatever the data. */
  @ParameterizedTest
  @EnumSource(names = {"MIXED", "INFERRED", "LDA", "MAJORITY"})
  void shouldNeverCostAKeyMoreThanLn2OfAllItsEvents(Kind kind) {
    Property.forAll(
        RUNS,
        random -> {
          Case drawn = new Case(kind, SCOPE, random);
          Learner own = drawn.model.newOwn();
          KeyedPredictor predictor = drawn.model.newPredictor(drawn.everybody);
          Posterior answer = new Posterior();
          double more = 0.0;
          for (Sample sample : drawn.stream.take(40)) {
            Features x = sample.features();
            double ofAll = drawn.everybody.predict(x).probabilityOf(sample.label());
            predictor.predict(x, own, answer);
            if (ofAll > 1e-9) {
              more += Math.log(ofAll) - Math.log(answer.probabilityOf(sample.label()));
              drawn.model.learn(own, drawn.everybody, x, sample.label(), 1.0, sample.time());
              drawn.everybody.learn(x, sample.label(), 1.0, sample.time());
            }
            assertThat(more).isLessThan(Math.log(2.0) + 1e-6);
          }
        });
  }

  private static void assertSame(Posterior actual, Posterior expected, double tolerance) {
    assertThat(actual.labels()).isEqualTo(expected.labels());
    assertThat(actual.flags()).isEqualTo(expected.flags());
    for (int c = 0; c < expected.size(); c++) {
      assertThat(actual.probability(c))
          .as("probability of %s", expected.label(c))
          .isCloseTo(expected.probability(c), within(tolerance));
      double joint = expected.logJoint(c);
      if (joint == Double.NEGATIVE_INFINITY) {
        assertThat(actual.logJoint(c)).isEqualTo(joint);
      } else {
        double most = tolerance * (1.0 + Math.abs(joint));
        assertThat(actual.logJoint(c)).isCloseTo(joint, within(most));
      }
    }
  }
}
