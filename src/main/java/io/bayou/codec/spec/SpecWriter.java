package io.bayou.codec.spec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes a spec as canonical JSON: sorted keys, and only what differs from the default. */
final class SpecWriter {
  /* The fast writer is there for its algorithm, not its speed: Double.toString gives other digits
   * before JDK 19 than after it, and the hash of a spec must not depend on the JDK. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private SpecWriter() {}

  static String write(ModelSpec spec) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      write(tree(spec), out);
    } catch (IOException e) {
      throw new UncheckedIOException("a StringWriter does not fail", e);
    }
    return text.toString();
  }

  /** The spec as maps, lists, strings, numbers and booleans. */
  static SortedMap<String, Object> tree(ModelSpec spec) {
    SortedMap<String, Object> tree = new TreeMap<>();
    for (SpecKey key : SpecKeys.ALL) {
      key.writer().apply(spec).ifPresent(value -> tree.put(key.name(), value));
    }
    return tree;
  }

  /** Puts a value into a map unless it is the default. */
  static void putChanged(Map<String, Object> tree, String key, Object value, Object standard) {
    if (!value.equals(standard)) {
      tree.put(key, value);
    }
  }

  /* A LinkedHashMap keeps its order; any other map is sorted. */
  private static void write(Object value, JsonGenerator out) throws IOException {
    if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      Map<?, ?> ordered = map instanceof LinkedHashMap ? map : new TreeMap<>(map);
      for (Map.Entry<?, ?> entry : ordered.entrySet()) {
        out.writeFieldName((String) entry.getKey());
        write(entry.getValue(), out);
      }
      out.writeEndObject();
    } else if (value instanceof Iterable<?> items) {
      out.writeStartArray();
      for (Object item : items) {
        write(item, out);
      }
      out.writeEndArray();
    } else {
      out.writePOJO(value);
    }
  }
}
