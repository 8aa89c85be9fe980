package io.bayou.codec.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.FieldPath.Root;
import io.bayou.codec.expression.FieldPath.Step;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes a label as a record that {@link LabelMapper} reads, where it can be written as JSON. */
public final class LabelWriter {
  /**
   * A record of a topic with labels.
   *
   * @param key the id of the event
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  public record LabelRecord(byte[] key, byte[] value) {}

  private LabelWriter() {}

  /** The record; empty if the spec has expressions or another format, or no value for the label. */
  public static Optional<LabelRecord> write(LabelsSpec spec, String id, String label) {
    Optional<FieldPath> idPath = FieldPath.parse(spec.id());
    Optional<FieldPath> labelPath = FieldPath.parse(spec.label().source());
    Optional<String> value = valueOf(spec, label);
    if (!isJson(spec.format()) || idPath.isEmpty() || labelPath.isEmpty() || value.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> record = new TreeMap<>();
    boolean written =
        (idPath.get().root() == Root.KEY || put(record, idPath.get(), id))
            && put(record, labelPath.get(), value.get());
    return written
        ? Optional.of(
            new LabelRecord(id.getBytes(UTF_8), JsonObject.bytes(json -> write(json, record))))
        : Optional.empty();
  }

  private static boolean isJson(RecordFormat format) {
    return format.envelope() == Envelope.NONE
        && (format.encoding() == Encoding.JSON || format.encoding() == Encoding.AUTO);
  }

  private static Optional<String> valueOf(LabelsSpec spec, String label) {
    Map<String, String> map = spec.label().map();
    return map.isEmpty()
        ? Optional.of(label)
        : map.entrySet().stream()
            .filter(entry -> entry.getValue().equals(label))
            .map(Map.Entry::getKey)
            .findFirst();
  }

  /* Returns false if there is no such place in an object, or if something else is there. */
  private static boolean put(Map<String, Object> record, FieldPath path, String value) {
    List<Step> steps = path.steps();
    if (path.root() != Root.VALUE || steps.stream().anyMatch(Step::isItem)) {
      return false;
    }
    Map<String, Object> object = record;
    for (Step step : steps.subList(0, steps.size() - 1)) {
      Object inner = object.computeIfAbsent(step.name(), name -> new TreeMap<String, Object>());
      if (!(inner instanceof Map)) {
        return false;
      }
      object = asObject(inner);
    }
    return object.putIfAbsent(steps.get(steps.size() - 1).name(), value) == null;
  }

  @SuppressWarnings("unchecked") // only put() makes them
  private static Map<String, Object> asObject(Object value) {
    return (Map<String, Object>) value;
  }

  private static void write(JsonObject json, Map<String, Object> object) {
    object.forEach(
        (name, value) -> {
          if (value instanceof String text) {
            json.text(name, text);
          } else {
            json.object(name, inner -> write(inner, asObject(value)));
          }
        });
  }
}
