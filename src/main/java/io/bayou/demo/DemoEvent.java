package io.bayou.demo;

import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event and its hidden truth.
 *
 * @param features numbers, strings and booleans by name
 * @param truth its class
 * @param labeled whether it is sent with its label, to be learned, or without, to be predicted
 * @param phase the phase of the stream; a new phase means that the concept has drifted
 */
public record DemoEvent(
    String id, Map<String, Object> features, String truth, boolean labeled, String phase) {
  public DemoEvent {
    features = Collections.unmodifiableMap(new LinkedHashMap<>(features));
  }

  /** Replaces the content of an example with what is sent. */
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
