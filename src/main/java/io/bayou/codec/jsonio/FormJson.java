package io.bayou.codec.jsonio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.bayou.model.ScoringForm;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** Writes a form as a JSON object. */
public final class FormJson {
  /* The shortest form of a double on every Java version: files are compared. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private FormJson() {}

  /** Writes a line; leaves the stream open. */
  public static void write(ScoringForm form, OutputStream out) throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      write(form, json);
      json.writeRaw('\n');
    }
  }

  private static void write(Object value, JsonGenerator json) throws IOException {
    if (value instanceof ScoringForm form) {
      write(form, json);
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(element, json);
      }
      json.writeEndArray();
    } else if (value instanceof double[] numbers) {
      json.writeStartArray();
      for (double number : numbers) {
        write(number, json);
      }
      json.writeEndArray();
    } else if (value instanceof Double number) {
      write(number.doubleValue(), json);
    } else if (value instanceof Long integer) {
      json.writeNumber(integer);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else {
      json.writeString((String) value); // null where there is none
    }
  }

  private static void write(ScoringForm form, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Object> field : form.fields().entrySet()) {
      json.writeFieldName(field.getKey());
      write(field.getValue(), json);
    }
    json.writeEndObject();
  }

  /* JSON has no infinity. What it is follows from the field: the logarithm of 0, or no bound. */
  private static void write(double number, JsonGenerator json) throws IOException {
    if (Double.isInfinite(number)) {
      json.writeNull();
    } else if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      json.writeNumber((long) number);
    } else {
      json.writeNumber(number);
    }
  }
}
