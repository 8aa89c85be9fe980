package io.bayou.app.offline;

import io.bayou.codec.json.JsonObject;
import io.bayou.model.Explanation;
import io.bayou.model.Posterior;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.IntToDoubleFunction;

/** Answers as JSON, one object per line; the log joint of an impossible class is null. */
final class AnswerJson implements AnswerWriter {
  private final PrintWriter out;

  AnswerJson(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void write(
      int row,
      Posterior answer,
      Optional<String> truth,
      Optional<Explanation> explanation,
      SortedMap<String, Double> hypotheses) {
    JsonObject.line(
        out,
        json -> {
          json.number("row", row)
              .text("label", answer.isEmpty() ? null : answer.label(answer.best()));
          truth.ifPresent(label -> json.text("truth", label));
          byClass(json.begin("posterior"), answer, answer::probability).end();
          byClass(json.begin("logJoint"), answer, answer::logJoint).end();
          json.number("logEvidence", answer.logEvidence());
          if (!answer.flags().isEmpty()) {
            json.texts("flags", answer.flags());
          }
          if (!hypotheses.isEmpty()) {
            json.numbers("hypotheses", hypotheses);
          }
          explanation.ifPresent(reason -> explain(json, reason));
        });
  }

  private static JsonObject byClass(JsonObject json, Posterior answer, IntToDoubleFunction value) {
    for (int c = 0; c < answer.size(); c++) {
      json.number(answer.label(c), value.applyAsDouble(c));
    }
    return json;
  }

  private static void explain(JsonObject json, Explanation explanation) {
    json.text("runnerUp", explanation.runnerUp())
        .number("logOdds", explanation.logOdds())
        .number("priorContribution", explanation.prior())
        .numbers("contributions", explanation.contributions());
  }
}
