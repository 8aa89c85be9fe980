package io.bayou.codec.prediction;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.jsonio.JsonOutput;
import io.bayou.model.Answer;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.io.IOException;
import java.util.Map;

/**
 * One JSON object in one line, with the fields of schemas/Prediction.avsc. Contributions,
 * hypotheses, otherProbability, decision, expectedCost, set, rawPosterior and what belongs to a key
 * are omitted if there are none.
 */
final class JsonPredictionEncoder extends PredictionEncoder {
  private final JsonOutput output = new JsonOutput();

  @Override
  byte[] write(AnswerPart part) {
    return output.write(out -> write(part, out));
  }

  private static void write(AnswerPart part, JsonGenerator out) throws IOException {
    Answer answer = part.answer();
    Posterior posterior = answer.posterior();
    out.writeStartObject();
    out.writeStringField("id", part.id());
    out.writeStringField("model", answer.model());
    out.writeNumberField("version", answer.version());
    out.writeStringField("label", label(answer));
    probabilities(part, out);
    if (hasEvidence(answer)) {
      out.writeNumberField("logEvidence", posterior.logEvidence());
    } else {
      out.writeNullField("logEvidence");
    }
    if (!Double.isNaN(answer.expectedCost())) {
      out.writeStringField("decision", answer.decision());
      out.writeNumberField("expectedCost", answer.expectedCost());
    }
    if (part.hasSet()) {
      set(posterior, out);
    }
    if (part.hasRaw()) {
      raw(posterior, out);
    }
    if (part.isExplained()) {
      numbers("contributions", contributions(answer), out);
    }
    if (!answer.hypotheses().isEmpty()) {
      numbers("hypotheses", answer.hypotheses(), out);
    }
    if (answer.key() != null) {
      out.writeStringField("key", answer.key());
      out.writeNumberField("ownShare", answer.ownShare());
      out.writeNumberField("keyExamples", answer.keyExamples());
    }
    out.writeNumberField("examples", answer.examples());
    offsets(part, out);
    flags(posterior, out);
    out.writeNumberField("time", answer.time());
    out.writeEndObject();
  }

  private static void probabilities(AnswerPart part, JsonGenerator out) throws IOException {
    Posterior posterior = part.answer().posterior();
    out.writeObjectFieldStart("posterior");
    for (int c = 0; c < posterior.size(); c++) {
      if (part.isKept(c)) {
        out.writeNumberField(posterior.label(c), posterior.probability(c));
      }
    }
    out.writeEndObject();
    if (!part.hasAllClasses()) {
      out.writeNumberField("otherProbability", part.otherProbability());
    }
  }

  private static void set(Posterior posterior, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("set");
    for (int c = 0; c < posterior.size(); c++) {
      if (posterior.isInSet(c)) {
        out.writeString(posterior.label(c));
      }
    }
    out.writeEndArray();
  }

  private static void raw(Posterior posterior, JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("rawPosterior");
    for (int c = 0; c < posterior.size(); c++) {
      out.writeNumberField(posterior.label(c), posterior.rawProbability(c));
    }
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

  private static void offsets(AnswerPart part, JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("learnedTo");
    for (Map.Entry<String, Long> entry : part.learnedTo().entrySet()) {
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
