package io.bayou.codec.state;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.DriftStart;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Costs;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.eval.PerClass;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ServedScores;
import io.bayou.model.eval.ThresholdCurve;
import io.bayou.model.spec.ModelSpec;
import java.util.Optional;

/** Scores as fields of a JSON object. */
public final class ScoresJson {
  private ScoresJson() {}

  /** Everything about a model's predictions: measures, confusion matrix and calibration. */
  public static void evaluation(JsonObject json, Evaluation evaluation, ModelSpec spec) {
    json.text("model", evaluation.model())
        .number("version", evaluation.version())
        .number("time", evaluation.time())
        .object("cumulative", all -> calibrated(all, evaluation.cumulative(), spec))
        .object("fading", fading -> calibrated(fading, evaluation.fading(), spec));
    if (evaluation.comparison().since() > 0 && evaluation.comparison().instances() > 0.0) {
      json.object("comparison", since -> comparison(since, evaluation.comparison()));
    }
    served(json, evaluation);
    paired(json, evaluation.paired());
  }

  /* Only of a version that was compared with an active one, event by event. */
  private static void paired(JsonObject json, PairedLoss paired) {
    if (paired.labels() > 0.0) {
      json.object(
          "paired",
          object ->
              object
                  .number("since", paired.since())
                  .weight("labels", paired.labels())
                  .number("lowerBy", paired.mean())
                  .number("atLeast", paired.lowerBound()));
    }
  }

  /** Why a version was started without a person; nothing if a person has started it. */
  public static void drift(JsonObject json, Optional<DriftStart> drift) {
    drift.ifPresent(
        start ->
            json.object(
                "drift",
                object -> object.number("cut", start.cut()).text("step", start.step().key())));
  }

  /* Only of a model whose labels come later. */
  private static void served(JsonObject json, Evaluation evaluation) {
    if (evaluation.served().instances() > 0.0) {
      json.object("served", all -> served(all, evaluation.served()))
          .object("servedFading", fading -> served(fading, evaluation.servedFading()));
    }
  }

  private static void served(JsonObject json, ServedScores scores) {
    json.weight("instances", scores.instances())
        .number("accuracy", scores.accuracy())
        .number("logLoss", scores.meanLogLoss())
        .number("brier", scores.meanBrier());
  }

  private static void calibrated(JsonObject json, Scores scores, ModelSpec spec) {
    measures(json, scores, spec);
    json.object("confusion", rows -> scores.confusion().forEach(rows::numbers));
    json.objects("calibration", scores.calibration(), ScoresJson::bin);
    if (scores.isCalibrated()) {
      json.objects("rawCalibration", scores.raw().calibration(), ScoresJson::bin);
    }
  }

  private static void bin(JsonObject json, Scores.Bin bin) {
    json.number("instances", bin.instances())
        .number("confidence", bin.confidence() / bin.instances())
        .number("accuracy", bin.correct() / bin.instances());
  }

  /** The scores of all events and the fading ones, without the calibration. */
  public static void summary(JsonObject json, Evaluation evaluation, ModelSpec spec) {
    json.number("time", evaluation.time())
        .object("cumulative", all -> write(all, evaluation.cumulative(), spec))
        .object("fading", fading -> write(fading, evaluation.fading(), spec));
    served(json, evaluation);
    paired(json, evaluation.paired());
  }

  /** All measures and the confusion matrix. */
  public static void write(JsonObject json, Scores scores, ModelSpec spec) {
    measures(json, scores, spec);
    json.object("confusion", rows -> scores.confusion().forEach(rows::weights));
  }

  private static void measures(JsonObject json, Scores scores, ModelSpec spec) {
    main(json, scores);
    costs(json, scores, spec);
    json.number("kappaT", scores.kappaT())
        .number("kappaM", scores.kappaM())
        .number("noChangeAccuracy", scores.noChangeAccuracy())
        .number("majorityAccuracy", scores.majorityAccuracy());
    PerClass perClass = PerClass.of(scores);
    json.number("macroF1", perClass.macroF1())
        .number("microF1", perClass.microF1())
        .number("balancedAccuracy", perClass.balancedAccuracy())
        .object(
            "perClass",
            classes ->
                perClass
                    .classes()
                    .forEach((label, of) -> classes.object(label, one -> measures(one, of))));
  }

  private static void measures(JsonObject json, PerClass.Measures of) {
    json.weight("support", of.support())
        .number("precision", of.precision())
        .number("recall", of.recall())
        .number("f1", of.f1())
        .number("specificity", of.specificity())
        .number("auc", of.auc())
        .number("averagePrecision", of.averagePrecision())
        .number("logLoss", of.logLoss());
  }

  /** What decisions have cost, and how often sets had the class, if the model has them. */
  private static void costs(JsonObject json, Scores scores, ModelSpec spec) {
    spec.answers()
        .decide()
        .map(decide -> Costs.of(scores, decide))
        .ifPresent(
            costs ->
                json.number("cost", costs.cost())
                    .number("costOfBestThreshold", costs.bestThreshold())
                    .numbers("costOfAlways", costs.always())
                    .number("rejected", costs.rejected()));
    if (spec.answers().coverage().isPresent()) {
      json.number("coverage", scores.coverage()).number("setSize", scores.setSize());
    }
  }

  /** The measures that models are compared by. */
  public static void main(JsonObject json, Scores scores) {
    json.weight("instances", scores.instances())
        .number("accuracy", scores.accuracy())
        .number("logLoss", scores.meanLogLoss())
        .number("brier", scores.meanBrier())
        .number("ece", scores.ece())
        .number("kappa", scores.kappa());
    if (scores.isCalibrated()) {
      json.number("rawLogLoss", scores.rawMeanLogLoss()).number("rawEce", scores.rawEce());
    }
  }

  /** What a threshold on the probability of one class would give. */
  public static void thresholds(JsonObject json, ThresholdCurve curve) {
    json.number("support", curve.own())
        .number("others", curve.others())
        .objects(
            "points",
            curve.points(),
            (object, point) ->
                object
                    .number("threshold", point.threshold())
                    .number("truePositives", point.own())
                    .number("falsePositives", point.others())
                    .number("precision", point.precision())
                    .number("recall", point.own() / curve.own()));
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
