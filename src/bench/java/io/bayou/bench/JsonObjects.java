package io.bayou.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** Writes maps, lists, strings, numbers and booleans as JSON. */
public final class JsonObjects {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private JsonObjects() {}

  /** Writes one object and ends the line. */
  public static void line(Map<?, ?> object, PrintWriter out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      write(json, object);
    }
    out.println();
    out.flush();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(entry.getKey().toString());
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        write(json, item);
      }
      json.writeEndArray();
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Number number) {
      json.writeNumber(number.toString());
    } else {
      json.writeString(value.toString());
    }
  }
}
