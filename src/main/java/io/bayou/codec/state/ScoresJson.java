package io.bayou.codec.state;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;

/** Scores as fields of a JSON object. */
public final class ScoresJson {
  private ScoresJson() {}

  /** Everything about a model's predictions: measures, confusion matrix and calibration. */
  public static void evaluation(JsonObject json, Evaluation evaluation) {
    json.text("model", evaluation.model())
        .number("version", evaluation.version())
        .number("time", evaluation.time())
        .object("cumulative", all -> calibrated(all, evaluation.cumulative()))
        .object("fading", fading -> calibrated(fading, evaluation.fading()));
  }

  private static void calibrated(JsonObject json, Scores scores) {
    measures(json, scores);
    json.object("confusion", rows -> scores.confusion().forEach(rows::numbers));
    json.objects("calibration", scores.calibration(), ScoresJson::bin);
  }

  private static void bin(JsonObject json, Scores.Bin bin) {
    json.number("instances", bin.instances())
        .number("confidence", bin.confidence() / bin.instances())
        .number("accuracy", bin.correct() / bin.instances());
  }

  /** The scores of all events and the fading ones, without the calibration. */
  public static void summary(JsonObject json, Evaluation evaluation) {
    json.number("time", evaluation.time())
        .object("cumulative", all -> write(all, evaluation.cumulative()))
        .object("fading", fading -> write(fading, evaluation.fading()));
  }

  /** All measures and the confusion matrix. */
  public static void write(JsonObject json, Scores scores) {
    measures(json, scores);
    json.object("confusion", rows -> scores.confusion().forEach(rows::weights));
  }

  private static void measures(JsonObject json, Scores scores) {
    main(json, scores);
    json.number("kappaT", scores.kappaT())
        .number("kappaM", scores.kappaM())
        .number("noChangeAccuracy", scores.noChangeAccuracy())
        .number("majorityAccuracy", scores.majorityAccuracy());
  }

  /** The measures that models are compared by. */
  public static void main(JsonObject json, Scores scores) {
    json.weight("instances", scores.instances())
        .number("accuracy", scores.accuracy())
        .number("logLoss", scores.meanLogLoss())
        .number("brier", scores.meanBrier())
        .number("ece", scores.ece())
        .number("kappa", scores.kappa());
  }

  /** The scores of a version on the labels that all versions were scored on. */
  public static void comparison(JsonObject json, Comparison comparison) {
    json.number("sinceVersion", comparison.since())
        .weight("instances", comparison.instances())
        .number("accuracy", comparison.accuracy())
        .number("logLoss", comparison.meanLogLoss())
        .number("brier", comparison.meanBrier());
  }
}
