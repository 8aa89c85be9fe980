package io.bayou.model.eval;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Posterior;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Every sum of a score against a plain loop over all events, each with its faded weight. */
class FadingScoreTest {
  private static final String[] LABELS = {"a", "b", "c"};

  /** One scored event. */
  private record Event(Posterior answer, String label, double weight) {
    double p() {
      return answer.probabilityOf(label);
    }

    String best() {
      return answer.label(answer.best());
    }
  }

  @Test
  void shouldFadeEverySumAlike() {
    forAll(
        20,
        random -> {
          double factor = 0.55 + 0.4 * random.nextDouble(); // the largest unit is passed sometimes
          List<Event> events = events(random, 600);
          Score score = Score.fading(factor, 10);
          events.forEach(event -> score.add(event.answer, event.label, event.weight));

          assertSame(score.scores(), expected(events, factor));
        });
  }

  @Test
  void shouldTellWhenEverySumWasScaled() {
    Score score = Score.fading(0.5, 10);
    Event event = events(new java.util.SplittableRandom(1), 1).get(0);
    int scaled = 0;
    for (int i = 0; i < 700; i++) { // 2^333 passes 1e100
      scaled += score.add(event.answer, event.label, 1.0) ? 1 : 0;
    }

    assertThat(scaled).isEqualTo(2);
    assertThat(score.instances()).isCloseTo(2.0, within(1e-12));
    assertThat(score.correct()).isCloseTo(score.scores().correct(), within(1e-12));
    assertThat(score.logLoss()).isCloseTo(-2.0 * Math.log(event.p()), within(1e-12));
    assertThat(score.brier()).isCloseTo(score.scores().brier(), within(1e-12)).isPositive();
  }

  @Test
  void shouldFadeWhatWasRight() {
    Score score = Score.fading(0.5, 10);
    Event event = events(new java.util.SplittableRandom(1), 1).get(0);
    for (int i = 0; i < 3; i++) {
      score.add(event.answer, event.best(), 1.0);
    }

    assertThat(score.correct()).isEqualTo(1.0 + 0.5 + 0.25);
  }

  @Test
  void shouldNotScaleASumThatDoesNotFade() {
    Score score = Score.cumulative(10);
    Event event = events(new java.util.SplittableRandom(1), 1).get(0);

    assertThat(score.add(event.answer, event.label, 1.0)).isFalse();
  }

  /* What comes from elsewhere counts as much as what was scored here just now. */
  @Test
  void shouldAddWhatWasScoredElsewhereToAFadedSum() {
    forAll(
        20,
        random -> {
          double factor = 0.7;
          List<Event> here = events(random, 40);
          List<Event> there = events(random, 30);
          Score score = Score.fading(factor, 10);
          Score other = Score.fading(factor, 10);
          here.forEach(event -> score.add(event.answer, event.label, event.weight));
          there.forEach(event -> other.add(event.answer, event.label, event.weight));

          score.merge(other.scores());

          assertSame(score.scores(), expected(here, factor).merge(expected(there, factor)));
        });
  }

  /* Both know a class that the posterior does not: it is charged by what is left of the past. */
  @Test
  void shouldChargeANewLabelByTheFadedPast() {
    Score score = Score.fading(0.5, 10);
    Posterior none = new Posterior();
    score.add(none, "a", 1.0);
    score.add(none, "a", 1.0);
    double before = score.logLoss();

    score.add(none, "b", 1.0);

    assertThat(score.logLoss() - before / 2.0)
        .isCloseTo(Math.log((1.0 + 0.5) / 2.0 + 1.0 + 1.0), within(1e-12));
  }

  private static void assertSame(Scores actual, Scores expected) {
    assertThat(actual.instances()).isCloseTo(expected.instances(), within(1e-9));
    assertThat(actual.correct()).isCloseTo(expected.correct(), within(1e-9));
    assertThat(actual.logLoss()).isCloseTo(expected.logLoss(), within(1e-9));
    assertThat(actual.brier()).isCloseTo(expected.brier(), within(1e-9));
    assertThat(actual.noChangeCorrect()).isCloseTo(expected.noChangeCorrect(), within(1e-9));
    assertThat(actual.majorityCorrect()).isCloseTo(expected.majorityCorrect(), within(1e-9));
    assertThat(actual.confusion().keySet()).isEqualTo(expected.confusion().keySet());
    expected
        .confusion()
        .forEach(
            (truth, row) ->
                row.forEach(
                    (predicted, weight) ->
                        assertThat(actual.confusion().get(truth).getOrDefault(predicted, 0.0))
                            .isCloseTo(weight, within(1e-9))));
    for (int bin = 0; bin < Score.BINS; bin++) {
      Scores.Bin mine = actual.calibration().get(bin);
      Scores.Bin theirs = expected.calibration().get(bin);
      assertThat(mine.instances()).isCloseTo(theirs.instances(), within(1e-9));
      assertThat(mine.confidence()).isCloseTo(theirs.confidence(), within(1e-9));
      assertThat(mine.correct()).isCloseTo(theirs.correct(), within(1e-9));
    }
  }

  private static Scores expected(List<Event> events, double factor) {
    double[] sums = new double[6];
    SortedMap<String, SortedMap<String, Double>> confusion = new TreeMap<>();
    double[][] bins = new double[Score.BINS][3];
    Map<String, Double> totals = new TreeMap<>();
    String majority = null;
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      double w = event.weight * Math.pow(factor, events.size() - 1 - i);
      boolean right = event.best().equals(event.label);
      sums[0] += w;
      sums[1] += right ? w : 0.0;
      sums[2] -= w * Math.log(event.p());
      sums[3] += w * brier(event);
      sums[4] += i > 0 && events.get(i - 1).label.equals(event.label) ? w : 0.0;
      sums[5] += event.label.equals(majority) ? w : 0.0;
      totals.merge(event.label, w, Double::sum);
      if (majority == null || totals.get(event.label) > totals.get(majority)) {
        majority = event.label;
      }
      confusion
          .computeIfAbsent(event.label, label -> new TreeMap<>())
          .merge(event.best(), w, Double::sum);
      double confidence = event.answer.probability(event.answer.best());
      double[] bin = bins[(int) Math.ceil(confidence * Score.BINS) - 1];
      bin[0] += w;
      bin[1] += w * confidence;
      bin[2] += right ? w : 0.0;
    }
    List<Scores.Bin> calibration = new ArrayList<>();
    for (double[] bin : bins) {
      calibration.add(new Scores.Bin(bin[0], bin[1], bin[2]));
    }
    return new Scores(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], confusion, calibration);
  }

  private static double brier(Event event) {
    double sum = 0.0;
    for (String label : LABELS) {
      double truth = label.equals(event.label) ? 1.0 : 0.0;
      sum += Math.pow(event.answer.probabilityOf(label) - truth, 2);
    }
    return sum;
  }

  private static List<Event> events(RandomGenerator random, int n) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Posterior answer = new Posterior();
      answer.begin(LABELS);
      for (int c = 0; c < LABELS.length; c++) {
        answer.set(c, 0.0, 2.0 * random.nextGaussian());
      }
      answer.finish();
      events.add(new Event(answer, LABELS[random.nextInt(3)], 0.1 + 2.0 * random.nextDouble()));
    }
    return events;
  }
}
