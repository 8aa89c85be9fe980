package io.bayou.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.json.JsonNumbers;
import io.bayou.codec.json.ModelJson;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Refusals;
import io.bayou.model.SnapshotRow;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Models as JSON. */
final class ModelReports {
  /* Of a text with a large vocabulary nobody can look at more. */
  private static final int MOST_VALUES = 200;

  private ModelReports() {}

  /** What a list of models says of each. */
  static void summary(JsonGenerator json, ServedModel model) throws IOException {
    json.writeStartObject();
    head(json, model);
    json.writeEndObject();
  }

  /**
   * With the statistics of every class and feature.
   *
   * @param leftOut what learners of this instance have left out, by reason
   */
  static void full(JsonGenerator json, ServedModel model, Map<Refusals.Reason, Long> leftOut)
      throws IOException {
    json.writeStartObject();
    head(json, model);
    json.writeFieldName("spec");
    json.writeRawValue(SpecCodec.write(model.version().spec()));
    versions(json, model.definition());
    sources(json, model);
    json.writeObjectFieldStart("leftOut");
    for (Map.Entry<Refusals.Reason, Long> entry : leftOut.entrySet()) {
      json.writeNumberField(entry.getKey().name(), entry.getValue());
    }
    json.writeEndObject();
    if (!model.hypotheses().isEmpty()) {
      Json.numbers(json, "hypotheses", model.hypotheses());
    }
    ModelJson.fit(json, model.fit());
    json.writeObjectFieldStart("classes");
    ModelJson classes = new ModelJson(json, MOST_VALUES);
    model.describe(classes);
    classes.endClass();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void head(JsonGenerator json, ServedModel model) throws IOException {
    json.writeStringField("model", model.definition().name());
    json.writeNumberField("version", model.version().number());
    json.writeNumberField("activeVersion", model.definition().activeVersion());
    json.writeStringField("learner", model.version().spec().learner().key());
    json.writeNumberField("examples", model.examples());
    json.writeBooleanField("stale", model.isStale());
    json.writeObjectFieldStart("priors");
    for (Map.Entry<String, Double> prior : model.priors().entrySet()) {
      JsonNumbers.number(json, prior.getKey(), prior.getValue());
    }
    json.writeEndObject();
  }

  private static void versions(JsonGenerator json, ModelDefinition definition) throws IOException {
    json.writeArrayFieldStart("versions");
    for (ModelDefinition.Version version : definition.versions()) {
      json.writeStartObject();
      json.writeNumberField("version", version.number());
      json.writeStringField("state", version.state().key());
      json.writeNumberField("createdAt", version.createdAt());
      json.writeFieldName("spec");
      json.writeRawValue(SpecCodec.write(version.spec()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void sources(JsonGenerator json, ServedModel model) throws IOException {
    json.writeArrayFieldStart("sources");
    for (SnapshotRow source : model.sources()) {
      json.writeStartObject();
      json.writeStringField("source", source.source());
      json.writeNumberField("examples", source.examples());
      Map<String, Long> learnedTo = new TreeMap<>();
      source.covered().forEach((partition, range) -> learnedTo.put(partition, range.to()));
      Json.offsets(json, "learnedTo", learnedTo);
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
