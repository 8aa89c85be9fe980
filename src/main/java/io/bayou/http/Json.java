package io.bayou.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import io.bayou.codec.json.JsonNumbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** JSON in memory. */
final class Json {
  static final String TYPE = "application/json";
  static final String PROBLEM_TYPE = "application/problem+json";

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private Json() {}

  /** What is to be written. */
  interface Content {
    void writeTo(JsonGenerator json) throws IOException;
  }

  static byte[] bytes(Content content) {
    try (ByteArrayBuilder buffer = new ByteArrayBuilder();
        JsonGenerator json = FACTORY.createGenerator(buffer)) {
      content.writeTo(json);
      json.flush();
      return buffer.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory: cannot happen
    }
  }

  static void numbers(JsonGenerator json, String name, Map<String, Double> values)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Double> entry : values.entrySet()) {
      JsonNumbers.number(json, entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  static void offsets(JsonGenerator json, String name, Map<String, Long> values)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Long> entry : values.entrySet()) {
      json.writeNumberField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }
}
