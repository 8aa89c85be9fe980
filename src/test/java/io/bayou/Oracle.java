package io.bayou;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a file of known answers in {@code src/test/resources/oracles}. */
public final class Oracle {
  private final Object value;

  private Oracle(Object value) {
    this.value = value;
  }

  /** The file of this name, without its ending. */
  public static Oracle load(String name) {
    String path = "/oracles/" + name + ".json";
    try (InputStream in = requireNonNull(Oracle.class.getResourceAsStream(path), path);
        JsonParser parser = new JsonFactory().createParser(in)) {
      parser.nextToken();
      return new Oracle(read(parser));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Any file. */
  public static Oracle read(Path file) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
      parser.nextToken();
      return new Oracle(read(parser));
    }
  }

  /** A member of an object. */
  public Oracle get(String name) {
    Map<?, ?> members = (Map<?, ?>) value;
    if (!members.containsKey(name)) {
      throw new IllegalArgumentException("no member '" + name + "' beside " + members.keySet());
    }
    return new Oracle(members.get(name));
  }

  public boolean has(String name) {
    return ((Map<?, ?>) value).containsKey(name);
  }

  /** The names of an object's members. */
  public List<String> names() {
    return ((Map<?, ?>) value).keySet().stream().map(String.class::cast).toList();
  }

  /** The elements of an array. */
  public List<Oracle> list() {
    return ((List<?>) value).stream().map(Oracle::new).toList();
  }

  public double[] numbers() {
    return list().stream().mapToDouble(Oracle::number).toArray();
  }

  public double number() {
    return ((Number) value).doubleValue();
  }

  public int integer() {
    return Math.toIntExact(((Number) value).longValue());
  }

  public String text() {
    return (String) value;
  }

  public boolean truth() {
    return (Boolean) value;
  }

  public boolean isNull() {
    return value == null;
  }

  @Override
  public String toString() {
    return String.valueOf(value);
  }

  private static Object read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          members.put(name, read(parser));
        }
        yield members;
      }
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(read(parser));
        }
        yield elements;
      }
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IOException("unexpected " + parser.currentToken());
    };
  }
}
