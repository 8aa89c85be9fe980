package io.bayou.model.eval;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Posterior;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PerClassTest {
  private static final double CELL = 1.0 / ClassScores.MAX_CELLS;

  /** One scored event: the probability of the class, and whether it was of the class. */
  private record Event(double p, boolean own) {}

  @Test
  void shouldMeasureAHandComputedMatrix() {
    Score score = Score.cumulative(10);
    score.add(new Posterior(), "a", 1.0); // nothing predicted
    add(score, 3, 0.75, "a");
    add(score, 1, 0.25, "a");
    add(score, 2, 0.75, "b");
    add(score, 4, 0.25, "b");

    PerClass measures = PerClass.of(score.scores());

    PerClass.Measures a = measures.classes().get("a");
    assertThat(a.support()).isEqualTo(5.0);
    assertThat(a.precision()).isEqualTo(3.0 / 5);
    assertThat(a.recall()).isEqualTo(3.0 / 5);
    assertThat(a.f1()).isEqualTo(6.0 / 10);
    assertThat(a.specificity()).isEqualTo(4.0 / 6);
    // above: 3 of a, 2 of b; middle: 1 and 4; none: 1 and 0
    assertThat(a.auc()).isCloseTo((3 * (4 + 1.0) + 1 * 2.0) / 30, within(1e-12));
    PerClass.Measures b = measures.classes().get("b");
    assertThat(b.precision()).isEqualTo(4.0 / 5);
    assertThat(b.recall()).isEqualTo(4.0 / 6);
    assertThat(b.logLoss())
        .isCloseTo((2 * Math.log(4) - 4 * Math.log(0.75)) / 6, within(1e-12)); // p(b) is 1 - p(a)
    assertThat(measures.balancedAccuracy()).isCloseTo((0.6 + 4.0 / 6) / 2, within(1e-12));
    assertThat(measures.macroF1()).isCloseTo((0.6 + 8.0 / 11) / 2, within(1e-12));
    assertThat(measures.microF1()).isCloseTo(2 * 7.0 / (11 + 10), within(1e-12));
  }

  private static void add(Score score, int times, double p, String label) {
    for (int i = 0; i < times; i++) {
      score.add(answer(p), label, 1.0);
    }
  }

  @Test
  void shouldLeaveUndefinedWhatNothingDefines() {
    Score score = Score.cumulative(10);
    score.add(answer(1.0), "a", 1.0);
    score.add(answer(1.0), "c", 1.0);

    Map<String, PerClass.Measures> classes = PerClass.of(score.scores()).classes();

    assertThat(classes).containsOnlyKeys("a", "c");
    assertThat(classes.get("c").precision()).isNaN(); // never predicted
    assertThat(classes.get("c").recall()).isZero();
    assertThat(classes.get("c").f1()).isZero();
    assertThat(classes.get("c").auc()).isEqualTo(0.5); // always 0
    assertThat(PerClass.of(Scores.empty()).macroF1()).isNaN();
    assertThat(PerClass.of(Scores.empty()).balancedAccuracy()).isNaN();
  }

  /* Calibrated and not, rare classes and frequent ones, certain answers with ties among them. */
  @Test
  void shouldBeAsExactAsACell() {
    forAll(
        60,
        random -> {
          List<Event> events = events(random, 4_000 + random.nextInt(16_000));
          Score score = Score.cumulative(10);
          events.forEach(event -> score.add(answer(event.p), event.own ? "a" : "b", 1.0));

          PerClass.Measures measures = PerClass.of(score.scores()).classes().get("a");

          assertThat(measures.auc()).isCloseTo(exactAuc(events), within(CELL));
          assertThat(measures.averagePrecision()).isCloseTo(exactPrecision(events), within(CELL));
        });
  }

  private static List<Event> events(RandomGenerator random, int count) {
    double rare = random.nextBoolean() ? 0.02 : 0.05 + 0.5 * random.nextDouble();
    double separation = 3.0 * random.nextDouble();
    double confidence = new double[] {0.3, 1.0, 4.0, 30.0}[random.nextInt(4)];
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean own = random.nextDouble() < rare;
      double x = random.nextGaussian() + (own ? separation : 0.0);
      double logit = separation * (x - separation / 2.0) + Math.log(rare / (1.0 - rare));
      events.add(new Event(1.0 / (1.0 + Math.exp(-confidence * logit)), own));
    }
    return events;
  }

  /* Every pair of an event of the class and one of another, by ranks. */
  private static double exactAuc(List<Event> events) {
    List<Event> sorted = sorted(events);
    double won = 0.0;
    double below = 0.0;
    for (int i = 0; i < sorted.size(); ) {
      int end = i;
      double own = 0.0;
      double others = 0.0;
      for (; end < sorted.size() && sorted.get(end).p == sorted.get(i).p; end++) {
        own += sorted.get(end).own ? 1.0 : 0.0;
        others += sorted.get(end).own ? 0.0 : 1.0;
      }
      won += own * (below + others / 2.0);
      below += others;
      i = end;
    }
    return won / (below * (events.size() - below));
  }

  /* The sum over distinct thresholds of (recall - recall before) times precision. */
  private static double exactPrecision(List<Event> events) {
    List<Event> sorted = sorted(events);
    double all = events.stream().filter(Event::own).count();
    double hits = 0.0;
    double before = 0.0;
    double sum = 0.0;
    for (int i = sorted.size() - 1; i >= 0; i--) {
      hits += sorted.get(i).own ? 1.0 : 0.0;
      if (i == 0 || sorted.get(i - 1).p != sorted.get(i).p) {
        sum += (hits - before) / all * (hits / (sorted.size() - i));
        before = hits;
      }
    }
    return sum;
  }

  private static List<Event> sorted(List<Event> events) {
    List<Event> sorted = new ArrayList<>(events);
    sorted.sort(Comparator.comparingDouble(Event::p));
    return sorted;
  }

  @Test
  void shouldAddUpOverSources() {
    forAll(
        40,
        random -> {
          List<Event> events = events(random, 500);
          Score whole = Score.cumulative(10);
          Score left = Score.cumulative(10);
          Score right = Score.cumulative(10);
          for (Event event : events) {
            String label = event.own ? "a" : "b";
            whole.add(answer(event.p), label, 1.0);
            (random.nextBoolean() ? left : right).add(answer(event.p), label, 1.0);
          }

          Scores sum = left.scores().merge(right.scores());
          left.merge(right.scores());

          assertSame(sum.classes(), whole.scores().classes());
          assertSame(left.scores().classes(), whole.scores().classes());
        });
  }

  private static void assertSame(Map<String, ClassScores> some, Map<String, ClassScores> others) {
    assertThat(some.keySet()).isEqualTo(others.keySet());
    some.forEach(
        (label, scores) -> {
          assertThat(scores.cells()).isEqualTo(others.get(label).cells());
          assertThat(scores.logLoss()).isCloseTo(others.get(label).logLoss(), within(1e-9));
        });
  }

  @Test
  void shouldStopCountingBeyondTheLimitOfClasses() {
    Score score = Score.cumulative(1_000);
    for (int i = 0; i < Scores.MAX_CLASSES; i++) {
      score.add(new Posterior(), "class " + i, 1.0);
    }
    assertThat(PerClass.of(score.scores()).classes().get("class 1").auc()).isEqualTo(0.5);

    score.add(new Posterior(), "one more", 1.0);

    assertThat(PerClass.of(score.scores()).classes().get("class 1").auc()).isNaN();
    assertThat(PerClass.of(score.scores()).classes().get("class 1").recall()).isZero();
    assertThat(score.scores().classes()).hasSize(Scores.MAX_CLASSES);
  }

  @Test
  void shouldKeepCellsInOrder() {
    int finest = LogitScale.FINEST;
    int before = LogitScale.cell(Double.MIN_VALUE);
    assertThat(before >> (finest - LogitScale.COARSEST)).isEqualTo(-117);
    for (double p = 1e-290; p < 0.5; p *= 1.3) {
      int cell = LogitScale.cell(p);
      assertThat(cell).isGreaterThan(before);
      assertThat(LogitScale.low(cell, finest)).isLessThanOrEqualTo(p * (1.0 + 1e-9));
      assertThat(LogitScale.low(cell + 1, finest)).isGreaterThan(p * (1.0 - 1e-9));
      assertThat(LogitScale.isCell(cell, finest)).isTrue();
      before = cell;
    }
    assertThat(LogitScale.cell(0.5)).isZero();
    assertThat(LogitScale.cell(Math.nextDown(1.0))).isLessThan(5 << finest);
    assertThat(LogitScale.isCertain(LogitScale.cell(1.0), finest)).isTrue();
    assertThat(LogitScale.isCertain(LogitScale.cell(1.0) >> 3, finest - 3)).isTrue();
    assertThat(LogitScale.low(LogitScale.cell(1.0), finest)).isEqualTo(1.0);
  }

  @Test
  void shouldFitEveryProbabilityIntoTheCells() {
    ClassHistogram histogram = new ClassHistogram();
    for (double p = Double.MIN_VALUE; p < 0.5; p *= 1.0 + 1e-3 + Double.MIN_VALUE / p) {
      histogram.add(LogitScale.cell(p), true, 1.0);
      histogram.add(LogitScale.cell(1.0 - p), false, 1.0);
    }
    histogram.add(LogitScale.cell(1.0), true, 1.0);

    ClassScores scores = histogram.scores(1.0);

    assertThat(scores.scale()).isEqualTo(LogitScale.COARSEST);
    assertThat(scores.cells()).hasSizeBetween(150, 188);
  }

  private static Posterior answer(double p) {
    Posterior answer = new Posterior();
    answer.begin(new String[] {"a", "b"});
    answer.set(0, 0.0, Math.log(p));
    answer.set(1, 0.0, Math.log1p(-p));
    answer.finish();
    return answer;
  }

  @Test
  void shouldMergeOnTheCoarserScale() {
    ClassScores fine = new ClassScores(1.0, 6, List.of(cell(-5), cell(-4), cell(7)));
    ClassScores coarse = new ClassScores(2.0, 5, List.of(cell(-3), cell(4)));

    ClassScores both =
        new ClassScores(
            3.0, 5, List.of(new ClassScores.Cell(-3, 2.0, 4.0), cell(-2), cell(3), cell(4)));
    assertThat(fine.merge(coarse)).isEqualTo(both);
    assertThat(coarse.merge(fine)).isEqualTo(both);
    assertThat(fine.merge(ClassScores.EMPTY)).isEqualTo(fine);
  }

  private static ClassScores.Cell cell(int index) {
    return new ClassScores.Cell(index, 1.0, 2.0);
  }
}
