package io.bayou.model.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Posterior;
import io.bayou.model.spec.AnswerSpec;
import io.bayou.model.spec.Calibration;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RawScoresTest {
  private static final ModelSpec CALIBRATING =
      ModelSpec.builder(LearnerKind.NAIVE_BAYES)
          .answers(AnswerSpec.DEFAULT.withCalibration(Calibration.TEMPERATURE))
          .build();

  @Test
  void shouldScoreWhatThereWasBeforeCalibration() {
    Scores scores = threeScored(CALIBRATING).cumulative();

    assertThat(scores.isCalibrated()).isTrue();
    assertThat(scores.rawMeanLogLoss())
        .isCloseTo(-(Math.log(0.95) + Math.log(0.05) + Math.log(0.95)) / 3, within(1e-12));
    assertThat(scores.rawEce()).isCloseTo(0.95 - 2.0 / 3, within(1e-12));
    assertThat(scores.ece()).isCloseTo(0.75 - 2.0 / 3, within(1e-12));
    assertThat(scores.raw().calibration().get(9).instances()).isEqualTo(3.0);
    assertThat(scores.calibration().get(7).instances()).isEqualTo(3.0);
  }

  @Test
  void shouldCountALabelThatTheModelDoesNotKnowAsTheScoresDo() {
    PrequentialScore score = new PrequentialScore(CALIBRATING);
    score.add(calibrated(), "new", 1.0);

    assertThat(score.cumulative().rawMeanLogLoss()).isEqualTo(score.cumulative().meanLogLoss());
  }

  @Test
  void shouldSumNothingForAModelThatDoesNotCalibrate() {
    Scores scores = threeScored(ModelSpec.defaults()).cumulative();

    assertThat(scores.raw()).isEqualTo(RawScores.NONE);
    assertThat(scores.rawMeanLogLoss()).isEqualTo(scores.meanLogLoss());
    assertThat(scores.rawEce()).isEqualTo(scores.ece());
    assertThat(rows(threeScored(ModelSpec.defaults()))).doesNotContainKey("evaluation-raw");
  }

  @Test
  void shouldAddUp() {
    Scores one = threeScored(CALIBRATING).cumulative();
    Score merged = Score.cumulative(CALIBRATING);
    merged.merge(one);
    merged.merge(one);

    assertThat(merged.scores().raw()).isEqualTo(one.merge(one).raw());
    assertThat(one.merge(one).raw().calibration().get(9).instances()).isEqualTo(6.0);
  }

  @Test
  void shouldBeRestored() {
    PrequentialScore score = threeScored(CALIBRATING);
    PrequentialScore restored = new PrequentialScore(CALIBRATING);
    rows(score).forEach((row, bytes) -> restored.restore(row, new RowReader(bytes)));

    assertThat(restored.cumulative()).isEqualTo(score.cumulative());
    assertThat(restored.fading()).isEqualTo(score.fading());
  }

  private static Map<String, byte[]> rows(PrequentialScore score) {
    RowWriter writer = new RowWriter();
    Map<String, byte[]> rows = new TreeMap<>();
    score.changedRows((row, content) -> rows.put(row, writer.encode(content)));
    return rows;
  }

  private static PrequentialScore threeScored(ModelSpec spec) {
    PrequentialScore score = new PrequentialScore(spec);
    score.add(calibrated(), "a", 1.0);
    score.add(calibrated(), "b", 1.0);
    score.add(calibrated(), "a", 1.0);
    return score;
  }

  /** The learner says 95 % where 75 % is right. */
  private static Posterior calibrated() {
    Posterior answer = new Posterior();
    answer.begin(new String[] {"a", "b"});
    answer.set(0, 0.0, Math.log(0.95));
    answer.set(1, 0.0, Math.log(0.05));
    answer.finish();
    answer.calibrate(new double[] {0.75, 0.25});
    return answer;
  }
}
