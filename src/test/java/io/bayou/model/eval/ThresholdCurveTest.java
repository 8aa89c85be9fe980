package io.bayou.model.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Posterior;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThresholdCurveTest {
  @Test
  void shouldCountWhatIsAboveEachThreshold() {
    Score score = Score.cumulative(10);
    score.add(answer(0.9), "a", 1.0);
    score.add(answer(0.6), "b", 2.0);
    score.add(answer(0.2), "a", 3.0);
    score.add(answer(0.0), "b", 4.0); // in no cell, and above the threshold 0 only

    ThresholdCurve curve = ThresholdCurve.of(score.scores(), "a").orElseThrow();

    assertThat(curve.own()).isEqualTo(4.0);
    assertThat(curve.others()).isEqualTo(6.0);
    List<ThresholdCurve.Point> points = curve.points();
    assertThat(points).extracting(ThresholdCurve.Point::own).containsExactly(1.0, 1.0, 4.0, 4.0);
    assertThat(points).extracting(ThresholdCurve.Point::others).containsExactly(0.0, 2.0, 2.0, 6.0);
    double[] thresholds = {0.9, 0.6, 0.2, 0.0};
    for (int i = 0; i < thresholds.length; i++) {
      assertThat(points.get(i).threshold())
          .isCloseTo(thresholds[i], within(1e-4))
          .isLessThanOrEqualTo(thresholds[i]);
    }
    assertThat(points.get(2).precision()).isEqualTo(4.0 / 6);
  }

  @Test
  void shouldHaveNoCurveOfAClassThatNeverCame() {
    Score score = Score.cumulative(10);
    score.add(answer(0.5), "a", 1.0);

    assertThat(ThresholdCurve.of(score.scores(), "c")).isEmpty();
  }

  @Test
  void shouldHaveNoCurveAmongTooManyClasses() {
    Score score = Score.cumulative(1_000);
    for (int i = 0; i <= Scores.MAX_CLASSES; i++) {
      score.add(answer(0.5), "class-" + i, 1.0);
    }

    assertThat(ThresholdCurve.of(score.scores(), "class-1")).isEmpty();
  }

  private static Posterior answer(double p) {
    Posterior answer = new Posterior();
    answer.begin(new String[] {"a", "b"});
    answer.set(0, 0.0, Math.log(p));
    answer.set(1, 0.0, Math.log1p(-p));
    answer.finish();
    return answer;
  }
}
