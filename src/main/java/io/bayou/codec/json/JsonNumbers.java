package io.bayou.codec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Numbers as JSON has them. */
public final class JsonNumbers {
  private JsonNumbers() {}

  /** A number; null where it is not finite, which JSON cannot say. */
  public static void number(JsonGenerator json, String key, double value) throws IOException {
    json.writeFieldName(key);
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }

  /** A weight: without a fraction where it counts whole rows. */
  public static void weight(JsonGenerator json, String key, double value) throws IOException {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      json.writeNumberField(key, (long) value);
    } else {
      number(json, key, value);
    }
  }
}
