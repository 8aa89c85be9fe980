package io.bayou.app.offline;

import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.json.JsonObject;
import io.bayou.codec.json.ScoresJson;
import io.bayou.model.spec.LearnerKind;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * What came out of an evaluation.
 *
 * @param warmRate rows per second of the best repetition
 */
record EvaluationReport(
    Path data, LearnerKind learner, CsvTable table, Prequential run, OptionalDouble warmRate) {
  void write(JsonObject json) {
    json.text("data", data.toString()).text("learner", learner.key());
    ScoresJson.write(json, run.scores());
    json.number("brokenRows", table.brokenRows())
        .number("unlabeledRows", unlabeledRows())
        .counts("refusals", run.refusals().asMap())
        .number("seconds", run.seconds())
        .number("instancesPerSecond", run.rowsPerSecond());
    warmRate.ifPresent(rate -> json.number("warmInstancesPerSecond", rate));
  }

  int unlabeledRows() {
    return table.rows() - run.rows();
  }
}
