package io.bayou.model.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.EnsembleLearner;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.NormalClasses;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.AverageSpec.Decision;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AverageLearnerTest {
  private static final List<Member> MEMBERS =
      List.of(Member.of(LearnerKind.NAIVE_BAYES), Member.of(LearnerKind.NO_CHANGE));

  @Test
  void shouldMixTheMembersByTheirWeights() {
    Learner average = average(1.0, Decision.BAYES_OPTIMAL);
    Learner naive = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    Learner noChange = Learners.create(ModelSpec.of(LearnerKind.NO_CHANGE));
    for (int i = 0; i < 30; i++) {
      double w = weight(average, "naive-bayes");
      Features x = new Features().number("x", i % 3);
      double expected = w * b(naive, x) + (1.0 - w) * b(noChange, x);
      assertThat(b(average, x)).isCloseTo(expected, within(1e-14));
      for (Learner learner : List.of(average, naive, noChange)) {
        learner.learn(x, i % 3 == 0 ? "a" : "b", 1.0, i);
      }
    }
  }

  @Test
  void shouldNotLoseMoreThanTheBestMemberWithoutForgetting() {
    // The bound of Bayesian mixtures: the log of the number of members, whatever the data.
    Learner average = average(1.0, Decision.BAYES_OPTIMAL);
    Learner naive = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    Random random = new Random(5);
    double lost = 0.0;
    double lostByNaive = 0.0;
    for (int i = 0; i < 500; i++) {
      Features x = new Features().number("x", random.nextGaussian());
      String label = x.number(0) + random.nextGaussian() > 0.0 ? "a" : "b";
      if (naive.predict(x).indexOf(label) >= 0) { // a new class costs every member the same
        lost -= Math.log(average.predict(x).probabilityOf(label));
        lostByNaive -= Math.log(naive.predict(x).probabilityOf(label));
      }
      average.learn(x, label, 1.0, i);
      naive.learn(x, label, 1.0, i);
    }
    assertThat(lost).isLessThan(lostByNaive + Math.log(2) + 1e-9);
  }

  @Test
  void shouldLetABetterHypothesisComeBack() {
    Learner forgetting = average(0.95, Decision.BAYES_OPTIMAL);
    Learner remembering = average(1.0, Decision.BAYES_OPTIMAL);
    for (int i = 0; i < 1_030; i++) {
      // First the feature tells all, then the opposite, and labels come in runs.
      boolean a = i < 1_000 ? i % 2 == 0 : i % 20 < 10;
      Features x = new Features().number("x", (a == i < 1_000 ? 5 : 0) + i % 3);
      forgetting.learn(x, a ? "a" : "b", 1.0, i);
      remembering.learn(x, a ? "a" : "b", 1.0, i);
      if (i == 999) {
        assertThat(weight(forgetting, "naive-bayes")).isGreaterThan(0.99);
        assertThat(weight(remembering, "naive-bayes")).isGreaterThan(0.99);
      }
    }
    assertThat(weight(forgetting, "no-change")).isGreaterThan(0.99);
    assertThat(weight(remembering, "no-change")).isLessThan(0.99);
  }

  @Test
  void shouldAnswerAsTheBestMemberWhereToldTo() {
    ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.AVERAGE);
    Member believed = new Member("believed", 1e6, ModelSpec.of(LearnerKind.NO_CHANGE));
    List<Member> members = List.of(Member.of(LearnerKind.MAJORITY), believed);
    Learner map = create(spec, new AverageSpec(members, 1.0, Decision.MAP_HYPOTHESIS));
    Learner ml = create(spec, new AverageSpec(members, 1.0, Decision.ML_HYPOTHESIS));
    for (int i = 0; i < 12; i++) {
      String label = i % 4 == 3 ? "b" : "a"; // the label before is a poor guess
      map.learn(new Features(), label, 1.0, i);
      ml.learn(new Features(), label, 1.0, i);
    }
    assertThat(label(map)).isEqualTo("b");
    assertThat(label(ml)).isEqualTo("a");
  }

  @Test
  void shouldCountAnExampleOfWeightThreeAsThree() {
    Learner heavy = average(0.9, Decision.BAYES_OPTIMAL);
    HypothesisWeights once = new HypothesisWeights(new double[] {1, 1}, 0.9);
    HypothesisWeights thrice = new HypothesisWeights(new double[] {1, 1}, 0.9);
    double[] logs = {Math.log(0.3), Math.log(0.6)};
    once.observe(logs, 3.0);
    for (int i = 0; i < 3; i++) {
      thrice.observe(logs, 1.0);
    }
    assertThat(once.weight(0)).isCloseTo(thrice.weight(0), within(1e-14));
    heavy.learn(new Features().number("x", 1), "a", 1e300, 0);
    heavy.learn(new Features().number("x", 1), "b", 1e300, 0);
    heavy.learn(new Features().number("x", 9), "c", 1e-300, 0);
    assertThat(weight(heavy, "naive-bayes")).isBetween(0.0, 1.0);
  }

  @Test
  void shouldHandOnWhatMembersLeaveOpen() {
    Member own =
        new Member(
            "own",
            1.0,
            ModelSpec.builder(LearnerKind.NAIVE_BAYES)
                .prior(new Prior.Uniform())
                .feature("x", FeatureType.CATEGORICAL)
                .build());
    ModelSpec whole =
        ModelSpec.builder(LearnerKind.AVERAGE)
            .average(new AverageSpec(List.of(own), 1.0, Decision.BAYES_OPTIMAL))
            .prior(new Prior.Empirical())
            .feature("x", FeatureType.GAUSSIAN)
            .feature("y", FeatureType.IGNORE)
            .halfLifeMillis(7)
            .limits(new Limits(2, 3, 4, 5))
            .build();

    ModelSpec given = AverageSpec.specOf(own, whole);

    assertThat(given.prior()).isEqualTo(new Prior.Uniform());
    assertThat(given.features().get("x").type()).isEqualTo(FeatureType.CATEGORICAL);
    assertThat(given.features().get("y").type()).isEqualTo(FeatureType.IGNORE);
    assertThat(given.halfLifeMillis()).isEqualTo(7);
    assertThat(given.limits()).isEqualTo(new Limits(2, 3, 4, 5));
  }

  @Test
  void shouldRefuseAnAverageOfAverages() {
    assertThatThrownBy(() -> Member.of(LearnerKind.AVERAGE))
        .hasMessage("an average cannot be a member of another; list its members here");
    assertThatThrownBy(
            () ->
                new AverageSpec(
                    List.of(MEMBERS.get(0), MEMBERS.get(0)), 1.0, Decision.BAYES_OPTIMAL))
        .hasMessage("members has 'naive-bayes' twice; give one of them another name");
  }

  private static Learner average(double forgetting, Decision decision) {
    return Learners.create(spec(forgetting, decision));
  }

  private static ModelSpec spec(double forgetting, Decision decision) {
    return ModelSpec.builder(LearnerKind.AVERAGE)
        .average(new AverageSpec(MEMBERS, forgetting, decision))
        .build();
  }

  private static Learner create(ModelSpec.Builder spec, AverageSpec average) {
    return Learners.create(spec.average(average).build());
  }

  private static double b(Learner learner, Features x) {
    return learner.predict(x).probabilityOf("b");
  }

  private static double weight(Learner learner, String name) {
    SortedMap<String, Double> weights = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, weights);
    return weights.get(name);
  }

  private static String label(Learner learner) {
    Posterior answer = learner.predict(new Features());
    return answer.label(answer.best());
  }

  /** Creates members of which the test knows how often they were asked. */
  private static final class Asked {
    final Map<String, Learner> members = new TreeMap<>();
    final Map<String, Integer> times = new TreeMap<>();

    Learner create(ModelSpec spec) {
      Learner member = Learners.create(spec);
      String name = name(spec);
      members.put(name, member);
      return (Learner)
          Proxy.newProxyInstance(
              Learner.class.getClassLoader(),
              new Class<?>[] {Learner.class},
              (proxy, method, args) -> {
                Object result = method.invoke(member, args);
                return method.getName().equals("newPredictor")
                    ? counting(name, (Predictor) result)
                    : result;
              });
    }

    private static String name(ModelSpec spec) {
      String key = spec.learner().key();
      return spec.learner() == LearnerKind.LOGISTIC
          ? key + " " + spec.logistic().forgetting()
          : key;
    }

    private Predictor counting(String name, Predictor predictor) {
      return (Predictor)
          Proxy.newProxyInstance(
              Predictor.class.getClassLoader(),
              new Class<?>[] {Predictor.class},
              (proxy, method, args) -> {
                times.merge(name, 1, Integer::sum);
                return method.invoke(predictor, args);
              });
    }
  }

  private static void learnRuns(Learner average, int from, int to) {
    for (int i = from; i < to; i++) {
      // The feature tells all; labels alternate, which is the opposite of no change.
      String label = i % 2 == 0 ? "a" : "b";
      average.learn(new Features().number("x", i % 2 == 0 ? 5 : -5), label, 1.0, i);
    }
  }

  @Test
  void shouldAskAMemberWithoutWeightAboutFewExamples() {
    Asked asked = new Asked();
    ModelSpec spec = spec(0.99, Decision.BAYES_OPTIMAL);
    Learner average = new AverageLearner(spec, asked::create);
    learnRuns(average, 0, 200);
    asked.times.clear();

    learnRuns(average, 200, 360);

    assertThat(asked.times).containsEntry("naive-bayes", 160).containsEntry("no-change", 10);
    assertThat(asked.members.get("no-change").examples()).isEqualTo(360);
  }

  @Test
  void shouldAskAllMembersWithoutForgetting() {
    Asked asked = new Asked();
    Learner average = new AverageLearner(spec(1.0, Decision.BAYES_OPTIMAL), asked::create);
    learnRuns(average, 0, 200);

    assertThat(asked.times).containsEntry("naive-bayes", 200).containsEntry("no-change", 200);
  }

  /** The members that look at pairs of features are asked and taught only while there are few. */
  @Test
  void shouldLeaveWideEventsToMembersThatGrowWithTheFeatures() {
    Asked asked = new Asked();
    Learner average = new AverageLearner(ModelSpec.of(LearnerKind.AVERAGE), asked::create);
    for (int i = 0; i < 20; i++) {
      average.learn(wide(i), "c" + i % 2, 1.0, i);
    }
    average.learn(new Features().number("x0", 1.0), "c0", 1.0, 20);
    average.retract(wide(0), "c0", 1.0, 20);

    assertThat(asked.members.get("naive-bayes").examples()).isEqualTo(20);
    assertThat(asked.members.get("logistic 0.9995").examples()).isEqualTo(20);
    for (String narrow :
        List.of("aode", "forest", "rda", "logistic 1.0", "logistic 0.995", "logistic 0.95")) {
      assertThat(asked.members.get(narrow).examples()).as(narrow).isEqualTo(1);
    }
    for (String narrow :
        List.of("aode", "forest", "rda", "logistic-all", "logistic-200", "logistic-20")) {
      assertThat(weight(average, narrow)).as(narrow).isLessThan(1e-9);
    }
  }

  private static Features wide(int seed) {
    Random random = new Random(seed);
    Features x = new Features();
    for (int j = 0; j < 101; j++) {
      x.number("x" + j, random.nextGaussian() + seed % 2);
    }
    return x;
  }

  /** A regression that does not average over its posterior is as sure as its weights. */
  @ParameterizedTest
  @CsvSource({"500, 80", "500, 200", "300, 800"})
  void shouldBeAsConfidentAsItIsRight(int rows, int features) {
    LogisticSpec sure = new LogisticSpec(2.0, 100.0, 0.998, false);
    ModelSpec regression = ModelSpec.builder(LearnerKind.LOGISTIC).logistic(sure).build();
    double limit = new NormalClasses(5, features, 0.3).logLoss(Learners.create(regression), rows);
    Learner average = Learners.create(ModelSpec.of(LearnerKind.AVERAGE));

    assertThat(new NormalClasses(5, features, 0.3).logLoss(average, rows))
        .isLessThanOrEqualTo(1.1 * limit);
  }

  /** Each factor is the best on some stream; several are about as good as the best of them. */
  @Test
  void shouldMixFactorsOfForgetting() {
    double slow = lossOfRuns(List.of(0.999));
    double fast = lossOfRuns(List.of(0.9));
    double mixed = lossOfRuns(List.of(0.999, 0.9));

    assertThat(fast).isLessThan(0.9 * slow);
    assertThat(mixed).isLessThan(1.05 * fast);
  }

  /* What tells the label changes every 40 events: the feature, or the label before. */
  private static double lossOfRuns(List<Double> forgetting) {
    Learner average =
        Learners.create(
            ModelSpec.builder(LearnerKind.AVERAGE)
                .average(new AverageSpec(MEMBERS, forgetting, Decision.BAYES_OPTIMAL))
                .build());
    Random random = new Random(11);
    double loss = 0.0;
    for (int i = 0; i < 4_000; i++) {
      boolean byFeature = i / 40 % 2 == 0;
      boolean a = byFeature ? random.nextBoolean() : i % 40 < 20;
      Features x = new Features().number("x", random.nextGaussian() + (byFeature && a ? 4 : 0));
      Posterior answer = average.predict(x);
      loss -= answer.size() < 2 ? 0.0 : Math.log(answer.probabilityOf(a ? "a" : "b"));
      average.learn(x, a ? "a" : "b", 1.0, i);
    }
    return loss;
  }
}
