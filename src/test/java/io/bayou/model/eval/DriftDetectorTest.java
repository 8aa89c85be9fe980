package io.bayou.model.eval;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.eval.DriftDetector.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class DriftDetectorTest {
  private static final int EVENTS = 50;

  private final DriftDetector detector = new DriftDetector();

  @Test
  void shouldCutWhereThePartsDifferByMoreThanChanceAllows() {
    // With 3 cuts: ln(3/0.003) = 6.907755 and 1/300 + 1/100 = 0.013333. For 31 errors the window
    // has 61 in 400, so chance allows sqrt(2 * 0.013333 * 0.129244 * 6.907755)
    // + 2/3 * 0.013333 * 6.907755 = 0.215699, which 0.31 - 0.10 does not pass; for 32 errors it is
    // 0.216729, which 0.32 - 0.10 passes.
    assertThat(afterThreeLooks(31)).isEmpty();
    assertThat(afterThreeLooks(32)).hasValue(new Change(3, 0.10, 0.32));
  }

  private static Optional<Change> afterThreeLooks(int errors) {
    DriftDetector detector = new DriftDetector(0.003, 0.01);
    for (int time = 0; time < 3; time++) {
      assertThat(detector.look(time, 100, 10)).isEmpty();
    }
    return detector.look(3, 100, errors);
  }

  @Test
  void shouldFindWhatASearchOverAllLooksFinds() {
    forAll(
        50,
        random -> {
          DriftDetector tested = new DriftDetector(0.01, 0.02);
          WindowOfLooks reference = new WindowOfLooks(0.01, 0.02);
          double rate = random.nextDouble();
          for (int time = 0; time < 400; time++) {
            rate = random.nextInt(60) == 0 ? random.nextDouble() : rate;
            int events = random.nextInt(2 * EVENTS);
            int errors = errors(random, events, rate);
            assertSame(tested.look(time, events, errors), reference.look(time, events, errors));
            assertThat(tested.looks()).isEqualTo(reference.looks.size());
          }
        });
  }

  private static void assertSame(Optional<Change> found, Optional<Change> expected) {
    assertThat(found.map(Change::since)).isEqualTo(expected.map(Change::since));
    expected.ifPresent(
        change -> {
          assertThat(found.get().before()).isCloseTo(change.before(), within(1e-9));
          assertThat(found.get().after()).isCloseTo(change.after(), within(1e-9));
        });
  }

  @Test
  void shouldStayQuietWhileNothingChanges() {
    forAll(
        200,
        random -> assertThat(changes(detector(), random, random.nextDouble(), 1_000)).isEmpty());
  }

  @Test
  void shouldNotGiveMoreFalseAlarmsThanItMay() {
    double falseAlarms = 0.01;
    int looks = 1_000;
    int runs = 200;
    int alarms = 0;
    for (int seed = 0; seed < runs; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      DriftDetector eager = new DriftDetector(falseAlarms, 0.0);
      alarms += changes(eager, random, 0.05 + 0.4 * random.nextDouble(), looks).size();
    }

    double mayGive = falseAlarms * looks * runs;
    assertThat((double) alarms).as("the bound is a safe one").isBetween(1.0, 0.1 * mayGive);
  }

  @Test
  void shouldFindAChangeSoonAndSayWhenItCame() {
    forAll(
        200,
        random -> {
          DriftDetector tested = detector();
          assertThat(changes(tested, random, 0.1, 300)).isEmpty();
          List<Integer> noticed = new ArrayList<>();
          List<Change> found = new ArrayList<>();
          for (int time = 300; time < 600; time++) {
            int now = time;
            tested
                .look(time, EVENTS, errors(random, EVENTS, 0.35))
                .ifPresent(
                    change -> {
                      noticed.add(now);
                      found.add(change);
                    });
          }
          assertThat(found).hasSize(1);
          assertThat(noticed.get(0)).isBetween(300, 306);
          assertThat(found.get(0).since()).isBetween(290L, 303L);
          assertThat(found.get(0).before()).isCloseTo(0.1, within(0.02));
          assertThat(found.get(0).after()).isCloseTo(0.35, within(0.15));
        });
  }

  @Test
  void shouldFindASecondChangeAfterARecovery() {
    forAll(
        50,
        random -> {
          DriftDetector tested = detector();
          assertThat(changes(tested, random, 0.1, 100)).isEmpty();
          assertThat(changes(tested, random, 0.4, 100)).hasSize(1);
          assertThat(changes(tested, random, 0.1, 100)).as("getting better").isEmpty();
          assertThat(changes(tested, random, 0.4, 100)).hasSize(1);
          assertThat(changes(tested, random, 0.7, 100)).as("worse still").hasSize(1);
          assertThat(tested.errorRate()).isCloseTo(0.7, within(0.05));
        });
  }

  @Test
  void shouldNotMindAModelThatStillLearns() {
    RandomGenerator random = new SplittableRandom(1);
    for (int time = 0; time < 500; time++) {
      double rate = 0.05 + 0.6 / (1 + time / 5.0);
      assertThat(detector.look(time, EVENTS, errors(random, EVENTS, rate))).isEmpty();
    }
    assertThat(detector.errorRate()).isLessThan(0.1);
  }

  @Test
  void shouldPassOverWhatIsCertainButDoesNotMatterUntilItAddsUp() {
    int million = 1_000_000;
    List<Change> found = new ArrayList<>();
    for (int time = 0; time < 100; time++) {
      double rate = 0.1 + 0.0004 * time;
      detector.look(time, million, rate * million).ifPresent(found::add);
      if (time == 20) {
        assertThat(found).isEmpty();
      }
    }

    assertThat(found).isNotEmpty().hasSizeLessThan(5);
    assertThat(found).allSatisfy(c -> assertThat(c.after() - c.before()).isBetween(0.01, 0.02));
  }

  @Test
  void shouldReportARiseThatIsJustLargeEnough() {
    DriftDetector tested = new DriftDetector(0.01, 0.25);
    tested.look(0, 1_024, 256);

    assertThat(tested.look(1, 1_024, 512)).hasValue(new Change(1, 0.25, 0.5));
  }

  @Test
  void shouldWorkWithOneEventAtALook() {
    List<Change> found = new ArrayList<>();
    RandomGenerator random = new SplittableRandom(5);
    for (int time = 0; time < 4_000; time++) {
      double rate = time < 2_000 ? 0.1 : 0.5;
      detector.look(time, 1, errors(random, 1, rate)).ifPresent(found::add);
    }

    assertThat(found).hasSize(1);
    assertThat(found.get(0).since()).isBetween(1_900L, 2_100L);
  }

  @Test
  void shouldRememberALongTimeInLittleSpace() {
    DriftDetector tested = new DriftDetector(1e-5, 0.01, 1 << 10);
    for (int time = 0; time < 20_000; time++) {
      tested.look(time, 10, 1);
      assertThat(tested.buckets()).isBetween(1, 5 * 11 + 1);
    }
    assertThat(tested.looks()).isBetween(4L << 10, 12L << 10);
  }

  @Test
  void shouldPassOverALookWithoutEvents() {
    detector.look(1, 10, 2);
    assertThat(detector.look(2, 0, 0)).isEmpty();
    assertThat(detector.look(3, Double.NaN, 1)).isEmpty();
    assertThat(detector.look(4, 10, -1e-9)).as("a rounded difference").isEmpty();
    assertThat(detector.looks()).isEqualTo(2);
    assertThat(detector.errorRate()).isEqualTo(0.1);
    assertThat(new DriftDetector().errorRate()).isNaN();
  }

  @Test
  void shouldRefuseNonsense() {
    assertThatIllegalArgumentException().isThrownBy(() -> new DriftDetector(0.0, 0.01));
    assertThatIllegalArgumentException().isThrownBy(() -> new DriftDetector(1.0, 0.01));
    assertThatIllegalArgumentException().isThrownBy(() -> new DriftDetector(0.01, -0.01));
    assertThatIllegalArgumentException().isThrownBy(() -> new DriftDetector(0.01, 1.0));
    assertThatIllegalArgumentException().isThrownBy(() -> new DriftDetector(0.01, Double.NaN));
  }

  private static DriftDetector detector() {
    return new DriftDetector();
  }

  private static List<Change> changes(
      DriftDetector detector, RandomGenerator random, double rate, int looks) {
    List<Change> found = new ArrayList<>();
    for (int time = 0; time < looks; time++) {
      detector.look(time, EVENTS, errors(random, EVENTS, rate)).ifPresent(found::add);
    }
    return found;
  }

  private static int errors(RandomGenerator random, int events, double rate) {
    int errors = 0;
    for (int i = 0; i < events; i++) {
      errors += random.nextDouble() < rate ? 1 : 0;
    }
    return errors;
  }

  /** Keeps every look, and for every cut that may be made counts all events again. */
  private static final class WindowOfLooks {
    private record Look(long time, double events, double errors) {}

    private final double falseAlarms;
    private final double leastRise;
    private final List<Look> looks = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();

    WindowOfLooks(double falseAlarms, double leastRise) {
      this.falseAlarms = falseAlarms;
      this.leastRise = leastRise;
    }

    Optional<Change> look(long time, double events, double errors) {
      if (events == 0) {
        return Optional.empty();
      }
      looks.add(new Look(time, events, errors));
      sizes.add(1);
      for (int size = 1; sizes.stream().filter(List.of(size)::contains).count() > 5; size *= 2) {
        int first = sizes.indexOf(size);
        sizes.remove(first);
        sizes.set(first, 2 * size);
      }
      return cut();
    }

    private Optional<Change> cut() {
      Change best = null;
      double bestRatio = 1.0;
      int bestCut = 0;
      int cut = 0;
      for (int i = 0; i < sizes.size() - 1; i++) {
        cut += sizes.get(i);
        double before = rate(looks.subList(0, cut));
        double after = rate(looks.subList(cut, looks.size()));
        double ratio = Math.abs(after - before) / allowed(cut);
        if (ratio > bestRatio && (after < before || after - before >= leastRise)) {
          best = new Change(looks.get(cut).time, before, after);
          bestRatio = ratio;
          bestCut = cut;
        }
      }
      for (int forgotten = 0; forgotten < bestCut; forgotten += sizes.remove(0)) {}
      looks.subList(0, bestCut).clear();
      return best == null || best.after() < best.before() ? Optional.empty() : Optional.of(best);
    }

    private double allowed(int cut) {
      double p = rate(looks);
      double log = Math.log((sizes.size() - 1) / falseAlarms);
      double harmonic =
          1 / events(looks.subList(0, cut)) + 1 / events(looks.subList(cut, looks.size()));
      return Math.sqrt(2 * harmonic * p * (1 - p) * log) + 2 * harmonic * log / 3;
    }

    private static double rate(List<Look> some) {
      return some.stream().mapToDouble(Look::errors).sum() / events(some);
    }

    private static double events(List<Look> some) {
      return some.stream().mapToDouble(Look::events).sum();
    }
  }
}
