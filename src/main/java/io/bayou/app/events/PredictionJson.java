package io.bayou.app.events;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.app.cli.JsonOutput;
import io.bayou.model.Prediction;
import java.io.IOException;
import java.util.Map;

/** A prediction as JSON, whatever format it came in. */
final class PredictionJson {
  private PredictionJson() {}

  static void write(Prediction prediction, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", prediction.id());
    json.writeStringField("model", prediction.model());
    json.writeNumberField("version", prediction.version());
    json.writeStringField("label", prediction.label().orElse(null));
    numbers("posterior", prediction.posterior(), json);
    JsonOutput.number(json, "logEvidence", prediction.logEvidence().orElse(Double.NaN));
    if (!prediction.contributions().isEmpty()) {
      numbers("contributions", prediction.contributions(), json);
    }
    if (!prediction.hypotheses().isEmpty()) {
      numbers("hypotheses", prediction.hypotheses(), json);
    }
    json.writeNumberField("examples", prediction.examples());
    json.writeObjectFieldStart("learnedTo");
    for (Map.Entry<String, Long> entry : prediction.learnedTo().entrySet()) {
      json.writeNumberField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("flags");
    for (String flag : prediction.flags()) {
      json.writeString(flag);
    }
    json.writeEndArray();
    json.writeNumberField("time", prediction.time());
    json.writeEndObject();
  }

  private static void numbers(String name, Map<String, Double> values, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Double> entry : values.entrySet()) {
      JsonOutput.number(json, entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }
}
