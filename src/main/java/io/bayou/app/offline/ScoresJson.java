package io.bayou.app.offline;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.app.cli.JsonOutput;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;

/** Scores as fields of a JSON object. */
public final class ScoresJson {
  private ScoresJson() {}

  /** Writes all measures and the confusion matrix into the object that is open. */
  public static void write(Scores scores, JsonGenerator json) throws IOException {
    JsonOutput.weight(json, "instances", scores.instances());
    JsonOutput.number(json, "accuracy", scores.accuracy());
    JsonOutput.number(json, "logLoss", scores.meanLogLoss());
    JsonOutput.number(json, "brier", scores.meanBrier());
    JsonOutput.number(json, "ece", scores.ece());
    JsonOutput.number(json, "kappa", scores.kappa());
    JsonOutput.number(json, "kappaT", scores.kappaT());
    JsonOutput.number(json, "kappaM", scores.kappaM());
    JsonOutput.number(json, "noChangeAccuracy", scores.noChangeAccuracy());
    JsonOutput.number(json, "majorityAccuracy", scores.majorityAccuracy());
    confusion(scores, json);
  }

  private static void confusion(Scores scores, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("confusion");
    for (Map.Entry<String, SortedMap<String, Double>> row : scores.confusion().entrySet()) {
      json.writeObjectFieldStart(row.getKey());
      for (Map.Entry<String, Double> cell : row.getValue().entrySet()) {
        JsonOutput.weight(json, cell.getKey(), cell.getValue());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Writes an object with the scores over everything, the fading ones, and their time. */
  public static void write(Evaluation evaluation, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("time", evaluation.time());
    json.writeObjectFieldStart("cumulative");
    write(evaluation.cumulative(), json);
    json.writeEndObject();
    json.writeObjectFieldStart("fading");
    write(evaluation.fading(), json);
    json.writeEndObject();
    json.writeEndObject();
  }
}
