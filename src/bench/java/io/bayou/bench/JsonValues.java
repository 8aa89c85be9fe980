package io.bayou.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers and booleans. */
public final class JsonValues {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonValues() {}

  /** The object in the text; empty if there is none. */
  public static Map<String, Object> object(String text) {
    try (JsonParser json = JSON.createParser(text)) {
      Object value = json.nextToken() == null ? Map.of() : value(json);
      return asObject(value);
    } catch (IOException e) {
      return Map.of();
    }
  }

  /** The value as an object; an empty one if it is something else. */
  @SuppressWarnings("unchecked") // value() makes no other maps
  public static Map<String, Object> asObject(Object value) {
    return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
  }

  /** The value as a list; an empty one if it is something else. */
  public static List<?> asList(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  /** The value as a whole number; -1 if it is something else. */
  public static long asLong(Object value) {
    return value instanceof Number number ? number.longValue() : -1;
  }

  private static Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> fields(json);
      case START_ARRAY -> items(json);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> "null";
      default -> json.getText();
    };
  }

  private static Map<String, Object> fields(JsonParser json) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      fields.put(name, value(json));
    }
    return fields;
  }

  private static List<Object> items(JsonParser json) throws IOException {
    List<Object> items = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(json));
    }
    return items;
  }
}
