package io.bayou.codec.mapping;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.expression.FieldPath;
import io.bayou.model.Example;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The shape of records in an envelope, and what some models read in them.
 *
 * <p>A change event has an image of the row after the change and one from before it: an update
 * whose former image is labeled takes that back and learns the present one; a deletion takes it
 * back only.
 */
final class RecordShape {
  private static final List<String> TOP = List.of();
  private static final List<String> PAYLOAD = List.of("payload"); // with its schema beside it
  private static final List<List<String>> AFTER =
      List.of(List.of("after"), List.of("payload", "after"));
  private static final List<List<String>> BEFORE =
      List.of(List.of("before"), List.of("payload", "before"));

  private static final Set<String> NO_ROW = Set.of("d", "t", "m");

  private final Layout layout = new Layout();
  private final List<Image> images = new ArrayList<>();
  private final List<Image> former = new ArrayList<>();
  private final int operation;
  private long serial; // of the present record

  /**
   * @param plain whether the envelope is in the headers
   */
  RecordShape(List<InputSpec> inputs, Envelope envelope, boolean plain, EventLimits limits) {
    boolean changes = envelope == Envelope.DEBEZIUM;
    Sources sources = new Sources(layout, places(envelope, plain));
    Sources before = new Sources(layout, BEFORE);
    for (InputSpec input : inputs) {
      InputSpec named = envelope == Envelope.CLOUDEVENTS ? named(input, plain) : input;
      images.add(new Image(named, sources, limits));
      if (changes) {
        former.add(new Image(named, before, limits));
      }
    }
    operation =
        changes
            ? layout.slotOf(FieldPath.parse("op").orElseThrow(), List.of(TOP, PAYLOAD), true)
            : -1;
  }

  static List<List<String>> places(Envelope envelope, boolean plain) {
    return switch (envelope) {
      case NONE -> List.of(TOP);
      case DEBEZIUM -> AFTER;
      case CLOUDEVENTS -> plain ? List.of(TOP) : List.of(List.of("data"));
    };
  }

  /* The attributes id and time of a CloudEvent name the event, unless the spec says otherwise. */
  private static InputSpec named(InputSpec input, boolean plain) {
    String prefix = plain ? "header:ce_" : Sources.TOP_LEVEL;
    return input.withDefaults(prefix + "id", prefix + "time");
  }

  int size() {
    return layout.tree().size();
  }

  void read(RawRecord record, RecordFormat format, RecordDecoder decoder) {
    serial++;
    layout.values().clear();
    decoder.read(record, format, layout.tree(), layout.values());
    layout.complete(record);
  }

  Example example(int number, long recorded) {
    return hasNoRow() ? null : images.get(number).read(serial, recorded);
  }

  /* Without the label of the former image there is nothing that was learned of it. */
  Example retracted(int number, long recorded) {
    if (former.isEmpty() || !former.get(number).isLabeled()) {
      return null;
    }
    Example example = former.get(number).read(serial, recorded);
    if (example != null && example.label() != null) {
      example.setCorrectionOf(example.label());
      example.setLabel(null);
    }
    return example;
  }

  /** Empties the events that were read. */
  void release() {
    images.forEach(Image::release);
    former.forEach(Image::release);
  }

  /* There is none after a deletion; nor in a truncation of the table, or a message of its log. */
  private boolean hasNoRow() {
    return operation >= 0 && NO_ROW.contains(String.valueOf(layout.values().text(operation)));
  }
}
