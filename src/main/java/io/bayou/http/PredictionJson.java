package io.bayou.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.json.JsonNumbers;
import io.bayou.model.Answer;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Answers as JSON: the fields of the predictions topic, and what the explanation adds to them. */
final class PredictionJson {
  private PredictionJson() {}

  static void write(JsonGenerator json, Answer answer) throws IOException {
    json.writeStartObject();
    fields(json, answer, Cut.NOTHING);
    json.writeEndObject();
  }

  /** For a person to look at: with the features of the event, and without what is too much. */
  static void show(JsonGenerator json, Answer answer, Features features) throws IOException {
    json.writeStartObject();
    fields(json, answer, Cut.FOR_DISPLAY);
    features(json, features, Cut.FOR_DISPLAY);
    json.writeEndObject();
  }

  /** What a node of a network is: its most probable value instead of a label. */
  static void query(JsonGenerator json, String node, Answer answer) throws IOException {
    json.writeStartObject();
    head(json, answer, Cut.NOTHING);
    json.writeStringField("node", node);
    posterior(json, "value", answer.posterior(), Cut.NOTHING);
    tail(json, answer, Cut.NOTHING);
    json.writeEndObject();
  }

  private static void fields(JsonGenerator json, Answer answer, Cut cut) throws IOException {
    head(json, answer, cut);
    posterior(json, "label", answer.posterior(), cut);
    if (answer.explanation() != null) {
      explanation(json, answer.explanation(), cut);
    }
    if (!answer.hypotheses().isEmpty()) {
      Json.numbers(json, "hypotheses", answer.hypotheses());
    }
    tail(json, answer, cut);
  }

  private static void head(JsonGenerator json, Answer answer, Cut cut) throws IOException {
    json.writeStringField("id", answer.id().isEmpty() ? null : cut.text(answer.id()));
    json.writeStringField("model", answer.model());
    json.writeNumberField("version", answer.version());
  }

  private static void tail(JsonGenerator json, Answer answer, Cut cut) throws IOException {
    json.writeNumberField("examples", answer.examples());
    learnedTo(json, answer.learnedTo(), cut);
    json.writeArrayFieldStart("flags");
    for (Flag flag : answer.posterior().flags()) {
      json.writeString(flag.name());
    }
    json.writeEndArray();
    json.writeNumberField("time", answer.time());
  }

  private static void posterior(JsonGenerator json, String best, Posterior posterior, Cut cut)
      throws IOException {
    json.writeStringField(
        best, posterior.isEmpty() ? null : cut.text(posterior.label(posterior.best())));
    double[] probabilities = new double[posterior.size()];
    Arrays.setAll(probabilities, posterior::probability);
    double least = cut.threshold(probabilities);
    int room = cut.entries();
    json.writeObjectFieldStart("posterior");
    for (int c = 0; c < probabilities.length && room > 0; c++) {
      if (probabilities[c] >= least) {
        JsonNumbers.number(json, cut.text(posterior.label(c)), probabilities[c]);
        room--;
      }
    }
    json.writeEndObject();
    JsonNumbers.number(
        json, "logEvidence", posterior.isEmpty() ? Double.NaN : posterior.logEvidence());
  }

  private static void learnedTo(JsonGenerator json, Map<String, Long> offsets, Cut cut)
      throws IOException {
    int room = cut.entries();
    json.writeObjectFieldStart("learnedTo");
    for (Map.Entry<String, Long> entry : offsets.entrySet()) {
      if (room-- > 0) {
        json.writeNumberField(entry.getKey(), entry.getValue());
      }
    }
    json.writeEndObject();
  }

  private static void explanation(JsonGenerator json, Explanation explanation, Cut cut)
      throws IOException {
    json.writeStringField("runnerUp", cut.text(explanation.runnerUp()));
    finite(json, "logOdds", explanation.logOdds());
    finite(json, "priorContribution", explanation.prior());
    Map<String, Double> contributions = explanation.contributions();
    double least = cut.threshold(contributions.values().stream().mapToDouble(Math::abs).toArray());
    int written = 0;
    json.writeObjectFieldStart("contributions");
    for (Map.Entry<String, Double> entry : contributions.entrySet()) {
      if (written < cut.entries() && Math.abs(entry.getValue()) >= least) {
        finite(json, cut.text(entry.getKey()), entry.getValue());
        written++;
      }
    }
    json.writeEndObject();
    if (written < contributions.size()) {
      json.writeNumberField("contributionsLeftOut", contributions.size() - written);
    }
  }

  /* As on the predictions topic: what rules a class out adds infinitely much. */
  private static void finite(JsonGenerator json, String key, double value) throws IOException {
    JsonNumbers.number(json, key, Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value)));
  }

  private static void features(JsonGenerator json, Features features, Cut cut) throws IOException {
    int room = cut.featureChars();
    int written = 0;
    json.writeObjectFieldStart("features");
    for (; written < features.size() && written < cut.entries() && room > 0; written++) {
      room -= feature(json, features, written, cut, room);
    }
    json.writeEndObject();
    if (written < features.size()) {
      json.writeNumberField("featuresLeftOut", features.size() - written);
    }
  }

  /* Returns how many characters it took. */
  private static int feature(JsonGenerator json, Features features, int i, Cut cut, int room)
      throws IOException {
    String name = cut.text(features.name(i));
    int used = name.length();
    switch (features.kind(i)) {
      case MISSING -> json.writeNullField(name);
      case NUMBER -> JsonNumbers.number(json, name, features.number(i));
      case BOOLEAN -> json.writeBooleanField(name, features.number(i) != 0.0);
      case TEXT -> {
        String text = cut.text(features.text(i));
        json.writeStringField(name, text);
        used += text.length();
      }
      case TOKENS -> {
        json.writeFieldName(name);
        used += tokens(json, features.tokens(i), cut, room - used);
      }
    }
    return used;
  }

  private static int tokens(JsonGenerator json, List<String> tokens, Cut cut, int room)
      throws IOException {
    int used = 0;
    json.writeStartArray();
    for (int t = 0; t < tokens.size() && t < cut.entries() && used < room; t++) {
      String token = cut.text(tokens.get(t));
      json.writeString(token);
      used += token.length();
    }
    json.writeEndArray();
    return used;
  }
}
