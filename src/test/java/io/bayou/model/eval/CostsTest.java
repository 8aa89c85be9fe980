package io.bayou.model.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.AnswerSpec;
import io.bayou.model.spec.Calibration;
import io.bayou.model.spec.DecideSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CostsTest {
  private static final DecideSpec FRAUD =
      new DecideSpec(
          new TreeMap<>(Map.of("fraud", new TreeMap<>(Map.of("legit", 50.0)))),
          OptionalDouble.empty(),
          new TreeMap<>());

  /** One event: the probability of fraud, and whether it was one. */
  private record Event(double p, boolean fraud) {}

  @Test
  void shouldSumWhatWasPaid() {
    Score score = Score.cumulative(spec(FRAUD));
    score.add(new Posterior(), "legit", 1.0); // nothing to decide: 1
    score.add(answer(0.5), "legit", 1.0); // blocked: 1
    score.add(answer(0.5), "fraud", 1.0); // blocked: 0
    score.add(answer(0.01), "fraud", 1.0); // passed: 50
    score.add(answer(0.01), "legit", 4.0); // passed: 0

    Costs costs = Costs.of(score.scores(), FRAUD);

    assertThat(costs.cost()).isEqualTo(52.0 / 8);
    assertThat(costs.rejected()).isEqualTo(1.0 / 8);
    assertThat(costs.always()).isEqualTo(Map.of("fraud", 6.0 / 8, "legit", 100.0 / 8));
    assertThat(costs.bestThreshold())
        .isEqualTo(5.0 / 8); // block all but the first, which had p = 0
  }

  /* Calibrated answers and 2 % fraud: deciding by cost is as good as the best threshold. */
  @Test
  void shouldPayAboutAsMuchAsTheBestThreshold() {
    SplittableRandom random = new SplittableRandom(7);
    Score score = Score.cumulative(spec(FRAUD));
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      boolean fraud = random.nextDouble() < 0.02;
      double x = random.nextGaussian() + (fraud ? 2.0 : 0.0);
      events.add(new Event(1.0 / (1.0 + Math.exp(2.0 - 2.0 * x) * 49.0), fraud));
    }
    events.forEach(event -> score.add(answer(event.p), event.fraud ? "fraud" : "legit", 1.0));

    Costs costs = Costs.of(score.scores(), FRAUD);

    double exact = exactBest(events);
    assertThat(costs.bestThreshold()).isBetween(exact, exact * 1.005);
    assertThat(costs.cost()).isBetween(exact, exact * 1.03);
    assertThat(costs.always().get("legit")).isCloseTo(1.0, within(0.1));
  }

  /* The same with answers that are learned from the stream. */
  @Test
  void shouldPayAboutAsMuchWhileItLearns() {
    AnswerSpec answers = AnswerSpec.DEFAULT.withDecide(FRAUD);
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.NAIVE_BAYES)
            .answers(answers.withCalibration(Calibration.TEMPERATURE))
            .build();
    Learner learner = Learners.create(spec);
    Score score = Score.cumulative(spec);
    SplittableRandom random = new SplittableRandom(7);
    Posterior answer = new Posterior();
    for (int i = 0; i < 50_000; i++) {
      String label = random.nextDouble() < 0.02 ? "fraud" : "legit";
      double shift = label.equals("fraud") ? 1.4 : 0.0;
      Features event =
          new Features()
              .number("a", random.nextGaussian() + shift)
              .number("b", random.nextGaussian() + shift);
      learner.predict(event, answer);
      score.add(answer, label, 1.0);
      learner.learn(event, label, 1.0, i);
    }

    Costs costs = Costs.of(score.scores(), FRAUD);

    assertThat(costs.cost()).isLessThan(costs.bestThreshold() * 1.03);
    assertThat(costs.cost()).isLessThan(costs.always().get("fraud") / 2);
  }

  private static double exactBest(List<Event> events) {
    events.sort((a, b) -> Double.compare(b.p, a.p));
    double cost = 50.0 * events.stream().filter(Event::fraud).count();
    double best = cost;
    for (Event event : events) {
      cost += event.fraud ? -50.0 : 1.0;
      best = Math.min(best, cost);
    }
    return best / events.size();
  }

  @Test
  void shouldKnowNoThresholdForThreeClasses() {
    Score score = Score.cumulative(spec(FRAUD));
    score.add(answer(0.5), "fraud", 1.0);
    score.add(answer(0.3), "legit", 1.0);
    score.add(answer(0.5), "other", 1.0);

    assertThat(Costs.of(score.scores(), FRAUD).bestThreshold()).isNaN();
  }

  @Test
  void shouldAddUpAndFade() {
    PrequentialScore score = new PrequentialScore(spec(FRAUD));
    score.add(answer(0.01), "fraud", 1.0);
    score.add(answer(0.01), "legit", 1.0);

    assertThat(score.cumulative().actions().cost()).isEqualTo(50.0);
    assertThat(score.fading().actions().cost()).isCloseTo(50.0 * 0.999, within(1e-9));
    assertThat(score.cumulative().merge(score.fading()).actions().cost())
        .isCloseTo(50.0 * 1.999, within(1e-9));
  }

  private static ModelSpec spec(DecideSpec decide) {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .answers(AnswerSpec.DEFAULT.withDecide(decide))
        .build();
  }

  private static Posterior answer(double p) {
    Posterior answer = new Posterior();
    answer.begin(new String[] {"fraud", "legit"});
    answer.set(0, 0.0, Math.log(p));
    answer.set(1, 0.0, Math.log1p(-p));
    answer.finish();
    return answer;
  }
}
