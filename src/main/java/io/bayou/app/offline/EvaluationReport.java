package io.bayou.app.offline;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.app.cli.JsonOutput;
import io.bayou.codec.csv.CsvTable;
import io.bayou.model.Refusals;
import io.bayou.model.spec.LearnerKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What came out of an evaluation.
 *
 * @param warmRate rows per second of the best repetition
 */
record EvaluationReport(
    Path data, LearnerKind learner, CsvTable table, Prequential run, OptionalDouble warmRate) {
  /** Writes one JSON object on one line. */
  void json(PrintWriter out) throws IOException {
    try (JsonGenerator json = JsonOutput.lines(out)) {
      json.writeStartObject();
      json.writeStringField("data", data.toString());
      json.writeStringField("learner", learner.key());
      ScoresJson.write(run.scores(), json);
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
