package io.bayou.codec.jsonio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * Writes the fields of a JSON object, in the order of the calls. For reports, commands and HTTP;
 * events and predictions have their own, faster encoders.
 */
public final class JsonObject {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .build();

  private final JsonGenerator out;

  private JsonObject(JsonGenerator out) {
    this.out = out;
  }

  private interface Content {
    void write() throws IOException;
  }

  /* The targets are memory and PrintWriter, which do not throw. */
  private static void write(Content content) {
    try {
      content.write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One object, as UTF-8. */
  public static byte[] bytes(Consumer<JsonObject> fields) {
    return bytesOf(json -> json.whole(fields));
  }

  /** An array of objects, as UTF-8. */
  public static byte[] array(int size, ObjIntConsumer<JsonObject> fields) {
    return bytesOf(
        json -> {
          write(json.out::writeStartArray);
          for (int i = 0; i < size; i++) {
            int index = i;
            json.whole(object -> fields.accept(object, index));
          }
          write(json.out::writeEndArray);
        });
  }

  private static byte[] bytesOf(Consumer<JsonObject> content) {
    try (ByteArrayBuilder buffer = new ByteArrayBuilder()) {
      write(
          () -> {
            try (JsonGenerator generator = FACTORY.createGenerator(buffer)) {
              content.accept(new JsonObject(generator));
            }
          });
      return buffer.toByteArray();
    }
  }

  /** Prints one object on one line; does not flush. */
  public static void line(PrintWriter out, Consumer<JsonObject> fields) {
    write(
        () -> {
          try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            new JsonObject(generator).whole(fields);
          }
        });
    out.write('\n');
  }

  private JsonObject field(Content content) {
    write(content);
    return this;
  }

  private void whole(Consumer<JsonObject> fields) {
    write(out::writeStartObject);
    fields.accept(this);
    write(out::writeEndObject);
  }

  /** A string, or null. */
  public JsonObject text(String name, String value) {
    return field(() -> out.writeStringField(name, value));
  }

  public JsonObject bool(String name, boolean value) {
    return field(() -> out.writeBooleanField(name, value));
  }

  public JsonObject number(String name, long value) {
    return field(() -> out.writeNumberField(name, value));
  }

  /** A number; null if it is not finite. */
  public JsonObject number(String name, double value) {
    return Double.isFinite(value)
        ? field(() -> out.writeNumberField(name, value))
        : nullField(name);
  }

  /** A sum of weights; without a decimal point if it is a whole number. */
  public JsonObject weight(String name, double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? number(name, (long) value) : number(name, value);
  }

  public JsonObject nullField(String name) {
    return field(() -> out.writeNullField(name));
  }

  /** A value that is JSON already. */
  public JsonObject raw(String name, String json) {
    return field(
        () -> {
          out.writeFieldName(name);
          out.writeRawValue(json);
        });
  }

  public JsonObject object(String name, Consumer<JsonObject> fields) {
    begin(name);
    fields.accept(this);
    return end();
  }

  /** An array of objects; items may be null. */
  public <T> JsonObject objects(
      String name, Iterable<T> items, BiConsumer<JsonObject, ? super T> fields) {
    write(() -> out.writeArrayFieldStart(name));
    for (T item : items) {
      if (item == null) {
        write(out::writeNull);
      } else {
        whole(json -> fields.accept(json, item));
      }
    }
    write(out::writeEndArray);
    return this;
  }

  /** An array of strings. */
  public JsonObject texts(String name, Iterable<?> values) {
    return field(
        () -> {
          out.writeArrayFieldStart(name);
          for (Object value : values) {
            out.writeString(value.toString());
          }
          out.writeEndArray();
        });
  }

  /** An object with a number for each key. */
  public JsonObject numbers(String name, Map<String, Double> values) {
    return object(name, json -> values.forEach(json::number));
  }

  /** An object with a weight for each key. */
  public JsonObject weights(String name, Map<String, Double> values) {
    return object(name, json -> values.forEach(json::weight));
  }

  /** An object with a count for each key. */
  public JsonObject counts(String name, Map<?, Long> values) {
    return object(name, json -> values.forEach((key, count) -> json.number(key.toString(), count)));
  }

  /** Arrays of numbers, one within the other. */
  public JsonObject matrix(String name, double[][] rows) {
    return field(
        () -> {
          out.writeArrayFieldStart(name);
          for (double[] row : rows) {
            out.writeArray(row, 0, row.length);
          }
          out.writeEndArray();
        });
  }

  /** An array of numbers. */
  public JsonObject array(String name, double... values) {
    return field(
        () -> {
          out.writeFieldName(name);
          out.writeArray(values, 0, values.length);
        });
  }

  /** Begins an object that {@link #end} ends. */
  public JsonObject begin(String name) {
    return field(() -> out.writeObjectFieldStart(name));
  }

  public JsonObject end() {
    return field(out::writeEndObject);
  }
}
