package io.bayou.app.inspect;

import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.expression.RecordValues.Kind;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.HashSet;
import java.util.Set;

/** Recognises the envelopes that records may come in, by their fields. */
final class Envelopes {
  private static final Set<String> OPERATIONS = Set.of("c", "u", "d", "r", "t");
  private static final Set<String> ATTRIBUTES = Set.of("specversion", "id", "source", "type");

  private final Set<String> attributes = new HashSet<>();
  private boolean plain;
  private boolean operation;
  private boolean image;
  private int changes;
  private int cloudEvents;

  /**
   * Begins a record.
   *
   * @param isPlain whether the attributes of a CloudEvent are in its headers
   */
  void begin(boolean isPlain) {
    attributes.clear();
    plain = isPlain;
    operation = false;
    image = false;
  }

  void leaf(String path, RecordValues values, int slot) {
    String inner = path.startsWith("payload.") ? path.substring("payload.".length()) : path;
    if (inner.equals("op") && values.kind(slot) == Kind.TEXT) {
      operation = OPERATIONS.contains(values.text(slot));
    }
    image |= isBelow(inner, "after") || isBelow(inner, "before");
    if (ATTRIBUTES.contains(path) && values.kind(slot) == Kind.TEXT) {
      attributes.add(path);
    }
  }

  private static boolean isBelow(String path, String name) {
    return path.equals(name) || path.startsWith(name + ".");
  }

  void end() {
    changes += operation && image ? 1 : 0;
    cloudEvents += plain || attributes.containsAll(ATTRIBUTES) ? 1 : 0;
  }

  /** The envelope of nine in ten records. */
  Envelope most(int records) {
    if (records > 0 && 10L * changes >= 9L * records) {
      return Envelope.DEBEZIUM;
    }
    return records > 0 && 10L * cloudEvents >= 9L * records ? Envelope.CLOUDEVENTS : Envelope.NONE;
  }
}
