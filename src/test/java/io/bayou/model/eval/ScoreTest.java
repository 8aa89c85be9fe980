package io.bayou.model.eval;

import static io.bayou.Property.forAll;
import static java.lang.Math.log;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.bayou.model.Posterior;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ScoreTest {
  private static final double EXACT = 1e-15;

  /** One scored event. */
  private record Event(Posterior answer, String label, double weight) {}

  @Test
  void shouldScoreAHandComputedStream() {
    Score score = Score.cumulative(10);
    score.add(new Posterior(), "a", 1.0); // no model yet
    score.add(answer("a", 1.0), "b", 1.0); // an unseen class
    score.add(answer("a", 0.75, "b", 0.25), "a", 1.0);
    score.add(answer("a", 0.4, "b", 0.6), "a", 1.0);

    Scores scores = score.scores();

    assertThat(scores.instances()).isEqualTo(4.0);
    assertThat(scores.accuracy()).isEqualTo(0.25);
    assertThat(scores.logLoss())
        .isCloseTo(log(0 + 0 + 1) + log(1 + 1 + 1) - log(0.75) - log(0.4), within(1e-12));
    assertThat(scores.brier()).isCloseTo(1.0 + 2.0 + 0.125 + 0.72, within(EXACT));
    assertThat(scores.noChangeAccuracy()).isEqualTo(0.25); // a | b | a | a
    assertThat(scores.majorityAccuracy()).isEqualTo(0.5); // none, a, a (first of equals), a
    assertThat(scores.confusion())
        .isEqualTo(Map.of("a", Map.of(Score.NONE, 1.0, "a", 1.0, "b", 1.0), "b", Map.of("a", 1.0)));
    // by chance: a is true in 3 of 4 and said in 2 of 4, b in 1 of 4 and 1 of 4
    assertThat(scores.kappa()).isCloseTo((0.25 - 7.0 / 16) / (1.0 - 7.0 / 16), within(EXACT));
    assertThat(scores.kappaT()).isEqualTo(0.0);
    assertThat(scores.kappaM()).isEqualTo(-0.5);
    // bins: 0 of none, 1 at 1.0 (wrong), 1 at 0.75 (right), 1 at 0.6 (wrong)
    assertThat(scores.ece()).isCloseTo((0.0 + 1.0 + 0.25 + 0.6) / 4, within(EXACT));
  }

  @Test
  void shouldBoundTheLossOfAKnownClass() {
    Score score = Score.cumulative(10);
    score.add(answer("a", 1.0, "b", 0.0), "b", 2.0);

    assertThat(score.scores().meanLogLoss()).isCloseTo(-log(1e-15), within(1e-12));
    assertThat(score.scores().meanBrier()).isEqualTo(2.0);
  }

  @Test
  void shouldChargeANewLabelByWhatCameBeforeWhateverItWeighs() {
    Score score = Score.cumulative(10);
    score.add(new Posterior(), "a", 0.5);
    assertThat(score.scores().logLoss()).isZero(); // of nothing but "new" this is certain

    score.add(answer("a", 1.0), "b", 3.0);
    assertThat(score.scores().logLoss()).isCloseTo(3.0 * log(0.5 + 1 + 1), within(1e-12));
  }

  @Test
  void shouldPutAProbabilityIntoTheBinThatEndsWithIt() {
    Score score = Score.cumulative(10);
    score.add(answer("a", 0.5, "b", 0.5), "a", 1.0);
    score.add(answer("a", 0.500001, "b", 0.499999), "a", 1.0);
    score.add(answer("a", 1.0), "a", 1.0);

    assertThat(score.scores().calibration())
        .extracting(Scores.Bin::instances)
        .containsExactly(0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0);
  }

  @Test
  void shouldCountAWeightedEventAsSoManyEvents() {
    Score weighted = Score.cumulative(10);
    Score repeated = Score.cumulative(10);
    for (Event event : events(new SplittableRandom(1), 50)) {
      weighted.add(event.answer, event.label, 1.0);
      repeated.add(event.answer, event.label, 1.0);
    }
    weighted.add(answer("a", 0.3, "b", 0.7), "b", 2.0);
    weighted.add(answer("a", 0.3, "b", 0.7), "b", 0.0);
    Scores once = repeated.scores();
    repeated.add(answer("a", 0.3, "b", 0.7), "b", 1.0);
    repeated.add(answer("a", 0.3, "b", 0.7), "b", 1.0);

    assertThat(weighted.scores().instances()).isEqualTo(once.instances() + 2.0);
    assertThat(weighted.scores().brier()).isCloseTo(repeated.scores().brier(), within(1e-12));
    assertThat(weighted.scores().confusion()).isEqualTo(repeated.scores().confusion());
    assertThat(weighted.scores().ece()).isCloseTo(repeated.scores().ece(), within(1e-12));
  }

  @Test
  void shouldHaveNoMeasureWithoutEvents() {
    Scores scores = Score.cumulative(10).scores();

    assertThat(scores.instances()).isZero();
    assertThat(scores.accuracy()).isNaN();
    assertThat(scores.meanLogLoss()).isNaN();
    assertThat(scores.kappa()).isNaN();
    assertThat(scores.kappaM()).isNaN();
    assertThat(scores.ece()).isNaN();
  }

  @Test
  void shouldHaveNoKappaWhereTheBaselineIsPerfect() {
    Score score = Score.cumulative(10);
    score.add(answer("a", 1.0), "a", 1.0);

    assertThat(score.scores().kappa()).isNaN();
    assertThat(score.scores().kappaT()).isEqualTo(1.0);
    Scores wrong = new Scores(2.0, 1.0, 0.0, 0.0, 2.0, 1.0, new TreeMap<>(), List.of());
    assertThat(wrong.kappaT()).as("the label before is always right").isNaN();
    assertThat(wrong.kappaM()).isZero();
  }

  @Test
  void shouldGiveTheWholeWhenPartsAreMerged() {
    forAll(
        200,
        random -> {
          List<Event> events = events(random, 1 + random.nextInt(60));
          int cut = random.nextInt(events.size() + 1);
          Scores left = scoresOf(events.subList(0, cut));
          Scores right = scoresOf(events.subList(cut, events.size()));
          Score continued = Score.cumulative(10);
          continued.merge(left);
          continued.merge(right);

          assertSameButForTheSeam(left.merge(right), scoresOf(events));
          assertSameButForTheSeam(right.merge(left), scoresOf(events));
          assertSameButForTheSeam(continued.scores(), scoresOf(events));
        });
  }

  private static void assertSameButForTheSeam(Scores parts, Scores whole) {
    assertThat(parts.instances()).isCloseTo(whole.instances(), within(1e-9));
    assertThat(parts.correct()).isCloseTo(whole.correct(), within(1e-9));
    assertThat(parts.logLoss()).isCloseTo(whole.logLoss(), within(1e-9));
    assertThat(parts.brier()).isCloseTo(whole.brier(), within(1e-9));
    assertThat(parts.ece()).isCloseTo(whole.ece(), within(1e-9));
    assertThat(parts.kappa()).isCloseTo(whole.kappa(), within(1e-9));
    assertThat(parts.confusion().keySet()).isEqualTo(whole.confusion().keySet());
    // at most the event at the seam, whose weight is below 3
    assertThat(whole.noChangeCorrect() - parts.noChangeCorrect()).isBetween(-1e-9, 3.0);
  }

  @Test
  void shouldForgetExponentially() {
    RandomGenerator random = new SplittableRandom(7);
    List<Event> events = events(random, 3_000);
    double factor = 0.9; // reaches the largest unit twice
    Score fading = Score.fading(factor, 10);
    double instances = 0.0;
    double correct = 0.0;
    double brier = 0.0;
    for (Event event : events) {
      fading.add(event.answer, event.label, event.weight);
      Scores one = scoresOf(List.of(event));
      instances = instances * factor + one.instances();
      correct = correct * factor + one.correct();
      brier = brier * factor + one.brier();
    }

    Scores scores = fading.scores();

    assertThat(scores.instances()).isCloseTo(instances, within(1e-9));
    assertThat(scores.correct()).isCloseTo(correct, within(1e-9));
    assertThat(scores.brier()).isCloseTo(brier, within(1e-9));
    assertThat(scores.calibration().stream().mapToDouble(Scores.Bin::instances).sum())
        .isCloseTo(instances, within(1e-9));
    assertThat(sum(scores)).isCloseTo(instances, within(1e-9));
  }

  @Test
  void shouldRefuseAFadingFactorThatIsNone() {
    for (double factor : new double[] {0.0, 1.0, -1.0, Double.NaN}) {
      assertThatThrownBy(() -> Score.fading(factor, 10))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("between 0 and 1, was " + factor);
    }
  }

  @Test
  void shouldKeepOneRowForClassesBeyondTheLimit() {
    Score score = Score.cumulative(2);
    for (String label : List.of("a", "b", "c", "d", "a")) {
      score.add(answer("a", 0.5, label + "x", 0.5), label, 1.0);
    }

    assertThat(score.scores().confusion())
        .isEqualTo(
            Map.of("a", Map.of("a", 2.0), "b", Map.of("a", 1.0), Score.OTHER, Map.of("a", 2.0)));
    assertThat(score.scores().accuracy()).isEqualTo(0.4);
  }

  @Test
  void shouldNotAllocateOnceEveryClassIsKnown() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Score score = Score.cumulative(10);
    Score fading = Score.fading(0.99, 10);
    List<Event> events = events(new SplittableRandom(3), 1_000);
    long before = 0;
    for (int round = 0; round < 20; round++) {
      before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < events.size(); i++) {
        Event event = events.get(i);
        score.add(event.answer, event.label, event.weight);
        fading.add(event.answer, event.label, event.weight);
      }
    }

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2_000);
  }

  private static double sum(Scores scores) {
    return scores.confusion().values().stream()
        .flatMap(row -> row.values().stream())
        .mapToDouble(weight -> weight)
        .sum();
  }

  private static Scores scoresOf(List<Event> events) {
    Score score = Score.cumulative(10);
    events.forEach(event -> score.add(event.answer, event.label, event.weight));
    return score.scores();
  }

  private static List<Event> events(RandomGenerator random, int n) {
    List<Event> events = new ArrayList<>();
    String[] labels = {"a", "b", "c"};
    for (int i = 0; i < n; i++) {
      Posterior answer = new Posterior();
      answer.begin(labels);
      for (int c = 0; c < labels.length; c++) {
        answer.set(c, 0.0, 3.0 * random.nextGaussian());
      }
      answer.finish();
      events.add(new Event(answer, labels[random.nextInt(3)], 3.0 * random.nextDouble()));
    }
    return events;
  }

  private static Posterior answer(Object... labelsAndProbabilities) {
    TreeMap<String, Double> sorted = new TreeMap<>();
    for (int i = 0; i < labelsAndProbabilities.length; i += 2) {
      sorted.put((String) labelsAndProbabilities[i], (Double) labelsAndProbabilities[i + 1]);
    }
    Posterior answer = new Posterior();
    answer.begin(sorted.keySet().toArray(String[]::new));
    int c = 0;
    for (double p : sorted.values()) {
      answer.set(c++, 0.0, log(p));
    }
    answer.finish();
    return answer;
  }
}
