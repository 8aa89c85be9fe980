package io.bayou.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.JsonNumbers;
import io.bayou.model.Answer;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.io.IOException;
import java.util.Map;

/** Answers as JSON: the fields of the predictions topic, and what the explanation adds to them. */
final class PredictionJson {
  private PredictionJson() {}

  static void write(JsonGenerator json, Answer answer) throws IOException {
    json.writeStartObject();
    fields(json, answer);
    json.writeEndObject();
  }

  /** With the features of the event that is answered. */
  static void write(JsonGenerator json, Answer answer, Features features) throws IOException {
    json.writeStartObject();
    fields(json, answer);
    features(json, features);
    json.writeEndObject();
  }

  private static void fields(JsonGenerator json, Answer answer) throws IOException {
    Posterior posterior = answer.posterior();
    json.writeStringField("id", answer.id().isEmpty() ? null : answer.id());
    json.writeStringField("model", answer.model());
    json.writeNumberField("version", answer.version());
    json.writeStringField("label", posterior.isEmpty() ? null : posterior.label(posterior.best()));
    json.writeObjectFieldStart("posterior");
    for (int c = 0; c < posterior.size(); c++) {
      JsonNumbers.number(json, posterior.label(c), posterior.probability(c));
    }
    json.writeEndObject();
    JsonNumbers.number(
        json, "logEvidence", posterior.isEmpty() ? Double.NaN : posterior.logEvidence());
    if (answer.explanation() != null) {
      explanation(json, answer.explanation());
    }
    if (!answer.hypotheses().isEmpty()) {
      Json.numbers(json, "hypotheses", answer.hypotheses());
    }
    json.writeNumberField("examples", answer.examples());
    Json.offsets(json, "learnedTo", answer.learnedTo());
    json.writeArrayFieldStart("flags");
    for (Flag flag : posterior.flags()) {
      json.writeString(flag.name());
    }
    json.writeEndArray();
    json.writeNumberField("time", answer.time());
  }

  private static void explanation(JsonGenerator json, Explanation explanation) throws IOException {
    json.writeStringField("runnerUp", explanation.runnerUp());
    finite(json, "logOdds", explanation.logOdds());
    finite(json, "priorContribution", explanation.prior());
    json.writeObjectFieldStart("contributions");
    for (Map.Entry<String, Double> entry : explanation.contributions().entrySet()) {
      finite(json, entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  /* As on the predictions topic: what rules a class out adds infinitely much. */
  private static void finite(JsonGenerator json, String key, double value) throws IOException {
    JsonNumbers.number(json, key, Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value)));
  }

  private static void features(JsonGenerator json, Features features) throws IOException {
    json.writeObjectFieldStart("features");
    for (int i = 0; i < features.size(); i++) {
      String name = features.name(i);
      switch (features.kind(i)) {
        case MISSING -> json.writeNullField(name);
        case NUMBER -> JsonNumbers.number(json, name, features.number(i));
        case BOOLEAN -> json.writeBooleanField(name, features.number(i) != 0.0);
        case TEXT -> json.writeStringField(name, features.text(i));
        case TOKENS -> {
          json.writeArrayFieldStart(name);
          for (String token : features.tokens(i)) {
            json.writeString(token);
          }
          json.writeEndArray();
        }
      }
    }
    json.writeEndObject();
  }
}
