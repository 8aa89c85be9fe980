package io.bayou.http;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.ModelJson;
import io.bayou.codec.state.ScoresJson;
import io.bayou.http.access.Mask;
import io.bayou.model.ModelDefinition;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ThresholdCurve;
import io.bayou.stream.keyed.KeyQueries;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** Models as fields of a JSON object. */
final class ModelReports {
  /* A text may have a large vocabulary. */
  private static final int MAX_VALUES = 200;

  private ModelReports() {}

  /**
   * The fields of a model in a list.
   *
   * @param latest how it performed a moment ago, if that is known
   */
  static void listed(JsonObject json, ServedModel model, Optional<HistoryPoint> latest) {
    summary(json, model);
    latest.ifPresent(
        point ->
            json.number("learnedPerSecond", point.learnedPerSecond())
                .number("predictedPerSecond", point.predictedPerSecond())
                .number("accuracy", point.scores().accuracy())
                .number("logLoss", point.scores().meanLogLoss())
                .number("majorityAccuracy", point.scores().majorityAccuracy()));
  }

  private static void summary(JsonObject json, ServedModel model) {
    json.text("model", model.definition().name())
        .number("version", model.version().number())
        .number("activeVersion", model.definition().activeVersion())
        .text("learner", model.version().spec().learner().key())
        .number("examples", model.examples())
        .bool("stale", model.isStale())
        .numbers("priors", model.priors());
  }

  /**
   * With the statistics of every class and feature.
   *
   * @param member of an average whose statistics are written; null: that with the largest weight
   * @param stream what learners of this instance have left out
   */
  static void full(
      JsonObject json, ServedModel model, String member, StreamQueries stream, Mask mask) {
    String name = model.definition().name();
    summary(json, model);
    json.raw("spec", SpecCodec.write(model.version().spec()))
        .objects("versions", model.definition().versions(), ModelReports::version)
        .object(
            "rollback",
            to -> model.definition().former().ifPresent(v -> to.number("version", v.number())))
        .objects("sources", model.sources(), ModelReports::source)
        .counts("leftOut", stream.leftOut().getOrDefault(name, Map.of()))
        .counts(
            "typeChanges", stream.typeChanges().getOrDefault(name, Collections.emptySortedMap()));
    if (!model.hypotheses().isEmpty()) {
      json.numbers("hypotheses", model.hypotheses());
    }
    ModelJson.write(json, MAX_VALUES, model.fit(), out -> model.describe(member, mask.over(out)));
  }

  /**
   * What thresholds on the probability of one class would give.
   *
   * @throws Problem if there is no curve of this class
   */
  static void thresholds(JsonObject json, Evaluation evaluation, String label) {
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

  private static void version(JsonObject json, ModelDefinition.Version version) {
    json.number("version", version.number())
        .text("state", version.state().key())
        .number("createdAt", version.createdAt())
        .raw("spec", SpecCodec.write(version.spec()));
    ScoresJson.drift(json, version.drift());
  }

  private static void source(JsonObject json, SnapshotRow source) {
    json.text("source", source.source())
        .number("examples", source.examples())
        .object(
            "learnedTo",
            offsets -> source.covered().forEach((p, range) -> offsets.number(p, range.to())))
        .number("lost", source.covered().values().stream().mapToLong(OffsetRange::lost).sum());
  }

  /** What a key has learned of its own. */
  static void key(JsonObject json, ServedModel model, KeyQueries.Report report, Mask mask) {
    json.text("model", model.definition().name())
        .number("version", model.version().number())
        .text("key", report.key())
        .number("partition", report.partition())
        .number("examples", report.examples())
        .number("everybodysExamples", model.examples())
        .number("lastSeen", report.lastSeen())
        .number("scored", report.scored())
        .number("logLoss", report.meanLoss())
        .object(
            "strengths",
            weights ->
                report
                    .strengths()
                    .forEach(
                        (strength, weight) ->
                            weights.number(
                                Double.isInfinite(strength)
                                    ? "everybody"
                                    : String.valueOf(Math.round(strength)),
                                weight)))
        .objects(
            "sources",
            report.sources(),
            (object, source) ->
                object
                    .text("source", source.source())
                    .number("from", source.from())
                    .number("to", source.to())
                    .number("examples", source.examples()));
    ModelJson.write(
        json, MAX_VALUES, report.own().fit(), out -> report.own().describe(mask.over(out)));
  }

  /** What an instance holds of the keys of a model. */
  static void keys(JsonObject json, ServedModel model, KeyQueries.Held held) {
    json.text("model", model.definition().name())
        .number("version", model.version().number())
        .number("keysHere", held.keys())
        .objects("busiest", held.busiest(), ModelReports::noted)
        .objects("worst", held.worst(), ModelReports::noted);
  }

  private static void noted(JsonObject json, KeyQueries.Noted key) {
    json.text("key", key.key())
        .number("examples", key.examples())
        .number("scored", key.scored())
        .number("logLoss", key.meanLoss());
  }
}
