package io.bayou.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bayou.Oracle;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogisticLearnerTest {
  private static final Oracle IRIS = Oracle.load("sk_logreg_iris");
  private static final ModelSpec SPEC = spec(new LogisticSpec(1.0, 1e6, 1.0, false));

  @Test
  void shouldComeNearTheConvergedPosteriorInSeveralPasses() {
    // A tenth of an example each, and ten passes that count: in the end as much as one pass in all,
    // and approximated where the weights are by then.
    Learner learner =
        new LogisticLearner(spec(new LogisticSpec(1.0, 1e6, 1.0 - 1.0 / 1_200, false)));
    for (int pass = 0; pass < 80; pass++) {
      learn(learner, 0, 120, 0.1);
    }

    assertNear(learner, 0.02);
  }

  @Test
  void shouldSumPartsInAnyOrder() {
    Learner forth = half(0);
    forth.merge(half(60));
    Learner back = half(60);
    back.merge(half(0));

    assertThat(posteriors(forth)).containsExactly(posteriors(back), within(1e-9));
    assertThat(forth.examples()).isEqualTo(120);
  }

  private static Learner half(int from) {
    Learner learner = new LogisticLearner(SPEC);
    learn(learner, from, from + 60, 1.0);
    return learner;
  }

  @Test
  void shouldTakeBackTheLastExampleExactly() {
    Learner learner = new LogisticLearner(SPEC);
    learn(learner, 0, 60, 1.0);
    double[] before = posteriors(learner);
    learn(learner, 60, 61, 1.0);
    assertThat(posteriors(learner)[0]).isNotEqualTo(before[0]);
    learner.retract(features(row(60)), label(60), 1.0, 0L);

    assertThat(posteriors(learner)).containsExactly(before, within(1e-9));
  }

  @Test
  void shouldHoldAClassThatComesLateToBeRare() {
    Learner learner = new LogisticLearner(spec(new LogisticSpec(10.0, 100.0, 1.0, true)));
    for (int i = 0; i < 1_000; i++) {
      learner.learn(new Features().number("x", i % 7), "common", 1.0, 0L);
    }
    learner.learn(new Features().number("x", 3.0), "rare", 1.0, 0L);

    assertThat(learner.predict(new Features().number("x", 3.0)).probabilityOf("rare"))
        .isBetween(1e-5, 0.3);
  }

  @Test
  void shouldNotBeSureOfCategoriesThatItNeverSawApart() {
    // Flights in long runs of one route, with delays that no sum of two airports explains.
    Learner learner = new LogisticLearner(spec(new LogisticSpec(10.0, 100.0, 1.0, true)));
    SplittableRandom random = new SplittableRandom(7);
    int runs = 60;
    int length = 80;
    double loss = 0.0;
    for (int run = 0; run < runs; run++) {
      Features x = new Features();
      x.text("from", "a" + random.nextInt(12)).text("to", "b" + random.nextInt(12));
      double late = random.nextBoolean() ? 0.95 : 0.05;
      for (int i = 0; i < length; i++) {
        String label = random.nextDouble() < late ? "late" : "on time";
        loss -= Math.log(Math.max(1e-9, learner.predict(x).probabilityOf(label)));
        learner.learn(x, label, 1.0, 0L);
      }
    }

    assertThat(loss / (runs * length)).isLessThan(0.33);
  }

  private static ModelSpec spec(LogisticSpec logistic) {
    return ModelSpec.builder(LearnerKind.LOGISTIC).logistic(logistic).build();
  }

  private static void learn(Learner learner, int from, int to, double weight) {
    for (int i = from; i < to; i++) {
      learner.learn(features(row(i)), label(i), weight, 0L);
    }
  }

  private static void assertNear(Learner learner, double tolerance) {
    List<Oracle> expected = IRIS.get("cases").list().get(0).get("expected").get("posterior").list();
    List<Oracle> queries = IRIS.get("query").list();
    for (int q = 0; q < queries.size(); q++) {
      Posterior answer = learner.predict(features(queries.get(q).numbers()));
      double[] posterior = expected.get(q).numbers();
      for (int c = 0; c < posterior.length; c++) {
        assertThat(answer.probability(c))
            .as("query %d, class %d", q, c)
            .isCloseTo(posterior[c], within(tolerance));
      }
    }
  }

  private static double[] posteriors(Learner learner) {
    return IRIS.get("query").list().stream()
        .mapToDouble(query -> learner.predict(features(query.numbers())).probability(0))
        .toArray();
  }

  private static double[] row(int i) {
    return IRIS.get("train").get("X").list().get(i).numbers();
  }

  private static String label(int i) {
    int code = (int) IRIS.get("train").get("y").list().get(i).number();
    return IRIS.get("classes").list().get(code).text();
  }

  private static Features features(double[] values) {
    Features x = new Features();
    for (int j = 0; j < values.length; j++) {
      x.number("x" + j, values[j]);
    }
    return x;
  }

  @Test
  void shouldForgetCategoriesThatDoNotOccur() {
    LogisticSpec rule = new LogisticSpec(2.0, 100.0, 0.5, false);
    LogisticLearner learner =
        new LogisticLearner(ModelSpec.builder(LearnerKind.LOGISTIC).logistic(rule).build());
    for (int i = 0; i < 6; i++) {
      learner.learn(new Features().text("x", "v" + i % 3), "c" + i % 2, 1.0, 0L);
    }
    Logit before = cell(learner);
    for (int i = 0; i < 400; i++) { // beyond 1e-100, where the evidence is brought up to date
      learner.learn(new Features().text("x", "w"), "c" + i % 2, 1.0, 0L);
      double kept = Math.pow(0.5, i + 1);
      double precision = (1.0 / before.variance - 0.5) * kept + 0.5;
      double linear = before.mean / before.variance * kept;
      assertThat(1.0 / cell(learner).variance).isCloseTo(precision, within(1e-12));
      assertThat(cell(learner).mean * precision).isCloseTo(linear, withinPercentage(1e-9));
    }
  }

  /* The weight of the first category in the first class. */
  private static Logit cell(LogisticLearner learner) {
    Logit logit = new Logit();
    learner.state().weights().get(0).cell(0, logit);
    return logit;
  }
}
