package io.bayou.app;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.CsvTable;
import io.bayou.model.LearnerKind;
import io.bayou.model.Refusals;
import io.bayou.model.eval.Scores;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * What came out of an evaluation.
 *
 * @param warmRate rows per second of the best repetition
 */
record EvaluationReport(
    Path data, LearnerKind learner, CsvTable table, Prequential run, OptionalDouble warmRate) {
  /** Writes one JSON object on one line. */
  void json(PrintWriter out) throws IOException {
    Scores scores = run.scores();
    try (JsonGenerator json = JsonOutput.lines(out)) {
      json.writeStartObject();
      json.writeStringField("data", data.toString());
      json.writeStringField("learner", learner.key());
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
      confusion(json);
      rowsLeftOut(json);
      JsonOutput.number(json, "seconds", run.seconds());
      JsonOutput.number(json, "instancesPerSecond", run.rowsPerSecond());
      if (warmRate.isPresent()) {
        JsonOutput.number(json, "warmInstancesPerSecond", warmRate.getAsDouble());
      }
      json.writeEndObject();
    }
    out.println();
  }

  private void confusion(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("confusion");
    for (Map.Entry<String, SortedMap<String, Double>> row : run.scores().confusion().entrySet()) {
      json.writeObjectFieldStart(row.getKey());
      for (Map.Entry<String, Double> cell : row.getValue().entrySet()) {
        JsonOutput.weight(json, cell.getKey(), cell.getValue());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  int unlabeledRows() {
    return table.rows() - run.rows();
  }

  private void rowsLeftOut(JsonGenerator json) throws IOException {
    json.writeNumberField("brokenRows", table.brokenRows());
    json.writeNumberField("unlabeledRows", unlabeledRows());
    json.writeObjectFieldStart("refusals");
    for (Map.Entry<Refusals.Reason, Long> refusal : run.refusals().asMap().entrySet()) {
      json.writeNumberField(refusal.getKey().name(), refusal.getValue());
    }
    json.writeEndObject();
  }
}
