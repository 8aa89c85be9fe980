package io.bayou.app.offline;

import io.bayou.codec.json.JsonObject;
import java.util.Optional;

/**
 * How one learner did on one data set of a suite.
 *
 * @param run absent if the learner failed
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

  void write(JsonObject json) {
    json.text("data", data)
        .text("learner", learner)
        .number("rows", run.map(Prequential::rows).orElse(0))
        .number("accuracy", accuracy())
        .number("logLoss", logLoss())
        .number("instancesPerSecond", rate());
    if (!note.isEmpty()) {
      json.text("note", note);
    }
  }
}
