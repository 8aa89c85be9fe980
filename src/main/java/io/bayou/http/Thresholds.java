package io.bayou.http;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.state.ScoresJson;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ThresholdCurve;

/** What thresholds on the probability of one class would give, as fields of a JSON object. */
final class Thresholds {
  private Thresholds() {}

  /**
   * @throws Problem if there is no curve of this class
   */
  static void write(JsonObject json, Evaluation evaluation, String label) {
    ThresholdCurve cumulative = curve(evaluation.cumulative(), label);
    ThresholdCurve fading = curve(evaluation.fading(), label);
    json.text("model", evaluation.model())
        .number("version", evaluation.version())
        .text("class", label)
        .object("cumulative", all -> ScoresJson.thresholds(all, cumulative))
        .object("fading", lately -> ScoresJson.thresholds(lately, fading));
  }

  private static ThresholdCurve curve(Scores scores, String label) {
    return ThresholdCurve.of(scores, label)
        .orElseThrow(() -> Problem.notFound(noCurve(scores, label)));
  }

  private static String noCurve(Scores scores, String label) {
    return scores.labels().size() > Scores.MAX_CLASSES
        ? "probabilities are counted by class for at most %d classes; the model has %d"
            .formatted(Scores.MAX_CLASSES, scores.labels().size())
        : "no event of class '%s' has been scored; there are %s".formatted(label, scores.labels());
  }
}
