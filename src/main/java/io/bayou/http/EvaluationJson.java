package io.bayou.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.json.JsonNumbers;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;

/** Evaluations as JSON. */
final class EvaluationJson {
  private EvaluationJson() {}

  static void write(JsonGenerator json, Evaluation evaluation) throws IOException {
    json.writeStartObject();
    json.writeStringField("model", evaluation.model());
    json.writeNumberField("version", evaluation.version());
    json.writeNumberField("time", evaluation.time());
    scores(json, "cumulative", evaluation.cumulative());
    scores(json, "fading", evaluation.fading());
    json.writeEndObject();
  }

  private static void scores(JsonGenerator json, String name, Scores scores) throws IOException {
    json.writeObjectFieldStart(name);
    JsonNumbers.weight(json, "instances", scores.instances());
    JsonNumbers.number(json, "accuracy", scores.accuracy());
    JsonNumbers.number(json, "logLoss", scores.meanLogLoss());
    JsonNumbers.number(json, "brier", scores.meanBrier());
    JsonNumbers.number(json, "ece", scores.ece());
    JsonNumbers.number(json, "kappa", scores.kappa());
    JsonNumbers.number(json, "kappaT", scores.kappaT());
    JsonNumbers.number(json, "kappaM", scores.kappaM());
    JsonNumbers.number(json, "noChangeAccuracy", scores.noChangeAccuracy());
    JsonNumbers.number(json, "majorityAccuracy", scores.majorityAccuracy());
    json.writeObjectFieldStart("confusion");
    for (Map.Entry<String, SortedMap<String, Double>> row : scores.confusion().entrySet()) {
      Json.numbers(json, row.getKey(), row.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("calibration");
    for (Scores.Bin bin : scores.calibration()) {
      json.writeStartObject();
      JsonNumbers.number(json, "instances", bin.instances());
      JsonNumbers.number(json, "confidence", bin.confidence() / bin.instances());
      JsonNumbers.number(json, "accuracy", bin.correct() / bin.instances());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
