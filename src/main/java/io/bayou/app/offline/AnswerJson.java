package io.bayou.app.offline;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.app.cli.JsonOutput;
import io.bayou.model.Explanation;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Answers as JSON, one object per line; an impossible class has the log joint null. */
final class AnswerJson implements AnswerWriter {
  private final PrintWriter out;
  private final JsonGenerator json;

  AnswerJson(PrintWriter out) throws IOException {
    this.out = out;
    this.json = JsonOutput.lines(out);
  }

  @Override
  public void write(
      int row,
      Posterior answer,
      Optional<String> truth,
      Optional<Explanation> explanation,
      SortedMap<String, Double> hypotheses)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("row", row);
    json.writeStringField("label", answer.isEmpty() ? null : answer.label(answer.best()));
    if (truth.isPresent()) {
      json.writeStringField("truth", truth.get());
    }
    json.writeObjectFieldStart("posterior");
    for (int c = 0; c < answer.size(); c++) {
      JsonOutput.number(json, answer.label(c), answer.probability(c));
    }
    json.writeEndObject();
    json.writeObjectFieldStart("logJoint");
    for (int c = 0; c < answer.size(); c++) {
      JsonOutput.number(json, answer.label(c), answer.logJoint(c));
    }
    json.writeEndObject();
    JsonOutput.number(json, "logEvidence", answer.logEvidence());
    flags(answer);
    if (!hypotheses.isEmpty()) {
      numbers("hypotheses", hypotheses);
    }
    if (explanation.isPresent()) {
      explanation(explanation.get());
    }
    json.writeEndObject();
  }

  private void flags(Posterior answer) throws IOException {
    if (answer.flags().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("flags");
    for (Flag flag : answer.flags()) {
      json.writeString(flag.name());
    }
    json.writeEndArray();
  }

  private void explanation(Explanation explanation) throws IOException {
    json.writeStringField("runnerUp", explanation.runnerUp());
    JsonOutput.number(json, "logOdds", explanation.logOdds());
    JsonOutput.number(json, "priorContribution", explanation.prior());
    numbers("contributions", explanation.contributions());
  }

  private void numbers(String field, Map<String, Double> values) throws IOException {
    json.writeObjectFieldStart(field);
    for (Map.Entry<String, Double> entry : values.entrySet()) {
      JsonOutput.number(json, entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  @Override
  public void close() throws IOException {
    json.close();
    out.println();
  }
}
