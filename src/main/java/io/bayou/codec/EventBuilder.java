package io.bayou.codec;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts an event together, whatever it is read from, and checks what every format has in common. */
final class EventBuilder {
  private final Example example;
  private final EventLimits limits;
  private final Utf8Cache strings = new Utf8Cache();
  private final List<String> tokens = new ArrayList<>();
  private int[] seen = new int[64];
  private int event;
  private int feature;

  EventBuilder(Example example, EventLimits limits) {
    this.example = example;
    this.limits = limits;
  }

  FeatureNames names() {
    return example.features().names();
  }

  void begin() {
    example.clear();
    event++;
  }

  /** A string of the event, checked for length and encoding. */
  String string(byte[] bytes, int from, int to) {
    checkLength(to - from);
    return strings.get(bytes, from, to);
  }

  String string(String value) {
    checkLength(value.length());
    return value;
  }

  private void checkLength(int length) {
    if (length > limits.textLength()) {
      throw new BadRecordException(
          TOO_LARGE, "a string has length " + length + ", the limit is " + limits.textLength());
    }
  }

  void id(String value) {
    example.setId(value.isEmpty() ? null : value);
  }

  void model(String value) {
    example.setModel(value);
  }

  void label(String value) {
    example.setLabel(value);
  }

  void correctionOf(String value) {
    example.setCorrectionOf(value);
  }

  void weight(double value) {
    if (!(value >= 0.0) || value > 1e15) {
      throw new BadRecordException(
          INVALID, "weight must be between 0 and 1e15, was " + value + "; leave it out for 1");
    }
    example.setWeight(value);
  }

  /** Names the feature whose value comes next. */
  void feature(String name) {
    if (name.isEmpty()) {
      throw new BadRecordException(INVALID, "a feature has no name");
    }
    if (example.features().size() >= limits.features()) {
      throw new BadRecordException(
          TOO_LARGE, "the event has more than " + limits.features() + " features");
    }
    feature = names().idOf(name);
    if (feature >= seen.length) {
      seen = Arrays.copyOf(seen, names().size() * 2);
    }
    if (seen[feature] == event) {
      throw new BadRecordException(INVALID, "feature '" + name + "' occurs twice");
    }
    seen[feature] = event;
  }

  void number(double value) {
    example.features().number(feature, value);
  }

  void truth(boolean value) {
    example.features().truth(feature, value);
  }

  void text(String value) {
    example.features().text(feature, value);
  }

  void missing() {
    example.features().missing(feature);
  }

  void beginTokens() {
    tokens.clear();
  }

  void token(String value) {
    tokens.add(value);
  }

  void endTokens() {
    example.features().tokens(feature, List.copyOf(tokens));
  }

  Example finish() {
    if (example.label() != null && example.label().isEmpty()) {
      throw new BadRecordException(INVALID, "the label is empty; send null for an unlabeled event");
    }
    if (example.correctionOf() != null && example.label() == null) {
      throw new BadRecordException(
          INVALID,
          "correctionOf is '"
              + example.correctionOf()
              + "' and there is no label to learn instead");
    }
    return example;
  }
}
