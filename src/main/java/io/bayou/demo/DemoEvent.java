package io.bayou.demo;

import static java.util.Objects.requireNonNull;

import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event, and what only its maker knows of it.
 *
 * @param features numbers, strings and booleans by name
 * @param truth the class that it belongs to
 * @param labeled whether the event tells its class, to be learned, or asks for it
 * @param phase what the stream is going through; another name means that the concept has drifted
 */
public record DemoEvent(
    String id, Map<String, Object> features, String truth, boolean labeled, String phase) {
  public DemoEvent {
    requireNonNull(id, "id");
    features = Collections.unmodifiableMap(new LinkedHashMap<>(features));
    requireNonNull(truth, "truth");
    requireNonNull(phase, "phase");
  }

  /** Writes down what everybody may know. */
  void copyTo(Example example) {
    example.clear();
    example.setId(id);
    features.forEach((name, value) -> add(example.features(), name, value));
    if (labeled) {
      example.setLabel(truth);
    }
  }

  private static void add(Features features, String name, Object value) {
    if (value instanceof Number number) {
      features.number(name, number.doubleValue());
    } else if (value instanceof Boolean bool) {
      features.truth(name, bool);
    } else {
      features.text(name, (String) value);
    }
  }
}
