package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.INVALID;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.EventRules;
import io.bayou.codec.expression.Evaluator;
import io.bayou.codec.expression.RecordValues;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import java.util.List;
import java.util.Optional;

/**
 * One image of a row in a record, as a model reads it. Most records have one; a change event has
 * one from before the change and one from after it.
 */
final class Image {
  private final InputSpec input;
  private final EventLimits limits;
  private final RecordValues values;
  private final int id;
  private final int key;
  private final int keyFeature;
  private final int time;
  private final int label;
  private final int weight;
  private final Optional<Evaluator> where;
  private final String[] names;
  private final int[] slots;
  private final CapturedFields captured;
  private final Example example = new Example(new Features());
  private long latest; // the record that was read last
  private boolean excluded;

  Image(InputSpec input, Sources sources, EventLimits limits) {
    this.input = input;
    this.limits = limits;
    values = sources.values();
    id = sources.slotOf(input.id(), true);
    key = sources.slotOf(input.key(), true);
    time = sources.slotOf(input.time(), false);
    label = sources.slotOf(input.label().map(LabelSource::source), true);
    weight = sources.slotOf(input.weight(), false);
    where = input.where().map(sources::condition);
    names = input.features().keySet().toArray(String[]::new);
    slots = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      slots[i] = sources.slotOf(input.features().get(names[i]));
      example.features().names().idOf(names[i]);
    }
    keyFeature = input.key().map(example.features().names()::idOf).orElse(-1);
    captured =
        input.readsAll()
            ? new CapturedFields(sources, List.of(id, key, time, label, weight), input.drop())
            : null;
  }

  /**
   * The record as an event, valid until the next one; null if it is not one that the model reads.
   *
   * @param serial of the record, which is read once
   * @throws BadRecordException if a value is not valid
   */
  Example read(long serial, long recorded) {
    if (serial != latest) {
      excluded = where.isPresent() && !where.get().isTrue(values);
      if (!excluded) {
        fill(recorded);
      }
      latest = serial; // only now: what fails is refused again
    }
    return excluded ? null : example;
  }

  /** Empties the event: it may know who has read it. */
  void release() {
    example.clear();
    latest = 0;
  }

  private void fill(long recorded) {
    example.clear();
    readId();
    readTime(recorded);
    readLabel();
    readWeight();
    if (captured != null) {
      captured.addTo(example.features(), limits);
    } else {
      for (int i = 0; i < slots.length; i++) {
        add(i, slots[i]);
      }
    }
    readKey();
  }

  /** Whether the label of the image is there. */
  boolean isLabeled() {
    return label >= 0 && labelText() != null;
  }

  private void readId() {
    if (id < 0) {
      return;
    }
    String text = values.text(id);
    if (text == null || text.isEmpty()) {
      throw new BadRecordException(
          INVALID, "the record has no id at '" + input.id().orElseThrow() + "'");
    }
    example.setId(checked(text));
  }

  /* Without a key an event belongs to everybody. It is kept with the features, unless it is one of
   * them: what waits for its label must still know whose it is. */
  private void readKey() {
    String text = key < 0 ? null : values.text(key);
    if (text != null && !text.isEmpty()) {
      EventRules.key("key", text);
      example.setKey(checked(text));
      if (keyFeature >= slots.length) {
        example.features().text(keyFeature, text);
      }
    }
  }

  private void readTime(long recorded) {
    if (time >= 0) {
      example.setTime(EventTime.read(values, time, recorded, input.time().orElseThrow()));
    }
  }

  private void readLabel() {
    if (label >= 0) {
      String text = labelText();
      if (text != null) {
        EventRules.key("label", text);
        example.setLabel(checked(text));
      }
    }
  }

  private String labelText() {
    String text = values.text(label);
    return text == null || text.isEmpty() ? null : input.label().orElseThrow().labelOf(text);
  }

  private void readWeight() {
    if (weight >= 0 && values.isPresent(weight)) {
      EventRules.weight(values.number(weight));
      example.setWeight(values.number(weight));
    }
  }

  private void add(int feature, int slot) {
    switch (values.kind(slot)) {
      case NUMBER -> example.features().number(feature, values.number(slot));
      case BOOLEAN -> example.features().truth(feature, values.number(slot) != 0.0);
      case TEXT -> example.features().text(feature, checked(values.text(slot)));
      case TOKENS -> example.features().tokens(feature, checked(values.tokens(slot)));
      case ABSENT, NULL -> example.features().missing(feature);
      case OTHER ->
          throw new BadRecordException(
              INVALID,
              "feature '%s' is a structure at '%s'; name a value in it"
                  .formatted(names[feature], input.features().get(names[feature])));
    }
  }

  private String checked(String text) {
    return CapturedFields.checked(text, limits);
  }

  private List<String> checked(List<String> tokens) {
    return CapturedFields.checked(tokens, limits);
  }
}
