package io.bayou.codec.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON answers of registries, as maps, lists, strings and numbers. */
final class RegistryJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private RegistryJson() {}

  /** The value; null if the bytes are not JSON. */
  static Object parse(byte[] bytes) {
    try (JsonParser in = FACTORY.createParser(bytes)) {
      Object value = value(in, in.nextToken());
      return in.nextToken() == null ? value : null;
    } catch (IOException e) {
      return null; // the caller says what it wanted instead
    }
  }

  private static Object value(JsonParser in, JsonToken token) throws IOException {
    if (token == null) {
      return null;
    }
    return switch (token) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> list(in);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.getNumberValue();
      case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
      case VALUE_NULL -> null;
      default -> in.getText();
    };
  }

  private static Map<String, Object> object(JsonParser in) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      fields.put(name, value(in, in.nextToken()));
    }
    return fields;
  }

  private static List<Object> list(JsonParser in) throws IOException {
    List<Object> items = new ArrayList<>();
    for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      items.add(value(in, token));
    }
    return items;
  }

  /** A field of an object as text; null if there is none. */
  static String text(Object object, String name) {
    Object value = object instanceof Map<?, ?> map ? map.get(name) : null;
    return value == null ? null : value.toString();
  }

  /** A field that is a list; empty if there is none. */
  static List<?> list(Object object, String name) {
    Object value = object instanceof Map<?, ?> map ? map.get(name) : null;
    return value instanceof List<?> list ? list : List.of();
  }
}
