package io.bayou.codec.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.jsonio.JsonOutput;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.io.IOException;

/** Writes what {@link JsonEventReader} reads. */
final class JsonEventEncoder extends EventEncoder {
  private final JsonOutput output = new JsonOutput();

  @Override
  byte[] write(Example event) {
    return output.write(out -> write(event, out));
  }

  private static void write(Example event, JsonGenerator out) throws IOException {
    out.writeStartObject();
    text("id", event.id(), out);
    text("model", event.model(), out);
    features(event.features(), out);
    text("label", event.label(), out);
    if (event.weight() != 1.0) {
      out.writeNumberField("weight", event.weight());
    }
    text("correctionOf", event.correctionOf(), out);
    out.writeEndObject();
  }

  private static void text(String field, String value, JsonGenerator out) throws IOException {
    if (value != null) {
      out.writeStringField(field, value);
    }
  }

  private static void features(Features features, JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("features");
    for (int i = 0; i < features.size(); i++) {
      out.writeFieldName(features.name(i));
      switch (features.kind(i)) {
        case MISSING -> out.writeNull();
        case NUMBER -> number(features.number(i), out);
        case BOOLEAN -> out.writeBoolean(features.number(i) != 0.0);
        case TEXT -> out.writeString(features.text(i));
        case TOKENS -> tokens(features.tokens(i), out);
      }
    }
    out.writeEndObject();
  }

  /* JSON has no infinity, but numbers beyond the largest double are read as one. */
  private static void number(double value, JsonGenerator out) throws IOException {
    if (Double.isNaN(value)) {
      out.writeNull();
    } else if (Double.isInfinite(value)) {
      out.writeNumber(value > 0 ? "1e999" : "-1e999");
    } else {
      out.writeNumber(value);
    }
  }

  private static void tokens(Iterable<String> tokens, JsonGenerator out) throws IOException {
    out.writeStartArray();
    for (String token : tokens) {
      out.writeString(token);
    }
    out.writeEndArray();
  }
}
