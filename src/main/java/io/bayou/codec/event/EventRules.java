package io.bayou.codec.event;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Served;
import java.util.Arrays;

/** The rules that a valid event obeys in every format, for readers and writers. */
public final class EventRules {
  private static final double MAX_WEIGHT = 1e15;

  private int[] seenIn = new int[64];
  private int event;

  /** Starts a new event: no feature has occurred in it. */
  void begin() {
    event++;
    if (event == 0) { // the counter wraps around after 2^32 events
      forget();
    }
  }

  /** Call this when feature ids change their meaning. */
  void forget() {
    Arrays.fill(seenIn, 0);
    event = 1;
  }

  /** Checks that this feature has not occurred in the event yet. */
  void once(int id, FeatureNames names) {
    if (id >= seenIn.length) {
      seenIn = Arrays.copyOf(seenIn, Math.max(id + 1, 2 * seenIn.length));
    }
    if (seenIn[id] == event) {
      throw new BadRecordException(INVALID, "feature '" + names.nameOf(id) + "' occurs twice");
    }
    seenIn[id] = event;
  }

  static void name(String name) {
    if (name.isEmpty()) {
      throw new BadRecordException(INVALID, "a feature has no name");
    }
    size("a feature name", name, EventLimits.NAME_BYTES);
  }

  /** Checks a string against a limit in bytes of UTF-8. */
  public static void size(String what, String value, int limit) {
    if (value.length() > limit / 3) { // a char takes at most three bytes
      size(what, Utf8.length(value), limit);
    }
  }

  static void size(String what, int bytes, int limit) {
    if (bytes > limit) {
      throw new BadRecordException(
          TOO_LARGE, what + " has " + bytes + " bytes, the limit is " + limit);
    }
  }

  public static void wellFormed(String value) {
    if (!Utf8.isWellFormed(value)) {
      throw new BadRecordException(INVALID, "a string holds half of a surrogate pair");
    }
  }

  /**
   * Checks a label or the name of a model. Like feature names, they are kept, and predictions
   * contain the labels.
   */
  public static void key(String field, String value) {
    if (value.isEmpty()) {
      throw new BadRecordException(INVALID, field + " is empty; leave it out if there is none");
    }
    size(field, value, EventLimits.NAME_BYTES);
  }

  /** Whether learners accept a weight: they stay finite for any number of such examples. */
  public static boolean isWeight(double value) {
    return value >= 0.0 && value <= MAX_WEIGHT;
  }

  public static void weight(double value) {
    if (!isWeight(value)) {
      throw new BadRecordException(
          INVALID, "weight must be between 0 and 1e15, was " + value + "; leave it out for 1");
    }
  }

  static void served(Served served) {
    for (double probability : served.posterior().values()) {
      if (!(probability >= 0.0 && probability <= 1.0)) {
        throw new BadRecordException(
            INVALID, "a probability must be between 0 and 1, was " + probability);
      }
    }
  }

  static void correction(Example example) {
    if (example.correctionOf() != null && example.label() == null) {
      throw new BadRecordException(INVALID, "correctionOf needs the label to learn instead");
    }
  }

  /**
   * Checks an event, except for the size limits of readers.
   *
   * @throws BadRecordException if it is not valid
   */
  void check(Example example) {
    begin();
    weight(example.weight());
    if (example.id() != null) {
      wellFormed(example.id());
    }
    text("model", example.model());
    text("label", example.label());
    text("correctionOf", example.correctionOf());
    correction(example);
    features(example.features());
  }

  private static void text(String field, String value) {
    if (value != null) {
      key(field, value);
      wellFormed(value);
    }
  }

  private void features(Features features) {
    for (int i = 0; i < features.size(); i++) {
      String name = features.name(i);
      name(name);
      wellFormed(name);
      once(features.id(i), features.names());
      if (features.kind(i) == Features.Kind.TEXT) {
        wellFormed(features.text(i));
      } else if (features.kind(i) == Features.Kind.TOKENS) {
        features.tokens(i).forEach(EventRules::wellFormed);
      }
    }
  }
}
