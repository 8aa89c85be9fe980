package io.bayou.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.model.Answer;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.io.IOException;
import java.util.Map;

/**
 * One JSON object in one line, with the fields of schemas/Prediction.avsc; contributions are left
 * out unless asked for, hypotheses where there are none.
 */
final class JsonPredictionEncoder implements PredictionEncoder {
  private final JsonOutput output = new JsonOutput();

  @Override
  public byte[] encode(Answer answer) {
    return output.write(out -> write(answer, out));
  }

  private static void write(Answer answer, JsonGenerator out) throws IOException {
    Posterior posterior = answer.posterior();
    out.writeStartObject();
    out.writeStringField("id", answer.id());
    out.writeStringField("model", answer.model());
    out.writeNumberField("version", answer.version());
    out.writeStringField("label", PredictionFields.label(answer));
    out.writeObjectFieldStart("posterior");
    for (int c = 0; c < posterior.size(); c++) {
      out.writeNumberField(posterior.label(c), posterior.probability(c));
    }
    out.writeEndObject();
    if (PredictionFields.hasEvidence(answer)) {
      out.writeNumberField("logEvidence", posterior.logEvidence());
    } else {
      out.writeNullField("logEvidence");
    }
    if (answer.explanation() != null) {
      numbers("contributions", PredictionFields.contributions(answer), out);
    }
    if (!answer.hypotheses().isEmpty()) {
      numbers("hypotheses", answer.hypotheses(), out);
    }
    out.writeNumberField("examples", answer.examples());
    offsets(answer, out);
    flags(posterior, out);
    out.writeNumberField("time", answer.time());
    out.writeEndObject();
  }

  private static void numbers(String name, Map<String, Double> values, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart(name);
    for (Map.Entry<String, Double> entry : values.entrySet()) {
      out.writeNumberField(entry.getKey(), entry.getValue());
    }
    out.writeEndObject();
  }

  private static void offsets(Answer answer, JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("learnedTo");
    for (Map.Entry<String, Long> entry : answer.learnedTo().entrySet()) {
      out.writeNumberField(entry.getKey(), entry.getValue());
    }
    out.writeEndObject();
  }

  private static void flags(Posterior posterior, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("flags");
    for (Flag flag : posterior.flags()) {
      out.writeString(flag.name());
    }
    out.writeEndArray();
  }
}
