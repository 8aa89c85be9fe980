package io.bayou.codec.event;

import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import io.bayou.codec.Utf8Cache;
import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Served;
import java.util.ArrayList;
import java.util.List;

/** Builds an event from any format, and checks the rules common to all formats. */
final class EventBuilder {
  /* More names than any model uses: a sender invents new ones. Then the names start over. */
  private static final int MAX_NAMES = 100_000;
  private static final int MAX_NAME_CHARACTERS = 4 << 20;

  private final EventLimits limits;
  private final EventRules rules = new EventRules();
  private final Utf8Cache strings = new Utf8Cache();
  private final List<String> tokens = new ArrayList<>();
  private final FeatureOrder order = new FeatureOrder();
  private Example example = new Example(new Features());
  private int nameCharacters;
  private int feature;

  EventBuilder(EventLimits limits) {
    this.limits = limits;
  }

  void begin() {
    if (names().size() > MAX_NAMES || nameCharacters > MAX_NAME_CHARACTERS) {
      example = new Example(new Features());
      nameCharacters = 0;
      rules.forget();
      order.forget();
    }
    example.clear();
    rules.begin();
  }

  private FeatureNames names() {
    return example.features().names();
  }

  /** A string of the event, checked for length and encoding. */
  String string(byte[] bytes, int from, int to) {
    EventRules.size("a string", to - from, limits.textLength());
    return strings.get(bytes, from, to);
  }

  /** A string of the event, checked for length and lone surrogates. */
  String string(String value) {
    EventRules.size("a string", value, limits.textLength());
    EventRules.wellFormed(value);
    return value;
  }

  /** As {@link #id(String)}; ids are unique, so caching them is pointless. */
  void id(byte[] bytes, int from, int to) {
    EventRules.size("a string", to - from, limits.textLength());
    example.setId(from == to ? null : Utf8.decodeStrict(bytes, from, to));
  }

  void id(String value) {
    example.setId(value.isEmpty() ? null : value);
  }

  void model(String value) {
    EventRules.key("model", value);
    example.setModel(value);
  }

  void label(String value) {
    EventRules.key("label", value);
    example.setLabel(value);
  }

  void correctionOf(String value) {
    EventRules.key("correctionOf", value);
    example.setCorrectionOf(value);
  }

  void served(Served value) {
    EventRules.served(value);
    example.setServed(value);
  }

  void weight(double value) {
    EventRules.weight(value);
    example.setWeight(value);
  }

  /** As {@link #feature(String)}, mostly without creating or looking up a string. */
  void feature(byte[] bytes, int from, int to) {
    int position = example.features().size();
    int expected = order.find(position, bytes, from, to);
    if (expected < 0) {
      feature(string(bytes, from, to));
      order.set(position, bytes, from, to, feature);
    } else {
      checkRoom();
      feature = expected;
      rules.once(feature, names());
    }
  }

  private void checkRoom() {
    if (example.features().size() >= limits.features()) {
      throw new BadRecordException(
          TOO_LARGE, "the event has more than " + limits.features() + " features");
    }
  }

  /** Starts a feature, whose value follows. */
  void feature(String name) {
    EventRules.name(name);
    checkRoom();
    int known = names().size();
    feature = names().idOf(name);
    if (feature == known) {
      nameCharacters += name.length();
    }
    rules.once(feature, names());
  }

  /** NaN is a missing value; infinities are numbers, and beyond the range of every learner. */
  void number(double value) {
    if (Double.isNaN(value)) {
      missing();
    } else {
      example.features().number(feature, value);
    }
  }

  void bool(boolean value) {
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
    EventRules.correction(example);
    return example;
  }
}
