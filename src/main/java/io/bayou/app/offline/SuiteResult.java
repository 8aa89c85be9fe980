package io.bayou.app.offline;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.app.cli.JsonOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * How one learner did on one data set of a suite.
 *
 * @param run absent where the learner could not
 * @param note what to know about it; empty if nothing
 */
record SuiteResult(String data, String learner, Optional<Prequential> run, String note) {
  static SuiteResult failed(String data, String learner, RuntimeException why) {
    return new SuiteResult(data, learner, Optional.empty(), String.valueOf(why.getMessage()));
  }

  double accuracy() {
    return run.map(r -> r.scores().accuracy()).orElse(Double.NaN);
  }

  double logLoss() {
    return run.map(r -> r.scores().meanLogLoss()).orElse(Double.NaN);
  }

  double rate() {
    return run.map(Prequential::rowsPerSecond).orElse(Double.NaN);
  }

  void json(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("data", data);
    json.writeStringField("learner", learner);
    json.writeNumberField("rows", run.map(Prequential::rows).orElse(0));
    JsonOutput.number(json, "accuracy", accuracy());
    JsonOutput.number(json, "logLoss", logLoss());
    JsonOutput.number(json, "instancesPerSecond", rate());
    if (!note.isEmpty()) {
      json.writeStringField("note", note);
    }
    json.writeEndObject();
  }
}
